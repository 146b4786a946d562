/** Opens a file of the sample model, so that the user has something to edit. */

import * as vscode from 'vscode';
import type { BoundFolder } from '../../session/folders.ts';

/** Prefers the orders cube, then other cubes. @returns whether the folder contains a model file */
export async function showFirstCube({ binding }: BoundFolder): Promise<boolean> {
  const pattern = new vscode.RelativePattern(binding.projectFolder, `${binding.modelFolder}/**/*.{yml,yaml,js}`);
  const files = await vscode.workspace.findFiles(pattern, undefined, 100);
  const rank = ({ path }: vscode.Uri) => (path.includes('/orders.') ? 0 : path.includes('/cubes/') ? 1 : 2);
  const [first] = files.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  if (first) await vscode.window.showTextDocument(first, { preview: false });
  return first !== undefined;
}
