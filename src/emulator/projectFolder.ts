/** Reads the project files of a folder on this machine, for the first commit of a deployment. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseProjectPath } from './git/projectPath.ts';

/** Content by project path. Skips `node_modules`, links, and hidden files and folders, which can hold secrets. */
export async function readProjectFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && parseProjectPath(path) === path) files.set(path, await readFile(join(folder, path)));
    }
  };
  await walk('');
  return files;
}
