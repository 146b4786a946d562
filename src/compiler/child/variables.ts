/** The variables of the model that this process works on: one request at a time, each with its own. */

import type { Variables } from '../compileResult.ts';

const own = process.env;
/** They would change the compiler, not the model. */
const compilerSwitch = /^CUBEJS_(TESSERACT|TRANSPILATION|NATIVE)_/;

/** A new object, so that code of another model does not see these variables. The process's own ones win. */
export function setVariables(variables: Variables): void {
  const given = Object.entries(variables).filter(([name]) => !compilerSwitch.test(name));
  process.env = { ...Object.fromEntries(given), ...own };
}

/** Makes `process.env` known to the JavaScript of a model, which the compiler evaluates in a separate context. */
export function provideVariables(compiler: object): void {
  let globals: Record<string, unknown> | null = null;
  Object.defineProperty(compiler, 'compileV8ContextCache', {
    get: () => globals,
    set(next: Record<string, unknown> | null) {
      globals = next;
      if (next) next.process = { env: process.env };
    },
  });
}
