/** Converts values of the Language Server Protocol to those of VS Code. The kinds of VS Code are one less than those of the protocol. */

import * as vscode from 'vscode';
import type {
  CallHierarchyItem,
  CodeAction,
  CodeActionEdit,
  CompletionItem,
  Diagnostic,
  DocumentHighlight,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  LocationLink,
  SelectionRange,
  WorkspaceEdit,
  WorkspaceSymbol,
} from '../../language/protocol/protocol.ts';
import { codeOf } from '../problems/diagnostics.ts';
import { messageText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { markdown } from '../shell/markdown.ts';
import { toRange } from '../shell/ranges.ts';

export function toLink(link: LocationLink): vscode.LocationLink {
  return {
    originSelectionRange: toRange(link.originSelectionRange),
    targetUri: vscode.Uri.parse(link.targetUri),
    targetRange: toRange(link.targetRange),
    targetSelectionRange: toRange(link.targetSelectionRange),
  };
}

export function toLocation({ uri, range }: Location): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(uri), toRange(range));
}

export function toHighlight({ range, kind }: DocumentHighlight): vscode.DocumentHighlight {
  return new vscode.DocumentHighlight(toRange(range), kind - 1);
}

export function toHover({ contents, range }: Hover): vscode.Hover {
  return new vscode.Hover(markdown(contents.value), toRange(range));
}

export function toCompletionItem(item: CompletionItem): vscode.CompletionItem {
  const found = new vscode.CompletionItem(item.label, item.kind - 1);
  const { detail, documentation, sortText, filterText, preselect, insertTextFormat, textEdit, tags, suggests } = item;
  if (detail !== undefined) found.detail = detail;
  if (documentation) found.documentation = markdown(documentation.value);
  if (sortText !== undefined) found.sortText = sortText;
  if (filterText !== undefined) found.filterText = filterText;
  if (preselect) found.preselect = true;
  if (tags) found.tags = tags;
  found.insertText =
    insertTextFormat === 2 ? new vscode.SnippetString(withoutTypedQuotes(textEdit.newText)) : textEdit.newText;
  found.range = toRange(textEdit.range);
  if (suggests) found.command = { command: 'editor.action.triggerSuggest', title: '' };
  return found;
}

/** VS Code removes the quotes that a user types inside those of the snippet when Tab leaves the place. */
function withoutTypedQuotes(snippet: string): string {
  return snippet.replace(/'\$(\d+)'/g, (_, number: string) => `'\${${number}/^'+|'+$//g}'`);
}

export function toDocumentSymbol(symbol: DocumentSymbol): vscode.DocumentSymbol {
  const { name, detail = '', kind, tags, range, selectionRange, children = [] } = symbol;
  const found = new vscode.DocumentSymbol(name, detail, kind - 1, toRange(range), toRange(selectionRange));
  if (tags) found.tags = tags;
  found.children = children.map(toDocumentSymbol);
  return found;
}

export function toSymbol({
  name,
  kind,
  tags,
  containerName = '',
  location,
}: WorkspaceSymbol): vscode.SymbolInformation {
  const found = new vscode.SymbolInformation(name, kind - 1, containerName, toLocation(location));
  if (tags) found.tags = tags;
  return found;
}

export function toSelectionRange({ range, parent }: SelectionRange): vscode.SelectionRange {
  return new vscode.SelectionRange(toRange(range), parent && toSelectionRange(parent));
}

const foldingKinds = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region };

export function toFoldingRange({ startLine, endLine, kind }: FoldingRange): vscode.FoldingRange {
  return new vscode.FoldingRange(startLine, endLine, kind && foldingKinds[kind]);
}

/**
 * Labels and descriptions are texts of a catalog. An edit of a query that is open and not saved needs no confirmation: the user
 * works on it, and would find it broken.
 */
export function toWorkspaceEdit(edit: WorkspaceEdit, l10n: Localizer): vscode.WorkspaceEdit {
  const translate = (message: string) => messageText({ text: { message }, args: [], message }, l10n);
  const found = new vscode.WorkspaceEdit();
  const unsaved = new Set(vscode.workspace.textDocuments.filter((one) => one.isDirty).map(({ uri }) => uri.toString()));
  for (const { textDocument, edits } of edit.documentChanges) {
    const uri = vscode.Uri.parse(textDocument.uri);
    for (const { range, newText, annotationId } of edits) {
      const { label, description, needsConfirmation } = edit.changeAnnotations[annotationId]!;
      const isSure = annotationId === 'query' && unsaved.has(uri.toString());
      const metadata = {
        label: translate(label),
        description: translate(description),
        needsConfirmation: needsConfirmation && !isSure,
      };
      found.replace(uri, toRange(range), newText, metadata);
    }
  }
  return found;
}

export function toDocumentLink({ range, target }: DocumentLink): vscode.DocumentLink {
  return new vscode.DocumentLink(toRange(range), vscode.Uri.parse(target));
}

export function toInlayHint({ position, label }: InlayHint): vscode.InlayHint {
  return new vscode.InlayHint(new vscode.Position(position.line, position.character), label);
}

export function toCallHierarchyItem(item: CallHierarchyItem): vscode.CallHierarchyItem {
  const { name, detail, kind, uri, range, selectionRange } = item;
  return new vscode.CallHierarchyItem(
    kind - 1,
    name,
    detail,
    vscode.Uri.parse(uri),
    toRange(range),
    toRange(selectionRange),
  );
}

export function toProtocol(diagnostic: vscode.Diagnostic): Diagnostic {
  const { range, message, source } = diagnostic;
  const code = codeOf(diagnostic);
  return { range, message, ...(code === undefined ? {} : { code }), ...(source ? { source } : {}) };
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

/** Whether text is selected up to a position, such as a placeholder of a snippet. */
export function selectionAt(document: vscode.TextDocument, position: vscode.Position): boolean {
  const editor = vscode.window.activeTextEditor;
  const selection = editor?.document === document ? editor.selection : undefined;
  return selection !== undefined && !selection.isEmpty && selection.isSingleLine && selection.end.isEqual(position);
}

/** Shows an item in place of the text before the position: the editor compares items with that text as if it were typed. */
export function inPlaceOf(document: vscode.TextDocument, position: vscode.Position) {
  return (item: vscode.CompletionItem): vscode.CompletionItem => {
    const start = (item.range as vscode.Range).start;
    const replaced = document.getText(new vscode.Range(start, position));
    const label = item.filterText ?? (item.label as string);
    return Object.assign(item, { filterText: `${replaced} ${label}` });
  };
}
