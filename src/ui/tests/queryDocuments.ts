/** Reads query documents of a project, saved or not. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type QueryDocument, readQueryDocument } from '../../model/documents/queryDocument.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { readDocument } from '../language/documents.ts';

/** Reads a query document by the path relative to the project folder; undefined if there is no such document. */
export function readQueryOf(folder: BoundFolder): (file: string) => Promise<QueryDocument | undefined> {
  return async (file) => {
    const document = await readDocument(folder, vscode.Uri.file(path.join(folder.binding.projectFolder, file)));
    return document && readQueryDocument(file, document.text);
  };
}
