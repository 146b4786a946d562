/** Quick fixes and refactorings in VS Code. The problems are those that our diagnostics show. */

import * as vscode from 'vscode';
import { codeActions } from '../../language/codeActions/codeActions.ts';
import type { CodeAction, CodeActionEdit, Diagnostic } from '../../language/protocol.ts';
import { toRange } from '../shell/ranges.ts';
import type { AskDocument } from './openSources.ts';

const { QuickFix, RefactorExtract, RefactorInline, RefactorRewrite, SourceFixAll } = vscode.CodeActionKind;

export const codeActionMetadata: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [
    QuickFix,
    RefactorExtract,
    RefactorInline,
    RefactorRewrite,
    SourceFixAll.append('dataModel'),
  ],
};

export function codeActionProvider(ask: AskDocument): vscode.CodeActionProvider {
  return {
    provideCodeActions: async (document, range, { diagnostics, only }) => {
      const shown = new Map(
        diagnostics
          .filter(({ source }) => source === 'data-model' || source === 'platform')
          .map((one) => [toProtocol(one), one]),
      );
      const context = { diagnostics: [...shown.keys()], ...(only ? { only: [only.value] } : {}) };
      const found = await ask(document, (index, file, uriOf) => codeActions(index, file, range, context, uriOf));
      return found?.map((action) => toCodeAction(action, shown));
    },
  };
}

export function toProtocol({ range, message, code, source }: vscode.Diagnostic): Diagnostic {
  const value = typeof code === 'object' ? code.value : code;
  return { range, message, ...(value === undefined ? {} : { code: value }), ...(source ? { source } : {}) };
}

export function toCodeAction(action: CodeAction, shown: ReadonlyMap<Diagnostic, vscode.Diagnostic>): vscode.CodeAction {
  const { title, kind, edit, disabled, isPreferred, diagnostics = [] } = action;
  const found = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append(kind));
  if (edit) found.edit = toEdit(edit);
  if (disabled) found.disabled = disabled;
  if (isPreferred) found.isPreferred = true;
  found.diagnostics = diagnostics.flatMap((one) => shown.get(one) ?? []);
  return found;
}

function toEdit({ documentChanges }: CodeActionEdit): vscode.WorkspaceEdit {
  const found = new vscode.WorkspaceEdit();
  for (const change of documentChanges) {
    if (!('kind' in change)) {
      const uri = vscode.Uri.parse(change.textDocument.uri);
      for (const { range, newText } of change.edits) found.replace(uri, toRange(range), newText);
    } else if (change.kind === 'create') found.createFile(vscode.Uri.parse(change.uri));
    else found.deleteFile(vscode.Uri.parse(change.uri));
  }
  return found;
}
