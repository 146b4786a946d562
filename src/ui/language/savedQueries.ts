/** Reads the saved queries of a project. */

import * as vscode from 'vscode';
import type { SavedQuery } from '../../language/modelGraph/savedQuery.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';

const maxQueries = 1000;

/** Also the unsaved texts of open ones. */
export async function readQueries(folder: BoundFolder): Promise<SavedQuery[]> {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder.binding.projectFolder), '**/*.query.{yml,yaml}');
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxQueries);
  const read = await Promise.all(
    files.map(async (uri) => {
      const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
      const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const path = relativeTo(folder, uri.fsPath);
      return path === undefined ? [] : [{ path, text }];
    }),
  );
  return read.flat();
}
