/** Compiles the models of a review in a process of its own, because a model is code. */

import type { Log } from '../../base/log.ts';
import { sourceCompiler } from '../../local/compiledSide.ts';
import { LocalProcess } from '../../local/process/localProcess.ts';
import type { SourceCompiler } from '../../session/review/sourceCompiler.ts';

/** The process keeps the files that it compiled. */
export function compilerInProcess(log: Log): SourceCompiler {
  const process = new LocalProcess(log);
  const noProgress = () => {};
  const never = () => new AbortController().signal;
  return sourceCompiler({
    compile: ({ files, model = '', line = '' }, { signal = never() } = {}) =>
      process.run('compile', { files, model, line }, signal, noProgress),
    queryModel: ({ model, line = '', request }, { signal = never() } = {}) =>
      process.run('queryModel', { model, line, request }, signal, noProgress),
    dispose: () => process.dispose(),
  });
}
