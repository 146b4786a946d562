/** Edits of several documents, and actions with them, in the forms that a client declares it can read. */

import type {
  ChangeAnnotation,
  ClientCapabilities,
  CodeAction,
  ResourceOperationKind,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type * as language from '../../language/protocol/protocol.ts';

interface ChangeOfText {
  textDocument: { uri: string; version: null };
  edits: TextEdit[];
}

interface EditOfDocuments {
  documentChanges: readonly (ChangeOfText | { kind: 'create' | 'delete'; uri: string })[];
  changeAnnotations?: Record<string, ChangeAnnotation>;
}

/** Undefined if the client cannot make such an edit. */
export function editFor({ workspace }: ClientCapabilities, edit: EditOfDocuments): WorkspaceEdit | undefined {
  const { documentChanges = false, changeAnnotationSupport, resourceOperations } = workspace?.workspaceEdit ?? {};
  const known: readonly ResourceOperationKind[] = documentChanges ? (resourceOperations ?? []) : [];
  if (edit.documentChanges.some((change) => 'kind' in change && !known.includes(change.kind))) return undefined;
  if (documentChanges && changeAnnotationSupport) return { ...edit, documentChanges: [...edit.documentChanges] };
  const plain = edit.documentChanges.map((change) =>
    'kind' in change ? change : { ...change, edits: change.edits.map(withoutAnnotation) },
  );
  if (documentChanges) return { documentChanges: plain };
  const texts = plain.flatMap((change) => ('kind' in change ? [] : [change]));
  return { changes: Object.fromEntries(texts.map(({ textDocument, edits }) => [textDocument.uri, edits])) };
}

/** Annotations ask for confirmation. */
function withoutAnnotation({ range, newText }: TextEdit): TextEdit {
  return { range, newText };
}

export function actionsFor(client: ClientCapabilities, actions: readonly language.CodeAction[]): CodeAction[] {
  const supports = client.textDocument?.codeAction;
  if (!supports?.codeActionLiteralSupport) return [];
  return actions.flatMap(({ edit, disabled, isPreferred, ...action }) => {
    const made = edit && editFor(client, edit);
    if ((edit && !made) || (disabled && !supports.disabledSupport)) return [];
    return [
      {
        ...action,
        ...(made ? { edit: made } : {}),
        ...(disabled ? { disabled } : {}),
        ...(isPreferred && supports.isPreferredSupport ? { isPreferred } : {}),
      },
    ];
  });
}
