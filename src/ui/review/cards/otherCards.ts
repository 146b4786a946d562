/** The cards about access, tests and files. */

import type { ReviewCard, ReviewRow } from '../../../contract/messages/reviewChannel.ts';
import { accessMessage, unknownAccessMessage } from '../../../review/compiled/access.ts';
import type { FileChange } from '../../../review/fileChanges.ts';
import { shortText } from '../../../review/markdownText.ts';
import { sortedOutcomes } from '../../../review/review.ts';
import type { BranchReading } from '../../../session/review/readReview.ts';
import { errorText, messageText } from '../../shell/errorText.ts';
import { type CardOptions, card, limited, note, row } from './cardParts.ts';
import { fileStatusText } from './changeTexts.ts';

/** Who sees more or less. */
export function accessCard({ review: { access } }: BranchReading, { l10n }: CardOptions): ReviewCard[] {
  if (!access || access.changes.length + access.unknown.length === 0) return [];
  const rows: ReviewRow[] = [
    ...limited(
      access.changes,
      (one) => row(messageText(accessMessage(one), l10n), { tone: one.change === 'more' ? 'warning' : 'plain' }),
      l10n,
    ),
    ...limited(access.unknown, (one) => row(messageText(unknownAccessMessage(one), l10n), { tone: 'warning' }), l10n),
  ];
  return [card('access', l10n.t('Access'), { count: access.changes.length, tone: 'warning', rows })];
}

export function testCard({ tests, link, l10n, language }: CardOptions): ReviewCard[] {
  if (!tests) return [];
  const { failed, waiting, passed } = sortedOutcomes(tests);
  const time = (at: Date | undefined) => at?.toLocaleTimeString(language) ?? '';
  const all: ReviewRow[] = [
    ...failed.map(({ name, place, result, at }) => {
      const reasons = result!.reason ? [result!.reason] : result!.broken.map(({ reason }) => reason);
      const texts =
        reasons.length > 0 ? reasons.map((one) => messageText(one, l10n)) : [errorText(result!.cause, l10n)];
      return row(name, {
        tone: 'error',
        open: link({ kind: 'place', place }),
        detail:
          result!.status === 'failed' ? l10n.t('failed at {0}', time(at)) : l10n.t('not run: error at {0}', time(at)),
        notes: texts.map((text) => note(shortText(text), 'error')),
      });
    }),
    ...waiting.map(({ name, place }) => {
      return row(name, { open: link({ kind: 'place', place }), detail: l10n.t('not run on these files') });
    }),
    ...passed.map(({ name, place, at }) => {
      const detail = l10n.t('passed at {0}', time(at));
      return row(name, { tone: 'good', open: link({ kind: 'place', place }), detail });
    }),
  ];
  const summary =
    all.length === 0
      ? [l10n.t('No test is affected by the changes.')]
      : [l10n.t('{0} failed, {1} not run, {2} passed', failed.length, waiting.length, passed.length)];
  const run = { id: link({ kind: 'tests' }), label: l10n.t('Run Affected Tests') };
  const tone = failed.length > 0 ? 'error' : waiting.length === 0 && passed.length > 0 ? 'good' : 'plain';
  return [
    card('tests', l10n.t('Tests'), {
      count: all.length,
      tone,
      summary,
      rows: limited(all, (one) => one, l10n),
      links: all.length > 0 ? [run] : [],
    }),
  ];
}

export function fileCard(files: readonly FileChange[], { l10n, link }: CardOptions): ReviewCard {
  const rows = limited(
    files,
    (change) => row(change.path, { open: link({ kind: 'file', change }), detail: fileStatusText(change, l10n) }),
    l10n,
  );
  const all = { id: link({ kind: 'allFiles' }), label: l10n.t('Open All Changes') };
  const summary = files.length > 0 ? [] : [l10n.t('No file differs.')];
  return card('files', l10n.t('Files'), { count: files.length, summary, rows, links: files.length > 0 ? [all] : [] });
}
