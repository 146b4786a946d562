/** Writes the files of a branch to a new folder and binds the folder. Existing files are not changed. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileNode } from '../../contract/dataModel/dataModel.ts';
import type { Reader } from '../../platform/client.ts';
import { emulatorConnectionId } from '../../session/binding.ts';

export interface SampleBranch {
  deploymentId: string;
  branchName: string;
  /** Additional settings of the folder. */
  settings: Readonly<Record<string, unknown>>;
}

/** @throws PlatformError, CancelledError, and errors of the file system */
export async function writeSampleFolder(
  folder: string,
  client: Reader,
  { deploymentId, branchName, settings }: SampleBranch,
  signal: AbortSignal,
): Promise<void> {
  const { dataModelOperations } = await import('../../contract/dataModel/dataModel.ts');
  const pages = client.pages(
    dataModelOperations.listFiles,
    { params: { deploymentId }, query: { branchName, withContent: true } },
    { signal },
  );
  for await (const page of pages) {
    for (const { file, content } of filesOf(page.items)) await writeIfMissing(folder, file, content);
  }
  await writeSettings(folder, { ...settings, 'dataModel.deployment.id': deploymentId });
}

function* filesOf(nodes: readonly FileNode[]): Generator<{ file: string; content: string }> {
  for (const { path: file, type, content, children } of nodes) {
    if (type === 'file' && typeof content === 'string') yield { file, content };
    if (children) yield* filesOf(children);
  }
}

async function writeIfMissing(folder: string, file: string, content: string): Promise<void> {
  const target = path.join(folder, ...file.split('/').filter(Boolean));
  if (!target.startsWith(folder + path.sep)) return;
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content, { flag: 'wx' }).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST') throw failure;
  });
}

/** Writes the binding to the settings file, because the folder is not open. */
async function writeSettings(folder: string, additional: Readonly<Record<string, unknown>>): Promise<void> {
  const file = path.join(folder, '.vscode', 'settings.json');
  let settings: Record<string, unknown> = {};
  try {
    settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  } catch {
    // The file is missing or invalid. The folder belongs to the extension, so the file may be replaced.
  }
  Object.assign(settings, additional, { 'dataModel.platform.url': emulatorConnectionId });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}
