/** Reads files from disk, independent of the editor. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The content of every file below a folder, by POSIX path. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)] as const),
  );
}
