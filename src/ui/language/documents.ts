/** Reads the query and test documents of a project: the unsaved texts of open ones, and the files of the others. */

import * as vscode from 'vscode';
import { type DocumentText, languageDocument } from '../../language/queries/document.ts';
import { documentKind, documentNames, maxDocuments } from '../../model/documents/documentKind.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import { type ProjectFile, readProject, readProjectPath } from '../../model/project/readProject.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';

export function documentsIn(folder: BoundFolder): vscode.RelativePattern {
  return new vscode.RelativePattern(vscode.Uri.file(folder.binding.projectFolder), documentNames);
}

/** The path of a query or test document relative to the project folder; undefined for other files. */
export function documentPath(folder: BoundFolder, uri: vscode.Uri): string | undefined {
  const path = uri.scheme === 'file' ? relativeTo(folder, uri.fsPath) : undefined;
  return path !== undefined && documentKind(path, folder.binding.modelFolder) ? path : undefined;
}

/** Without test documents of other tools. */
export async function readDocuments({ binding }: BoundFolder): Promise<DocumentText[]> {
  const found: DocumentText[] = [];
  for await (const file of readProject(binding, 'documents', { limit: maxDocuments })) {
    const document = openText(binding, file.path) ?? asDocument(file);
    if (languageDocument(document)?.isOurs) found.push(document);
  }
  return found;
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}

/** Undefined for a file that is not one of ours, or that does not exist any more. */
export async function readDocument(folder: BoundFolder, uri: vscode.Uri): Promise<DocumentText | undefined> {
  const path = documentPath(folder, uri);
  if (path === undefined) return undefined;
  const open = openText(folder.binding, path);
  if (open) return open;
  for await (const file of readProjectPath(folder.binding, 'documents', path)) return asDocument(file);
  return undefined;
}

function openText({ projectFolder }: ProjectFolder, path: string): DocumentText | undefined {
  const open = openDocument(vscode.Uri.joinPath(vscode.Uri.file(projectFolder), path));
  return open && { path, text: open.getText() };
}

function asDocument({ path, text, unread }: ProjectFile): DocumentText {
  return { path, text, ...(unread && { unread: unread.message }) };
}
