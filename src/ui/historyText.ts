/** What each synchronisation did, as a document a person can read. Pure. */

import type { JournalEntry } from '../sync/journal.ts';
import { changeWords } from './planText.ts';
import { countOfFiles, type Translate } from './translate.ts';

/** @param time words for a time in milliseconds since the epoch */
export function historyDocument(
  entries: readonly JournalEntry[],
  folder: string,
  time: (ms: number) => string,
  t: Translate,
): string {
  const title = t(
    'What synchronisation did in “{0}”, newest first. “Restore a file from the trash” brings back what it replaced.',
    folder,
  );
  const parts = entries.map((entry) =>
    [headline(entry, time, t), ...details(entry, t).map((line) => `  ${line}`)].join('\n'),
  );
  return `${[title, ...(parts.length > 0 ? parts : [t('Nothing yet.')])].join('\n\n')}\n`;
}

function headline(entry: JournalEntry, time: (ms: number) => string, t: Translate): string {
  const files = countOfFiles(entry.done.length, t);
  const what = {
    push: () => t('sent {0} to {1}', files, entry.branchName),
    pull: () => t('brought {0} from {1}', files, entry.branchName),
    resolve: () => t('settled conflicts with {0}', entry.branchName),
    restore: () => t('restored {0} from the trash', files),
  }[entry.action]();
  const notes = [
    entry.verified ? t('verified') : undefined,
    entry.requests === 1 ? t('1 request') : t('{0} requests', entry.requests),
    t('{0} ms', Math.round(entry.ms)),
  ].filter((each) => each !== undefined);
  return `${time(entry.when)}  ${what} (${notes.join(', ')})`;
}

function details(entry: JournalEntry, t: Translate): string[] {
  return [
    ...(entry.halt ? [t('Stopped: {0}', entry.halt.message)] : []),
    ...entry.done.map(({ path, direction, change, from }) => {
      const name = from === undefined ? path : `${from} → ${path}`;
      return `${direction === 'push' ? '↑' : '↓'} ${name} (${changeWords(change, t)})`;
    }),
    ...entry.conflicts.map((path) => `⚠ ${path} (${t('conflict')})`),
  ];
}
