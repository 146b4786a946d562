/** Takes the place of the schema compiler's native addon, whose work here is done by src/compiler/child/templates.ts or not at all. */

function notHere(): never {
  throw new Error('The native part of the schema compiler is not available here.');
}

export const transpileJs = notHere;
export const transpileYaml = notHere;
export const buildSqlAndParams = notHere;
export const getCubestoreResult = notHere;

export class NativeInstance {
  readonly newJinjaEngine = notHere;
  readonly loadPythonContext = notHere;
}
