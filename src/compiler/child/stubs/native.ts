/** Replaces the native addon of the schema compiler. src/compiler/child/templates.ts renders templates; its other functions are not needed. */

function notAvailable(): never {
  throw new Error('The native part of the schema compiler is not available here.');
}

export const transpileJs = notAvailable;
export const transpileYaml = notAvailable;
export const buildSqlAndParams = notAvailable;
export const getCubestoreResult = notAvailable;

export class NativeInstance {
  readonly newJinjaEngine = notAvailable;
  readonly loadPythonContext = notAvailable;
}
