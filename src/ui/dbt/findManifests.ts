/** Finds the manifests of dbt projects near the top of a folder. A huge folder costs a limited number of reads. */

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FoundManifest {
  /** Absolute. */
  file: string;
  /** Relative to the folder, with `/`. */
  name: string;
  /** In bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
}

const maxFolders = 500;
const maxDepth = 4;
const skipped = new Set(['node_modules', 'dbt_packages', 'venv', 'target', 'logs', 'dist', 'build']);

/** `target/manifest.json` of the folder and of folders below it; the newest first. Folders that cannot be read are skipped. */
export async function findManifests(root: string): Promise<FoundManifest[]> {
  const found: FoundManifest[] = [];
  let level = [''];
  let visited = 0;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      visited += 1;
      if (visited > maxFolders) return newestFirst(found);
      const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      if (folders.includes('target')) {
        const name = path.posix.join(folder, 'target/manifest.json');
        const file = path.join(root, name);
        const known = await stat(file).catch(() => undefined);
        if (known?.isFile()) found.push({ file, name, size: known.size, changedAt: known.mtimeMs });
      }
      const inner = folders.filter((name) => !name.startsWith('.') && !skipped.has(name));
      next.push(...inner.map((name) => path.posix.join(folder, name)));
    }
    level = next;
  }
  return newestFirst(found);
}

function newestFirst(found: readonly FoundManifest[]): FoundManifest[] {
  return found.toSorted((a, b) => b.changedAt - a.changedAt);
}
