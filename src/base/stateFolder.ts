/** The folder for base, trash and history of programs that have no storage folder of an editor. */

import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'data-model-workbench';

export function defaultStateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.DATA_MODEL_STATE) return environment.DATA_MODEL_STATE;
  if (process.platform === 'win32') return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), name);
}
