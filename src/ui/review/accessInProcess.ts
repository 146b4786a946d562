/** Evaluates who may read a model in a process of its own, because a model is code. */

import type { Log } from '../../base/log.ts';
import { filesOf } from '../../local/localModel.ts';
import { LocalProcess } from '../../local/process/localProcess.ts';
import type { AccessReader } from '../../session/review/readAccess.ts';

export function accessInProcess(log: Log): AccessReader {
  const process = new LocalProcess(log);
  return {
    access: (index, callers, signal) => process.run('access', { files: filesOf(index), callers }, signal, () => {}),
    dispose: () => process.dispose(),
  };
}
