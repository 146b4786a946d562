/** Edits of several documents in the forms that a client declares it can read. */

import type { ChangeAnnotation, ClientCapabilities, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';

interface EditOfDocuments {
  documentChanges: readonly { textDocument: { uri: string; version: null }; edits: TextEdit[] }[];
  changeAnnotations?: Record<string, ChangeAnnotation>;
}

export function editFor({ workspace }: ClientCapabilities, edit: EditOfDocuments): WorkspaceEdit {
  const { documentChanges = false, changeAnnotationSupport } = workspace?.workspaceEdit ?? {};
  if (documentChanges && changeAnnotationSupport) return { ...edit, documentChanges: [...edit.documentChanges] };
  const plain = edit.documentChanges.map((change) => ({ ...change, edits: change.edits.map(withoutAnnotation) }));
  if (documentChanges) return { documentChanges: plain };
  return { changes: Object.fromEntries(plain.map(({ textDocument, edits }) => [textDocument.uri, edits])) };
}

/** Annotations ask for confirmation. */
function withoutAnnotation({ range, newText }: TextEdit): TextEdit {
  return { range, newText };
}
