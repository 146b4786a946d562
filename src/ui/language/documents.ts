/** Reads the query and test documents of a project: the unsaved texts of open ones, and the files of the others. */

import * as vscode from 'vscode';
import { readStart } from '../../base/readStart.ts';
import { type DocumentText, languageDocument } from '../../language/queries/document.ts';
import { documentKind, documentNames, maxDocuments } from '../../model/documents/documentKind.ts';
import { maximumDocumentLength } from '../../model/documents/plainDocument.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { isMissing, unreadMessage } from '../../session/modelFiles.ts';

export function documentsIn(folder: BoundFolder): vscode.RelativePattern {
  return new vscode.RelativePattern(vscode.Uri.file(folder.binding.projectFolder), documentNames);
}

/** The path of a query or test document relative to the project folder; undefined for other files. */
export function documentPath(folder: BoundFolder, uri: vscode.Uri): string | undefined {
  const path = uri.scheme === 'file' ? relativeTo(folder, uri.fsPath) : undefined;
  return path !== undefined && documentKind(path, folder.binding.modelFolder) ? path : undefined;
}

/** Without test documents of other tools. */
export async function readDocuments(folder: BoundFolder): Promise<DocumentText[]> {
  const files = await vscode.workspace.findFiles(documentsIn(folder), '**/node_modules/**', maxDocuments);
  const read = await Promise.all(files.map((uri) => readDocument(folder, uri)));
  return read.flatMap((one) => (one && languageDocument(one)?.isOurs ? [one] : []));
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}

/** Undefined for a file that is not one of ours, or that does not exist any more. */
export async function readDocument(folder: BoundFolder, uri: vscode.Uri): Promise<DocumentText | undefined> {
  const path = documentPath(folder, uri);
  if (path === undefined) return undefined;
  const open = openDocument(uri);
  if (open) return { path, text: open.getText() };
  try {
    return { path, text: (await readStart(uri.fsPath, maximumDocumentLength)).toString() };
  } catch (failure) {
    return isMissing(failure) ? undefined : { path, text: '', unread: unreadMessage('file', failure) };
  }
}
