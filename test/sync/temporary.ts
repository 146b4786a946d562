/** Temporary folders on the real disk. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const made: string[] = [];

/** An empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'data-model-sync-')));
  made.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function put(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Every file below a folder: path → text. */
export function textsIn(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory())
      Object.assign(found, textsIn(folder, path));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

/** Every file below a folder: path → bytes. Links are not followed. */
export function filesIn(folder: string, below = ''): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) for (const [file, bytes] of filesIn(folder, path)) found.set(file, bytes);
    else if (entry.isFile()) found.set(path, readFileSync(join(folder, path)));
  }
  return found;
}
