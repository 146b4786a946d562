/** Entry point of the compiler's child process: handles the requests of its parent and exits together with it. */

import { CancelledError } from '../../base/errors.ts';
import type { Restriction } from '../childCommand.ts';
import type { CompilerRequests, Reply } from '../compilerRequests.ts';
import { cancel } from './cancel.ts';
import { setCaching } from './compileCache.ts';
import { compileAndKeep, noUser } from './compiledModels.ts';
import { handleModelRequest } from './handleModelRequest.ts';
import { serveParent } from './parentPipe.ts';
import { allowPython } from './pythonProcess.ts';
import { runScript } from './pythonScript.ts';
import { restrict } from './restrict.ts';
import { hasEngineCrashed } from './templates.ts';
import { setVariables } from './variables.ts';

let rejectCurrent: (() => void) | undefined;

const requests: CompilerRequests = {
  start: async () => ({ value: isRestricted, mustRestart: false }),
  compile: ({ files, variables, cache, model }) => {
    setVariables(variables);
    return untilCancelled(cache, async () => (await compileAndKeep(model, files, noUser)).result);
  },
  queryModel: (request) => {
    setVariables(request.variables);
    return untilCancelled(request.cache, () => handleModelRequest(request));
  },
  runPython: async (script) => ({ value: runScript(script), mustRestart: false }),
};

function untilCancelled<T>(cache: boolean, work: () => Promise<T>): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    setCaching(cache);
    rejectCurrent = () => reject(new CancelledError());
    work().then((value) => resolve({ value, mustRestart: hasEngineCrashed() }), reject);
  });
}

// The code of a model may leave a rejected promise behind. That must not end the process.
process.on('unhandledRejection', () => {});

serveParent(requests, () => {
  cancel();
  rejectCurrent?.();
});

/** Whether everything is restricted that is meant to be. */
const isRestricted = applyRestriction();

function applyRestriction(): boolean {
  if ((process.argv[2] as Restriction) === 'none') {
    allowPython();
    return true;
  }
  try {
    return restrict();
  } catch {
    return false;
  }
}
