/** The files an emulator starts with: the project of its first deployment, its certificate. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorText } from '../base/readErrorText.ts';
import { parseProjectPath } from './git/projectPath.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';
import { sampleProject } from './sample/sample.ts';
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

/** Reads both PEM files. @throws UserError `certificate-unusable` */
export async function readCertificate({ cert, key }: Certificate): Promise<Certificate> {
  try {
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } catch (cause) {
    throw emulatorErrors.error('certificate-unusable', [`${readErrorText(cause)}.`], { cause });
  }
}

/** Larger files are data. No file of a model is larger. */
const maxFileBytes = 5_000_000;

/** Content by project path. Skips `node_modules`, links, large files, and hidden files and folders, which can hold secrets. */
export async function readProjectFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (
        entry.isFile() &&
        parseProjectPath(path) === path &&
        (await stat(join(folder, path))).size <= maxFileBytes
      )
        files.set(path, await readFile(join(folder, path)));
    }
  };
  await walk('');
  return files;
}
