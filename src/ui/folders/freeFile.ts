/** The name of a new file. */

import path from 'node:path';
import * as vscode from 'vscode';

export function exists(file: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

/** The first of `name`, `name-2` and so on that does not exist. @param ending such as `.query.yml` */
export async function freeFile(folder: string, name: string, ending: string): Promise<vscode.Uri> {
  for (let number = 1; ; number += 1) {
    const file = vscode.Uri.file(path.join(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`));
    if (!(await exists(file))) return file;
  }
}
