/** Where this machine remembers what was synced, for everything that has no folder of an editor's for it. */

import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'data-model-workbench';

export function defaultStateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.DATA_MODEL_STATE) return environment.DATA_MODEL_STATE;
  if (process.platform === 'win32') return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), name);
}
