/** The files an emulator starts with: the project of its first deployment, the tables of its database, its certificate. */

import { readdir, readFile, stat } from 'node:fs/promises';
import path, { join } from 'node:path';
import { readErrorText } from '../base/readErrorText.ts';
import { parseProjectPath } from './git/projectPath.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';
import { sampleData, sampleProject } from './sample/sample.ts';
import type { Certificate } from './server/listen.ts';

/** Content by project path. @throws UserError `project-folder-missing` */
export async function readInitialProject(
  projectDir: string | undefined,
  sample: boolean,
): Promise<Map<string, Uint8Array>> {
  if (projectDir === undefined) return sample ? sampleProject() : new Map();
  const found = await stat(projectDir).catch(() => undefined);
  if (!found?.isDirectory()) throw emulatorErrors.error('project-folder-missing', [], { where: projectDir });
  return readProjectFiles(projectDir);
}

/** Path of the SQL file that fills the database: the given one, or the sample's. @throws UserError `tables-file-missing` */
export async function resolveTables(tables: string | undefined): Promise<string> {
  if (tables === undefined) return sampleData();
  const found = await stat(tables).catch(() => undefined);
  if (!found?.isFile()) throw emulatorErrors.error('tables-file-missing', [], { where: tables });
  return path.resolve(tables);
}

/** Reads both PEM files. @throws UserError `certificate-unusable` */
export async function readCertificate({ cert, key }: Certificate): Promise<Certificate> {
  try {
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } catch (cause) {
    throw emulatorErrors.error('certificate-unusable', [`${readErrorText(cause)}.`], { cause });
  }
}

/** Content by project path. Skips `node_modules`, links, and hidden files and folders, which can hold secrets. */
async function readProjectFiles(folder: string): Promise<Map<string, Uint8Array>> {
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
