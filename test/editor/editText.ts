/** Edits of documents like those of a user, which VS Code never refuses. It refuses a program's edit while it reloads the file from disk. */

import * as vscode from 'vscode';
import { waitFor } from '../run/waitFor.ts';

export function editText(editor: vscode.TextEditor, change: (edit: vscode.TextEditorEdit) => void): Promise<void> {
  return waitFor('VS Code applies the edit', () => editor.edit(change));
}

export function applyEdit(edit: vscode.WorkspaceEdit): Promise<void> {
  return waitFor('VS Code applies the edit', () => vscode.workspace.applyEdit(edit));
}
