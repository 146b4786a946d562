/** Finds the test documents of a project on disk. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isTestDocument } from '../../model/documents/testDocument.ts';

/** POSIX paths relative to the project folder, in their order. Without those of hidden folders and installed packages. */
export async function findTestFiles(project: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [''];
  for (const folder of waiting) {
    const entries = await readdir(join(project, folder), { withFileTypes: true });
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') waiting.push(`${path}/`);
      else if (entry.isFile() && isTestDocument(path)) found.push(path);
    }
  }
  return found.sort();
}
