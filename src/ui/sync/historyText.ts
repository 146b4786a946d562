/** The sync history as a text document. */

import type { JournalEntry } from '../../sync/state/journal.ts';
import { messageText } from '../shell/errorText.ts';
import { countOfFiles, type Localizer } from '../shell/localizer.ts';
import { changeLabel } from './planText.ts';

/** @param formatTime formats milliseconds since the epoch */
export function historyDocument(
  entries: readonly JournalEntry[],
  folder: string,
  formatTime: (ms: number) => string,
  l10n: Localizer,
): string {
  const title = [
    l10n.t('Sync history of “{0}”, newest first', folder),
    l10n.t('Replaced files are in the trash. Run “Restore from Trash…” to restore a file.'),
  ].join('\n');
  const parts = entries.map((entry) =>
    [headline(entry, formatTime, l10n), ...details(entry, l10n).map((line) => `  ${line}`)].join('\n'),
  );
  return `${[title, ...(parts.length > 0 ? parts : [l10n.t('No sync yet.')])].join('\n\n')}\n`;
}

function headline(entry: JournalEntry, formatTime: (ms: number) => string, l10n: Localizer): string {
  const files = countOfFiles(entry.done.length, l10n);
  const action = {
    push: () => l10n.t('pushed {0} to {1}', files, entry.branchName),
    pull: () => l10n.t('pulled {0} from {1}', files, entry.branchName),
    resolve: () => l10n.t('resolved conflicts with {0}', entry.branchName),
    restore: () => l10n.t('restored {0} from the trash', files),
  }[entry.action]();
  const facts = [
    entry.verified ? l10n.t('verified') : undefined,
    entry.requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', entry.requests),
    l10n.t('{0} ms', Math.round(entry.ms)),
  ].filter((each) => each !== undefined);
  return `${formatTime(entry.when)}  ${action} (${facts.join(', ')})`;
}

function details(entry: JournalEntry, l10n: Localizer): string[] {
  return [
    ...(entry.halt ? [l10n.t('Stopped: {0}', messageText(entry.halt.message, l10n))] : []),
    ...entry.done.map(({ path, direction, change, from }) => {
      const name = from === undefined ? path : `${from} → ${path}`;
      return `${direction === 'push' ? '↑' : '↓'} ${name} (${changeLabel(change, l10n)})`;
    }),
    ...entry.conflicts.map((path) => `⚠ ${path} (${l10n.t('conflict')})`),
  ];
}
