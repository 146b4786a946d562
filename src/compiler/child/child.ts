/** Entry point of the compiler's child process: handles the requests of its parent and exits together with it. */

import { Channel } from '../../base/channel.ts';
import { parentPort } from '../../base/childPort.ts';
import { CancelledError } from '../../base/errors.ts';
import type { Restriction, Started } from '../childCommand.ts';
import type { CompilerRequests, Reply } from '../compilerRequests.ts';
import { cancel } from './cancel.ts';
import { setCaching } from './compileCache.ts';
import { compileAndKeep } from './compiledModels.ts';
import { handleModelRequest } from './handleModelRequest.ts';
import { allowPython } from './pythonProcess.ts';
import { runScript } from './pythonScript.ts';
import { restrict } from './restrict.ts';
import { hasEngineCrashed } from './templates.ts';
import { setVariables } from './variables.ts';

let rejectCurrent: (() => void) | undefined;

const requests: CompilerRequests = {
  compile: ({ files, variables, cache, model }) => {
    setVariables(variables);
    return untilCancelled(cache, async () => (await compileAndKeep(model, files)).result);
  },
  queryModel: (request) => {
    setVariables(request.variables);
    return untilCancelled(request.cache, () => handleModelRequest(request));
  },
  runPython: async (script) => ({ value: runScript(script), mustRestart: false }),
  cancel() {
    cancel();
    rejectCurrent?.();
  },
};

function untilCancelled<T>(cache: boolean, work: () => Promise<T>): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    setCaching(cache);
    rejectCurrent = () => reject(new CancelledError());
    work().then((value) => resolve({ value, mustRestart: hasEngineCrashed() }), reject);
  });
}

const port = parentPort();
new Channel(port, requests);
port.onClose?.(() => process.exit());
// The code of a model may leave a rejected promise behind. That must not end the process.
process.on('unhandledRejection', () => {});

/** Whether everything is restricted that is meant to be. */
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

port.post({ started: true, isRestricted: applyRestriction() } satisfies Started);
