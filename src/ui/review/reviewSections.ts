/** The sections of a review, from what was read. Pure: `link` gives the id of what a text opens. */

import type { Cell } from '../../contract/messages/resultShape.ts';
import type { ReviewRow, ReviewSection } from '../../contract/messages/reviewChannel.ts';
import type { ConsumerChange } from '../../review/compiled/compiledReview.ts';
import type { FileChange } from '../../review/fileChanges.ts';
import { shortText } from '../../review/markdownText.ts';
import type { ModelChange, ReviewPlace } from '../../review/modelChanges.ts';
import { sortedOutcomes, type TestOutcome } from '../../review/review.ts';
import type { ValueChange } from '../../review/valueChanges.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import type { BuildAppearance } from '../deployments/buildAppearance.ts';
import { errorText, messageText } from '../shell/errorText.ts';
import { countOfFiles, type Localizer } from '../shell/localizer.ts';
import { breakageText, fileStatusText, modelChangeText, reachText, shownNames } from './changeTexts.ts';

export type LinkTarget =
  | { kind: 'file'; change: FileChange }
  /** The file on the branch that gets the changes and on the other one. */
  | { kind: 'conflict'; file: string }
  | { kind: 'place'; place: ReviewPlace }
  | { kind: 'allFiles' }
  /** Runs the affected queries on both branches. */
  | { kind: 'values' }
  /** Runs the affected tests. */
  | { kind: 'tests' };

export interface SectionOptions {
  branchName: string;
  target: string;
  build: BuildAppearance | undefined;
  /** Undefined until they are compared. */
  values: readonly ValueChange[] | undefined;
  /** Undefined if the project has no tests, or no folder follows the branch. */
  tests: readonly TestOutcome[] | undefined;
  language: string;
  link: (target: LinkTarget) => string;
  l10n: Localizer;
}

/** More rows are only counted; the copied Markdown has all. */
const maxRows = 500;
/** Rows of one query. */
const maxValueRows = 10;

export function reviewSections(reading: BranchReading, options: SectionOptions): ReviewSection[] {
  return [
    ...compileErrorSection(reading, options),
    stateSection(reading, options),
    ...conflictSection(reading, options),
    modelSection(reading, options),
    ...consumerSection(reading, options),
    ...affectedSection(reading, options),
    ...valueSection(reading, options),
    ...testSection(options),
    fileSection(reading.review.files, options),
  ];
}

/** The changes that came to the target together with the reviewed ones; nothing if there are none. */
export function unshownSections(changes: readonly FileChange[], target: string, l10n: Localizer): ReviewSection[] {
  if (changes.length === 0) return [];
  const head = row(l10n.t('{0} also has changes that this review did not show.', target), {
    tone: 'error',
    detail: l10n.t('Another window or user saved or committed them at the same moment. Check them.'),
  });
  const rows = changes.slice(0, maxRows).map((change) => row(change.path, { detail: fileStatusText(change, l10n) }));
  if (changes.length > maxRows) rows.push(row(l10n.t('… and {0} more', changes.length - maxRows)));
  return [{ title: l10n.t('Not reviewed: {0}', changes.length), rows: [head, ...rows], links: [] }];
}

const plain = { tone: 'plain', open: null, links: [], notes: [] } as const satisfies Partial<ReviewRow>;
const row = (text: string, more: Partial<ReviewRow> = {}): ReviewRow => ({
  ...plain,
  links: [],
  notes: [],
  text,
  ...more,
});

function stateSection({ moved, review }: BranchReading, options: SectionOptions): ReviewSection {
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
    const notes = moved.slice(0, maxRows).map((change) => {
      return { text: `${change.path}: ${fileStatusText(change, l10n)}`, tone: 'plain' as const, open: null };
    });
    rows.push(row(text, { tone: 'warning', detail: countOfFiles(moved.length, l10n), notes }));
  }
  if (moved && moved.length > 0 && review.conflicts?.length === 0) {
    rows.push(row(l10n.t('The changes of both branches can be merged.'), { tone: 'good' }));
  }
  return { title: l10n.t('State'), rows, links: [] };
}

function conflictSection({ review: { conflicts } }: BranchReading, options: SectionOptions): ReviewSection[] {
  const { branchName, target, l10n } = options;
  if (!conflicts || conflicts.length === 0) return [];
  return [
    {
      title: l10n.t('Conflicts: {0}', conflicts.length),
      rows: [
        row(l10n.t('{0} and {1} both changed the same lines, so {1} will probably refuse.', branchName, target), {
          detail: l10n.t('Make these lines equal on both branches, or undo the change on one branch, then refresh.'),
        }),
        ...conflicts.map((file) => row(file, { tone: 'error', open: options.link({ kind: 'conflict', file }) })),
      ],
      links: [],
    },
  ];
}

/** A branch that does not compile: nothing else is known about the model. */
function compileErrorSection({ review: { compiled } }: BranchReading, options: SectionOptions): ReviewSection[] {
  const { errors } = compiled;
  if (errors.length === 0) return [];
  const { l10n, link } = options;
  const branches = [...new Set(errors.map(({ branch }) => branch))];
  const heads = branches.map((branch) =>
    row(l10n.t('{0} does not compile, so it is not known what the changes break.', branch), { tone: 'error' }),
  );
  const rows = errors.slice(0, maxRows).map(({ side, branch, file, range, message }) => {
    const at = file === '' ? branch : l10n.t('{0}:{1} on {2}', file, range.start.line + 1, branch);
    const open = file === '' ? null : link({ kind: 'place', place: { file, range, side } });
    return row(shortText(message), { tone: 'error', open, detail: at });
  });
  if (errors.length > maxRows) rows.push(row(l10n.t('… and {0} more', errors.length - maxRows)));
  return [{ title: l10n.t('Compile errors: {0}', errors.length), rows: [...heads, ...rows], links: [] }];
}

function modelSection({ review }: BranchReading, options: SectionOptions): ReviewSection {
  const { l10n, link } = options;
  const { model, compiled } = review;
  const { failing, missing, errors } = compiled;
  const breaking = model.filter((change) => change.breaking.length > 0);
  const others = model.filter((change) => change.breaking.length === 0);
  const count = breaking.length + failing.length;
  const unknown = missing.length > 0 || errors.length > 0;
  const total = unknown
    ? l10n.t('Model changes in the sources: {0}', model.length)
    : l10n.t('Model changes: {0}', model.length);
  const title = count > 0 ? l10n.t('Model changes: {0}, breaking: {1}', model.length, count) : total;
  const rows = [
    ...(missing.length > 0
      ? [
          row(l10n.t('The compiled models are not compared, so it is not known what the changes break.'), {
            tone: 'warning',
            detail: missing.map((one) => messageText(one, l10n)).join(' '),
          }),
        ]
      : []),
    ...failing.slice(0, maxRows).map((one) => {
      const open = one.by.place ? link({ kind: 'place', place: one.by.place }) : null;
      return row(breakageText(one, l10n), { tone: 'error', open });
    }),
    ...[...breaking, ...others].slice(0, maxRows).map((change) => modelRow(change, options)),
  ];
  if (rows.length === 0 && !unknown) rows.push(row(l10n.t('No cube, view or member differs.')));
  if (model.length > maxRows) rows.push(row(l10n.t('… and {0} more', model.length - maxRows)));
  return { title, rows, links: [] };
}

/** Public names are an interface: dashboards and programs outside of the project may use them. */
function consumerSection({ review: { compiled } }: BranchReading, { l10n }: SectionOptions): ReviewSection[] {
  const { consumers } = compiled;
  if (consumers.length === 0) return [];
  const text = ({ name, change, newName = '' }: ConsumerChange) => {
    if (change === 'renamed') return l10n.t('{0} is now named {1}.', name, newName);
    return change === 'type' ? l10n.t('{0} has another type.', name) : l10n.t('{0} is gone.', name);
  };
  const rows = consumers.slice(0, maxRows).map((one) => row(text(one), { tone: 'warning' }));
  if (consumers.length > maxRows) rows.push(row(l10n.t('… and {0} more', consumers.length - maxRows)));
  return [{ title: l10n.t('Public names that others may use: {0}', consumers.length), rows, links: [] }];
}

function affectedSection({ review: { compiled } }: BranchReading, options: SectionOptions): ReviewSection[] {
  const { l10n, branchName, target } = options;
  const { affected, notCompared } = compiled;
  const { members, queries, reasons } = notCompared;
  if (affected.length + members + queries === 0) return [];
  const effects = {
    changed: l10n.t('other SQL'),
    refused: l10n.t('refused by {0}', branchName),
    accepted: l10n.t('refused by {0}', target),
  };
  const rows = affected.slice(0, maxRows).map(({ name, previousName, effect, message, causes }) => {
    const why =
      causes.length > 0
        ? l10n.t('because of {0}', shownNames(causes))
        : l10n.t('no changed definition explains it: look at macros, variables and programs');
    return row(previousName === undefined ? name : l10n.t('{0}, before {1}', name, previousName), {
      tone: effect === 'refused' ? 'error' : 'plain',
      detail: `${effects[effect]}, ${why}`,
      notes: message === undefined ? [] : [{ text: shortText(message), tone: 'plain', open: null }],
    });
  });
  if (affected.length > maxRows) rows.push(row(l10n.t('… and {0} more', affected.length - maxRows)));
  if (members + queries > 0) {
    const text = l10n.t('Not compared: {0} members, {1} saved queries and tests', members, queries);
    rows.push(
      row(text, {
        tone: 'warning',
        detail: l10n.t('The platform did not give their SQL on both branches.'),
        notes: reasons.map((one) => ({ text: shortText(one), tone: 'plain', open: null })),
      }),
    );
  }
  return [{ title: l10n.t('Members with other SQL: {0}', affected.length), rows, links: [] }];
}

function modelRow(change: ModelChange, options: SectionOptions): ReviewRow {
  const place = change.places.find(({ side }) => side === 'after') ?? change.places[0];
  const openPlace = (at: ReviewPlace | undefined) => (at ? options.link({ kind: 'place', place: at }) : null);
  const reach = reachText(change, options.l10n);
  return row(modelChangeText(change, options.l10n), {
    tone: change.breaking.length > 0 ? 'error' : 'plain',
    open: openPlace(place),
    notes: [
      ...change.breaking.map((one) => {
        return { text: breakageText(one, options.l10n), tone: 'error' as const, open: openPlace(one.by.place) };
      }),
      ...(reach === undefined ? [] : [{ text: reach, tone: 'plain' as const, open: null }]),
    ],
  });
}

function valueSection({ queries }: BranchReading, options: SectionOptions): ReviewSection[] {
  const { l10n, link, values } = options;
  if (queries.length === 0) return [];
  const title = l10n.t('Values of saved queries and tests: {0}', queries.length);
  const compare = { id: link({ kind: 'values' }), label: l10n.t('Compare Values') };
  return [{ title, rows: (values ?? []).slice(0, maxRows).map((value) => valueRow(value, options)), links: [compare] }];
}

function valueRow(value: ValueChange, { l10n, branchName, target }: SectionOptions): ReviewRow {
  const { path, test, state, table, failure, newMembers = [] } = value;
  const name = test === undefined ? path : `${path} · ${test}`;
  if (failure) {
    const { side, message } = failure;
    const sides = {
      before: l10n.t('failed on {0}: {1}', target, message),
      after: l10n.t('failed on {0}: {1}', branchName, message),
      both: l10n.t('failed on both branches: {0}', message),
    };
    return row(name, { tone: side === 'after' ? 'error' : 'warning', detail: sides[side] });
  }
  const notes: ReviewRow['notes'] =
    newMembers.length > 0
      ? [{ text: l10n.t('New, so not compared: {0}', shownNames(newMembers)), tone: 'plain', open: null }]
      : [];
  if (!table) {
    const states = { same: l10n.t('same values'), refused: l10n.t('refused, as the test expects') };
    return row(name, { detail: states[state as keyof typeof states] ?? l10n.t('not run'), notes });
  }
  const { added, removed, changed, rows } = table;
  const textOf = (cells: readonly Cell[] | null) =>
    cells?.map((cell) => (cell === null ? '∅' : shortText(String(cell)))).join(' | ') ?? '–';
  const differing = rows.filter(({ change }) => change !== 'same').slice(0, maxValueRows);
  return row(name, {
    tone: 'warning',
    detail: l10n.t('Rows changed: {0}, added: {1}, removed: {2}', changed, added, removed),
    notes: [
      ...notes,
      ...differing.map(({ before, after }) => {
        return { text: `${textOf(before)} → ${textOf(after)}`, tone: 'plain' as const, open: null };
      }),
    ],
  });
}

function testSection({ tests, link, l10n, language }: SectionOptions): ReviewSection[] {
  if (!tests) return [];
  const { failed, waiting, passed } = sortedOutcomes(tests);
  const time = (at: Date | undefined) => at?.toLocaleTimeString(language) ?? '';
  const rows = [
    ...failed.map(({ name, place, result, at }) => {
      const reasons = result!.reason ? [result!.reason] : result!.broken.map(({ reason }) => reason);
      const texts =
        reasons.length > 0 ? reasons.map((one) => messageText(one, l10n)) : [errorText(result!.cause, l10n)];
      return row(name, {
        tone: 'error',
        open: link({ kind: 'place', place }),
        detail:
          result!.status === 'failed' ? l10n.t('failed at {0}', time(at)) : l10n.t('not run: error at {0}', time(at)),
        notes: texts.map((text) => ({ text: shortText(text), tone: 'error' as const, open: null })),
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
  const shown = rows.slice(0, maxRows);
  if (rows.length === 0) shown.push(row(l10n.t('No test is affected by the changes.')));
  if (rows.length > maxRows) shown.push(row(l10n.t('… and {0} more', rows.length - maxRows)));
  const run = { id: link({ kind: 'tests' }), label: l10n.t('Run Affected Tests') };
  const title = l10n.t('Tests: {0} failed, {1} not run, {2} passed', failed.length, waiting.length, passed.length);
  return [{ title, rows: shown, links: rows.length > 0 ? [run] : [] }];
}

function fileSection(files: readonly FileChange[], options: SectionOptions): ReviewSection {
  const { l10n, link } = options;
  const rows = files
    .slice(0, maxRows)
    .map((change) => row(change.path, { open: link({ kind: 'file', change }), detail: fileStatusText(change, l10n) }));
  if (files.length > maxRows) rows.push(row(l10n.t('… and {0} more', files.length - maxRows)));
  return {
    title: l10n.t('Files: {0}', files.length),
    rows,
    links: [{ id: link({ kind: 'allFiles' }), label: l10n.t('Open All Changes') }],
  };
}
