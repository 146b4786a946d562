/** The repository a deployment is connected to: a folder on this machine that stands for one. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpFailure } from '../httpFailure.ts';
import type { LiveDeployment } from '../store/liveDeployment.ts';

/** The project files of a folder, by project path; hidden folders and `node_modules` are left out. */
export async function readProject(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) files.set(path, await readFile(join(folder, path)));
    }
  };
  await walk('');
  return files;
}

/** The folder that stands for a repository of this name. @throws HttpFailure 404 */
export function repositoryFolder(deployment: LiveDeployment, name: string): string {
  const folder = deployment.services.repositories[name];
  if (folder === undefined) {
    throw new HttpFailure(404, `This emulator has no repository '${name}': it reaches none outside this machine`);
  }
  return folder;
}
