/** How the user chooses a result of a history, and what to do with it. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { HistoryEntry } from '../../session/history/history.ts';
import { showInformation } from './notifications.ts';
import { pickItem } from './quickInput.ts';

interface EntryTexts<Facts> {
  title: string;
  placeHolder: string;
  /** The message without an entry, and what to do. */
  none: string;
  action: string;
  item(entry: HistoryEntry<Facts>): { label: string; description: string; detail: string };
}

/** @throws CancelledError if the user selects none, or after a message that there is none */
export async function pickEntry<Facts>(
  entries: readonly HistoryEntry<Facts>[],
  { title, placeHolder, none, action, item }: EntryTexts<Facts>,
): Promise<HistoryEntry<Facts>> {
  if (entries.length === 0) {
    void showInformation([none, action].join(' '));
    throw new CancelledError();
  }
  const items = entries.map((entry) => ({ ...item(entry), entry }));
  const picked = await pickItem(items, { title, placeHolder, matchOnDescription: true, matchOnDetail: true });
  if (!picked) throw new CancelledError();
  return picked.entry;
}

export type EarlierAction = 'show' | 'run' | 'compare';

/** Offers only to run an entry again whose content is not kept. @throws CancelledError if the user selects nothing */
export async function pickAction(
  { size }: Pick<HistoryEntry<unknown>, 'size'>,
  { title, labels, showIcon }: { title: string; labels: Record<EarlierAction, string>; showIcon: string },
): Promise<EarlierAction> {
  const item = (action: EarlierAction, icon: string) => ({ action, icon, label: labels[action] });
  const again = item('run', 'play');
  const items = size > 0 ? [item('show', showIcon), again, item('compare', 'diff')] : [again];
  const picked = await pickItem(items, { title, placeHolder: vscode.l10n.t('Select what to do') });
  if (!picked) throw new CancelledError();
  return picked.action;
}
