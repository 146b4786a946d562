/** Edits and saves documents like a user, who waits for VS Code. VS Code refuses a program's edit while it reloads a file that changed on disk. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { waitFor } from '../run/waitFor.ts';

/**
 * Opens a file that may just have changed on disk. VS Code does not save an edit of an old text, and overlooks a file that is written
 * right after its folder was created. Such a file becomes the active editor, because only that one can be read again.
 */
export async function openFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const isCurrent = () => document.isDirty || document.getText() === readFileSync(uri.fsPath, 'utf8');
  if (isCurrent()) return document;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await waitFor(`VS Code has the text of ${uri.path} on disk`, isCurrent, () => document.getText());
  return document;
}

export function editText(editor: vscode.TextEditor, change: (edit: vscode.TextEditorEdit) => void): Promise<void> {
  return waitFor('VS Code applies the edit', () => editor.edit(change));
}

export function applyEdit(edit: vscode.WorkspaceEdit): Promise<void> {
  return waitFor('VS Code applies the edit', () => vscode.workspace.applyEdit(edit));
}

/** Edits a file without saving it. */
export async function changeText(uri: vscode.Uri, change: (text: string) => string): Promise<vscode.TextDocument> {
  const document = await openFile(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), change(document.getText()));
  await applyEdit(edit);
  return document;
}

/** Replaces a part of a file without saving it. */
export function replaceText(uri: vscode.Uri, from: string, to: string): Promise<vscode.TextDocument> {
  return changeText(uri, (text) => {
    assert.ok(text.includes(from), `${uri.path} has ${from}`);
    return text.replace(from, () => to);
  });
}

export async function save(document: vscode.TextDocument): Promise<void> {
  assert.ok(await document.save(), `VS Code saves ${document.uri.path}`);
}
