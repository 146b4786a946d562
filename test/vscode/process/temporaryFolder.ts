/** A new folder in the system's temporary folder, or in another one. It is removed when this process ends at the latest. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAtExit } from './atExit.ts';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function temporaryFolder(purpose: string, parent = tmpdir()): TemporaryFolder {
  const folder = realpathSync(mkdtempSync(path.join(parent, `data-model-${purpose}-`)));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const cancel = runAtExit(remove);
  return {
    path: folder,
    remove() {
      cancel();
      remove();
    },
  };
}
