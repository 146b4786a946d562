/** Reads and writes files on disk, independent of the editor. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';

/** The content of every file below a folder, by POSIX path. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)] as const),
  );
}

const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;

/** The content of the window's folder before the tests. */
export const fixture: ReadonlyMap<string, Uint8Array> = new Map(
  [...filesBelow(root)].filter(([name]) => !name.startsWith('.')),
);

/** Leaves dev mode and replaces what the folder of the window contains, except its settings. */
export async function replaceFiles(files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  await vscode.commands.executeCommand('dataModel.branch.leaveDevMode');
  for (const name of readdirSync(root)) {
    if (!name.startsWith('.')) rmSync(path.join(root, name), { recursive: true });
  }
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
}
