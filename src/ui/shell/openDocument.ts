/** Opens documents that the extension reads. The editor passes on only the text of a failed read, so the failure itself is kept. */

import * as vscode from 'vscode';

/** The documents that are being opened, with the failure of their read. */
const opening = new Map<string, { failure?: unknown }>();

/** Called by the reader of a document. @returns whether `openDocument` throws the failure */
export function keepFailure(uri: vscode.Uri, failure: unknown): boolean {
  const entry = opening.get(uri.toString());
  if (entry) entry.failure = failure;
  return entry !== undefined;
}

/** @throws what the reader of the document threw */
export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const key = uri.toString();
  const entry: { failure?: unknown } = {};
  opening.set(key, entry);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (failure) {
    throw entry.failure ?? failure;
  } finally {
    opening.delete(key);
  }
}
