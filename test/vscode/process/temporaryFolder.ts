/** A folder of its own under the system's temporary one, gone at the latest when this process ends. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAtExit } from './atExit.ts';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function temporaryFolder(purpose: string): TemporaryFolder {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `data-model-${purpose}-`)));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const takeBack = runAtExit(remove);
  return {
    path: folder,
    remove() {
      takeBack();
      remove();
    },
  };
}
