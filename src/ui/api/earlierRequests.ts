/** Shows, sends again and compares requests of the history. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import { pickAction, pickEntry } from '../shell/historyPicks.ts';
import { showWarning } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import { documentUri } from '../shell/readOnlyDocuments.ts';
import { timeText } from '../shell/timeText.ts';
import { showRequest } from './apiRequests.ts';
import { type EarlierRequest, folderOfRequest, requestHistory } from './requestHistory.ts';

/**
 * Lets the user choose a request and what to do with it.
 * @returns the document to send again @throws UserError, CancelledError
 */
export async function openHistory(app: App, request: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const { l10n } = vscode;
  const folder = request ? folderOfRequest(request) : await chooseFolder();
  const entries = await requestHistory(app, folder).list();
  const entry = await pickEarlier(entries, {
    title: l10n.t('API Request History'),
    none: l10n.t('The history of this folder is empty.'),
  });
  const action = await pickAction(entry, {
    title: labelOf(entry),
    showIcon: 'json',
    labels: {
      show: l10n.t('Show Answer'),
      run: l10n.t('Send Again'),
      compare: l10n.t('Compare With Another Answer…'),
    },
  });
  if (action === 'run') {
    const document = await documentOf(app, folder, entry);
    await showRequest(document);
    if (!entry.facts.isRedacted) return document;
    void showWarning(l10n.t('The history keeps no secrets. Write them where the request has “…”, then send it.'));
  } else if (action === 'show') {
    await vscode.window.showTextDocument(answerUri(folder, entry), { preview: true });
  } else await compare(folder, entry, entries);
  return undefined;
}

/** The text of an answer of the history. @param parameters of its address */
export async function earlierAnswer(app: App, { folder = '', earlier = '', side }: Readonly<Record<string, string>>) {
  const content = await requestHistory(app, folder).content({ id: /^\d{1,16}$/.test(earlier) ? earlier : '0' });
  if (typeof content !== 'string') return `// ${vscode.l10n.t('The history no longer has this answer.')}\n`;
  // What differs between any two answers is not compared: the time, the size and the id of the request.
  return side === undefined ? content : content.replace(/^(\/\/ HTTP \d+).*$/m, '$1');
}

async function compare(folder: string, entry: EarlierRequest, entries: readonly EarlierRequest[]): Promise<void> {
  const { l10n } = vscode;
  const { operation } = entry.facts;
  const others = entries.filter((one) => one.id !== entry.id && one.size > 0 && one.facts.operation === operation);
  const other = await pickEarlier(others, {
    title: l10n.t('Compare {0} With', labelOf(entry)),
    none: l10n.t('The history has no other answer to {0}.', operation),
  });
  const [before, after] = other.facts.startedAt > entry.facts.startedAt ? [entry, other] : [other, entry];
  const title = `${operation}: ${timeText(before.facts.startedAt)} ↔ ${timeText(after.facts.startedAt)}`;
  const [left, right] = [answerUri(folder, before, 'left'), answerUri(folder, after, 'right')];
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
}

function pickEarlier(
  entries: readonly EarlierRequest[],
  { title, none }: { title: string; none: string },
): Promise<EarlierRequest> {
  const { l10n } = vscode;
  return pickEntry(entries, {
    title,
    placeHolder: l10n.t('Select a request'),
    none,
    action: l10n.t('Send a request first.'),
    item: ({ facts: { operation, status, method, path, platform, startedAt }, size }) => ({
      label: operation,
      description: [`HTTP ${status}`, platform].join(' · '),
      detail: [timeText(startedAt), `${method} ${path}`, size === 0 && l10n.t('answer not kept')]
        .filter(Boolean)
        .join(' · '),
    }),
  });
}

/** The document that still has this text, otherwise a scratch request. */
async function documentOf(app: App, folder: string, { facts }: EarlierRequest): Promise<vscode.Uri> {
  const { document, text } = facts;
  const uri = vscode.Uri.parse(document);
  if (uri.scheme === 'file' || app.scratch.textOf(uri) !== undefined) {
    const opened = await vscode.workspace.openTextDocument(uri).then(
      (found) => found.getText(),
      () => undefined,
    );
    if (opened === text) return uri;
  }
  return app.scratch.createWithText(folder === '' ? undefined : folder, uri.path.split('/').at(-1)!, text);
}

function answerUri(folder: string, { id, facts }: EarlierRequest, side?: 'left' | 'right'): vscode.Uri {
  const name = `${facts.operation} ${timeText(facts.startedAt)}`.replace(/[^\p{L}\p{N}.,_ -]+/gu, '-');
  const parameters = { folder, earlier: id, ...(side && { side }) };
  return documentUri({ kind: 'answer', path: `/${name}.answer.jsonc`, parameters });
}

function labelOf({ facts: { operation, startedAt } }: EarlierRequest): string {
  return `${operation}, ${timeText(startedAt)}`;
}

/** @throws CancelledError */
async function chooseFolder(): Promise<string> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length <= 1) return folders[0]?.uri.fsPath ?? '';
  const items = folders.map(({ name, uri }) => ({ label: name, detail: uri.fsPath, folder: uri.fsPath }));
  const picked = await pickItem(items, { placeHolder: vscode.l10n.t('Select a workspace folder') });
  if (!picked) throw new CancelledError();
  return picked.folder;
}
