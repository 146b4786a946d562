/** The documents of queries: which one a command means, its text and its title. */

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { isQueryDocument } from '../../model/documents/documentKind.ts';
import { type QueryDocument, readQueryDocument } from '../../model/documents/queryDocument.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { runErrors } from '../../session/query/runErrors.ts';
import { argumentUri, chooseFolder } from '../folders/folderChoice.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';

/** The document of a menu or of the active editor. @throws UserError if it is not a query document */
export function chosenDocument(argument: unknown): vscode.Uri {
  const uri = argumentUri(argument) ?? vscode.window.activeTextEditor?.document.uri;
  if (uri && ['file', 'untitled', scratchScheme].includes(uri.scheme) && isQueryDocument(uri.path)) return uri;
  throw new UserError(vscode.l10n.t('No query document is open.'), {
    action: vscode.l10n.t('Open a file such as “orders.query.yml”, or run “Query Member”.'),
  });
}

/** @throws UserError for a document outside of the bound projects; CancelledError if the user picks none */
export async function folderOfQuery(app: App, uri: vscode.Uri): Promise<BoundFolder> {
  const folder = app.folders.of(uri.fsPath);
  if (folder) return folder;
  if (uri.scheme === 'untitled') return chooseFolder(app);
  throw new UserError(
    vscode.l10n.t('{0} is not in a folder that is bound to a deployment.', vscode.workspace.asRelativePath(uri)),
    { action: vscode.l10n.t('Bind a workspace folder first.') },
  );
}

/** Whether the document can still be read: an untitled one is lost when its tab is closed. */
export function isOpen({ scratch }: Pick<App, 'scratch'>, uri: vscode.Uri): boolean {
  if (uri.scheme === scratchScheme) return scratch.textOf(uri) !== undefined;
  const key = uri.toString();
  const { workspace, window } = vscode;
  const tabs = window.tabGroups.all.flatMap(({ tabs }) => tabs);
  return (
    uri.scheme !== 'untitled' ||
    workspace.textDocuments.some((document) => !document.isClosed && document.uri.toString() === key) ||
    // After a reload of the window, the document opens with its tab.
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key)
  );
}

/** @throws UserError if the document is closed or contains no query */
export async function readOpenQuery(
  app: Pick<App, 'scratch'>,
  uri: vscode.Uri,
): Promise<QueryDocument & { query: object }> {
  if (!isOpen(app, uri)) {
    throw new UserError(vscode.l10n.t('The query document is closed.'), {
      action: vscode.l10n.t('Open another query, or run “Query Member”.'),
    });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // The text that runs is kept, also if the user closes it at once.
  if (document.isDirty && uri.scheme === scratchScheme) await document.save();
  // VS Code keeps the text of a closed document for a while; a new scratch query can have its name.
  const text = (document.isDirty ? undefined : app.scratch.textOf(uri)) ?? document.getText();
  const read = readQueryDocument(uri.path, text);
  const { query } = read;
  const problem = read.problems.find(({ severity }) => severity === 'error') ?? read.problems[0];
  if (query && Object.keys(query).length > 0) return { ...read, query };
  if (!problem) throw runErrors.error('empty-query');
  const line = text.slice(0, problem.span.start).split('\n').length;
  throw runErrors.error('unreadable-query', [line, problem.message]);
}

/** `orders.count` for `orders.count.query.yml`. */
export function titleOfQuery(uri: vscode.Uri): string {
  return path.posix.basename(uri.path).replace(/\.query\.\w+$/, '');
}
