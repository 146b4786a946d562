/** The cards about what prevents a merge or the review: compile errors, conflicts, and changes that were not reviewed; and the state. */

import type { ReviewCard, ReviewRow } from '../../../contract/messages/reviewChannel.ts';
import type { CompileError } from '../../../review/compiled/compiledReview.ts';
import type { FileChange } from '../../../review/fileChanges.ts';
import type { BranchReading } from '../../../session/review/readReview.ts';
import { countOfFiles, type Localizer } from '../../shell/localizer.ts';
import { type CardOptions, card, folded, limited, maxRows, note, row } from './cardParts.ts';
import { fileStatusText } from './changeTexts.ts';

/** The changes that came to the target together with the reviewed ones; nothing if there are none. */
export function unshownCard(changes: readonly FileChange[], target: string, l10n: Localizer): ReviewCard[] {
  if (changes.length === 0) return [];
  const head = row(l10n.t('{0} also has changes that this review did not show.', target), {
    tone: 'error',
    detail: l10n.t('Another window or user saved or committed them at the same moment. Check them.'),
  });
  const files = limited(changes, (change) => row(change.path, { detail: fileStatusText(change, l10n) }), l10n);
  return [card('unshown', l10n.t('Not reviewed'), { count: changes.length, tone: 'error', rows: [head, ...files] })];
}

/** The conclusion if a branch does not compile: nothing else is known about the model. */
export function notCompiledText(errors: readonly CompileError[], l10n: Localizer): string {
  const [first = '', second] = new Set(errors.map(({ branch }) => branch));
  return second === undefined
    ? l10n.t('{0} does not compile, so it is not known what breaks and who sees more.', first)
    : l10n.t('{0} and {1} do not compile, so it is not known what breaks and who sees more.', first, second);
}

/** An error that both branches have is one row, which opens the file that can be edited. */
export function errorCard({ review: { compiled } }: BranchReading, options: CardOptions): ReviewCard[] {
  const { errors } = compiled;
  if (errors.length === 0) return [];
  const { l10n, link } = options;
  const equal = new Map<string, CompileError[]>();
  for (const error of errors) {
    const key = [error.file, error.range.start.line, error.message].join('\n');
    equal.set(key, [...(equal.get(key) ?? []), error]);
  }
  const rows = limited(
    [...equal.values()],
    (same) => {
      const { side, file, range, message } = same.at(-1)!;
      const [first = '', second] = new Set(same.map(({ branch }) => branch));
      const where = second === undefined ? first : l10n.t('{0} and {1}', first, second);
      const at = file === '' ? l10n.t('on {0}', where) : l10n.t('{0}:{1} on {2}', file, range.start.line + 1, where);
      const open = file === '' ? null : link({ kind: 'place', place: { file, range, side } });
      const { text, ...whole } = folded(message);
      return row(text, { ...whole, tone: 'error', open, detail: at });
    },
    l10n,
  );
  return [card('errors', l10n.t('Compile errors'), { count: equal.size, tone: 'error', rows })];
}

export function conflictCard({ review: { conflicts } }: BranchReading, options: CardOptions): ReviewCard[] {
  const { branchName, target, l10n, link } = options;
  if (!conflicts || conflicts.length === 0) return [];
  const summary = [
    l10n.t('{0} and {1} both changed the same lines, so {1} will probably refuse.', branchName, target),
    l10n.t('Make these lines equal on both branches, or undo the change on one branch, then refresh.'),
  ];
  const rows = conflicts.map((file) => row(file, { tone: 'error', open: link({ kind: 'conflict', file }) }));
  return [card('conflicts', l10n.t('Conflicts'), { tone: 'error', summary, rows })];
}

export function stateCard({ moved, review }: BranchReading, options: CardOptions): ReviewCard {
  const { branchName, target, build, l10n } = options;
  const rows: ReviewRow[] = [];
  if (build) {
    const tone = { good: 'good', bad: 'error', quiet: 'plain', working: 'plain' } as const;
    const text = l10n.t('Build of {0}: {1}', branchName, build.label);
    rows.push(row(text, { tone: tone[build.tone], ...(build.detail && { detail: build.detail }) }));
  }
  if (!moved) {
    rows.push(
      row(l10n.t('Whether {0} changed since {1} was forked or updated is not known.', target, branchName), {
        detail: l10n.t('“Update from Parent Branch” brings its changes to {0}.', branchName),
      }),
    );
  } else if (moved.length === 0) {
    rows.push(
      row(l10n.t('{0} has not changed since {1} was forked or updated.', target, branchName), { tone: 'good' }),
    );
  } else {
    const text = l10n.t('{0} changed since {1} was forked or updated.', target, branchName);
    const notes = moved.slice(0, maxRows).map((change) => note(`${change.path}: ${fileStatusText(change, l10n)}`));
    rows.push(row(text, { tone: 'warning', detail: countOfFiles(moved.length, l10n), notes }));
  }
  if (moved && moved.length > 0 && review.conflicts?.length === 0) {
    rows.push(row(l10n.t('The changes of both branches can be merged.'), { tone: 'good' }));
  }
  return card('state', l10n.t('State'), { count: null, rows });
}
