import assert from 'node:assert/strict';
import { errorCatalog } from '../../../src/base/errors.ts';
import type { ReviewRow } from '../../../src/contract/messages/reviewChannel.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { ComparedTable } from '../../../src/query/compare/compareTables.ts';
import type { TestResult } from '../../../src/query/tests/testResult.ts';
import { type CompiledReview, nothingCompiled } from '../../../src/review/compiled/compiledReview.ts';
import { reviewTexts } from '../../../src/review/model/reviewTexts.ts';
import type { ModelChange } from '../../../src/review/modelChanges.ts';
import type { TestOutcome } from '../../../src/review/review.ts';
import type { ValueChange } from '../../../src/review/valueChanges.ts';
import type { BranchReading } from '../../../src/session/review/readReview.ts';
import { type LinkTarget, reviewSections, unshownSections } from '../../../src/ui/review/reviewSections.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const texts = errorCatalog({ includes: { message: 'It includes {0}.' } });
const none = new Map<string, string>();
const place = {
  file: 'model/views/sales.yml',
  range: { start: { line: 3, character: 4 }, end: { line: 3, character: 9 } },
  side: 'after' as const,
};
const changed: ModelChange = {
  kind: 'measure',
  name: 'orders.count',
  change: 'changed',
  aspects: ['type', 'sql'],
  breaking: [],
  places: [{ ...place, side: 'before' }, place],
  reach: { members: [], views: [] },
  usedBy: { queries: [], tests: [] },
};
const removed: ModelChange = {
  ...changed,
  name: 'orders.total',
  change: 'removed',
  aspects: [],
  breaking: [
    {
      by: { kind: 'view', name: 'sales', place },
      reason: 'It includes orders.total.',
      message: texts.message('includes', ['orders.total']),
    },
  ],
  places: [{ ...place, side: 'before' }],
};

const reading = (over: Partial<BranchReading> = {}, review: Partial<BranchReading['review']> = {}): BranchReading => ({
  before: none,
  after: none,
  fork: none,
  moved: [],
  queries: [],
  models: { before: new ModelIndex(), after: new ModelIndex() },
  ...over,
  review: { files: [], model: [], values: [], conflicts: [], compiled: nothingCompiled, ...review },
});

const shownWith = (read: BranchReading, values?: readonly ValueChange[], tests?: readonly TestOutcome[]) => {
  const links: LinkTarget[] = [];
  const sections = reviewSections(read, {
    branchName: 'dev-kim',
    target: 'main',
    values,
    tests,
    language: 'en',
    build: { icon: 'error', label: 'build failed', tone: 'bad', detail: 'no such column' },
    link: (target) => String(links.push(target) - 1),
    l10n: plainLocalizer,
  });
  return { links, sections, of: (title: RegExp) => sections.find((section) => title.test(section.title)) };
};

describe('the sections of a review', () => {
  it('say how the branch is built, and whether the parent moved', () => {
    const rows = (read: BranchReading) => shownWith(read).of(/State/)!.rows;
    const [build, parent] = rows(reading());
    assert.deepEqual(
      [build!.text, build!.tone, build!.detail],
      ['Build of dev-kim: build failed', 'error', 'no such column'],
    );
    assert.equal(parent!.text, 'main has not changed since dev-kim was forked or updated.');
    const [, moved, merge] = rows(reading({ moved: [{ path: 'model/a.yml', status: 'added' }] }));
    assert.deepEqual(
      [moved!.text, moved!.tone, moved!.detail, moved!.notes[0]!.text],
      ['main changed since dev-kim was forked or updated.', 'warning', '1 file', 'model/a.yml: added'],
    );
    assert.equal(merge!.text, 'The changes of both branches can be merged.');
    const [, unknown] = rows(reading({ moved: undefined }, { conflicts: null }));
    assert.match(unknown!.text, /^Whether main changed .* is not known\.$/);
  });

  it('list what breaks first, with links to the places', () => {
    const { of, links } = shownWith(reading({}, { model: [changed, removed] }));
    const section = of(/Model changes/)!;
    assert.equal(section.title, 'Model changes: 2, breaking: 1');
    assert.deepEqual(
      section.rows.map(({ text, tone }) => [text, tone]),
      [
        ['measure orders.total: removed', 'error'],
        ['measure orders.count: changed (type, SQL)', 'plain'],
      ],
    );
    const [note] = section.rows[0]!.notes;
    assert.equal(note!.text, 'view sales: It includes orders.total.');
    assert.deepEqual(links[Number(note!.open)], { kind: 'place', place });
    assert.deepEqual(links[Number(section.rows[1]!.open)], { kind: 'place', place });
  });

  it('say what uses a changed part', () => {
    const reach = { members: ['orders.share', 'sales.share'], views: ['sales'] };
    const usedBy = { queries: ['q.query.yml'], tests: ['a.test.yml · one', 'a.test.yml · two'] };
    const { rows } = shownWith(reading({}, { model: [{ ...changed, reach, usedBy }] })).of(/Model/)!;
    assert.deepEqual(rows[0]!.notes, [
      {
        text: 'Used by 1 view, 1 saved query, 2 tests, 2 members: sales, q.query.yml, a.test.yml · one, a.test.yml · two, orders.share, …',
        tone: 'plain',
        open: null,
      },
    ]);
    assert.deepEqual(shownWith(reading({}, { model: [changed] })).of(/Model/)!.rows[0]!.notes, []);
  });

  const compiledReading = (compiled: Partial<CompiledReview>) =>
    reading({}, { compiled: { ...nothingCompiled, ...compiled } });

  it('say that it is not known what breaks if the compiled models are not compared', () => {
    const rowsOf = (read: BranchReading) => shownWith(read).of(/Model/)!.rows;
    assert.deepEqual(
      rowsOf(reading()).map(({ text }) => text),
      ['No cube, view or member differs.'],
    );
    const rows = rowsOf(compiledReading({ missing: [reviewTexts.message('not-built', ['main'])] }));
    assert.deepEqual(
      rows.map(({ text, detail, tone }) => [text, detail, tone]),
      [
        [
          'The compiled models are not compared, so it is not known what the changes break.',
          'main is not built.',
          'warning',
        ],
      ],
    );
  });

  it('start with the errors of a branch that does not compile, with links to their places', () => {
    const error = {
      side: 'before',
      branch: 'main',
      file: place.file,
      range: place.range,
      message: 'x is wrong',
    } as const;
    const shown = shownWith(compiledReading({ errors: [error, { ...error, file: '', message: 'no model' }] }));
    const [{ title, rows }] = shown.sections as [(typeof shown.sections)[number]];
    assert.equal(title, 'Compile errors: 2');
    assert.deepEqual(
      rows.map(({ text, detail, tone }) => [text, detail, tone]),
      [
        ['main does not compile, so it is not known what the changes break.', undefined, 'error'],
        ['x is wrong', 'model/views/sales.yml:4 on main', 'error'],
        ['no model', 'main', 'error'],
      ],
    );
    const at = { file: place.file, range: place.range, side: 'before' };
    assert.deepEqual(shown.links[Number(rows[1]!.open)], { kind: 'place', place: at });
    assert.deepEqual(shown.of(/Model/)!.rows, [], 'nothing is claimed');
  });

  it('show queries that fail, public names that are gone, and members with other SQL', () => {
    const message = reviewTexts.message('refused', ['no join path']);
    const failing = [{ by: { kind: 'test' as const, name: 'is plausible', place }, reason: message.message, message }];
    const shown = shownWith(
      compiledReading({
        failing,
        consumers: [
          { kind: 'measure', name: 'sales.total', change: 'renamed', newName: 'sales.revenue' },
          { kind: 'view', name: 'care', change: 'removed' },
        ],
        affected: [
          { name: 'orders.total', effect: 'changed', causes: [] },
          { name: 'orders.id', previousName: 'orders.key', effect: 'refused', message: 'hidden', causes: ['orders'] },
        ],
        notCompared: { members: 3, queries: 1, reasons: ['no answer'] },
      }),
    );
    const model = shown.of(/Model changes: 0, breaking: 1/)!;
    assert.deepEqual(
      model.rows.map(({ text, tone }) => [text, tone]),
      [['test is plausible: The platform refuses it now: no join path', 'error']],
    );
    assert.deepEqual(
      shown.of(/Public names that others may use: 2/)!.rows.map(({ text, tone }) => [text, tone]),
      [
        ['sales.total is now named sales.revenue.', 'warning'],
        ['care is gone.', 'warning'],
      ],
    );
    assert.deepEqual(
      shown
        .of(/Members with other SQL: 2/)!
        .rows.map(({ text, detail, tone, notes }) => [text, detail, tone, notes.length]),
      [
        [
          'orders.total',
          'other SQL, no changed definition explains it: look at macros, variables and programs',
          'plain',
          0,
        ],
        ['orders.id, before orders.key', 'refused by dev-kim, because of orders', 'error', 1],
        [
          'Not compared: 3 members, 1 saved queries and tests',
          'The platform did not give their SQL on both branches.',
          'warning',
          1,
        ],
      ],
    );
  });

  it('say which side did not run a query', () => {
    const query = { path: 'q.query.yml', query: {}, members: ['orders.count'] };
    const failed = (side: 'before' | 'after' | 'both'): ValueChange => {
      return { ...query, state: 'failed', failure: { side, message: 'no member', isRefusal: true } };
    };
    const values: ValueChange[] = [failed('before'), failed('after'), failed('both'), { ...query, state: 'refused' }];
    const { rows } = shownWith({ ...reading(), queries: [query] }, values).of(/^Values/)!;
    assert.deepEqual(
      rows.map(({ detail, tone }) => [detail, tone]),
      [
        ['failed on main: no member', 'warning'],
        ['failed on dev-kim: no member', 'error'],
        ['failed on both branches: no member', 'warning'],
        ['refused, as the test expects', 'plain'],
      ],
    );
  });

  it('link each file and each conflict', () => {
    const files = [
      { path: 'model/b.yml', status: 'renamed' as const, previousPath: 'model/a.yml' },
      { path: 'model/c.yml', status: 'removed' as const },
    ];
    const { of, links } = shownWith(reading({ moved: files }, { files, conflicts: ['model/c.yml'] }));
    const section = of(/Files/)!;
    assert.deepEqual(
      section.rows.map(({ text, detail }) => [text, detail]),
      [
        ['model/b.yml', 'renamed from model/a.yml'],
        ['model/c.yml', 'deleted'],
      ],
    );
    assert.deepEqual(links[Number(section.rows[0]!.open)], { kind: 'file', change: files[0] });
    assert.deepEqual(links[Number(section.links[0]!.id)], { kind: 'allFiles' });
    const conflicts = of(/Conflicts: 1/)!;
    assert.deepEqual(links[Number(conflicts.rows[1]!.open)], { kind: 'conflict', file: 'model/c.yml' });
  });

  it('offer to compare the values of affected queries, and show what differs', () => {
    const query = { path: 'queries/q.query.yml', query: {}, members: ['orders.count'] };
    const table: ComparedTable = {
      columns: [],
      rows: [
        { change: 'same', before: ['a', '1'], after: ['a', '1'] },
        { change: 'changed', before: ['b', '1'], after: ['b', '2'] },
        { change: 'removed', before: [null, '3'], after: null },
      ],
      added: 0,
      removed: 1,
      changed: 1,
    };
    const read = { ...reading(), queries: [query, { ...query, test: 'is plausible' }] };
    assert.equal(shownWith(reading()).of(/Values/), undefined);
    const before = shownWith(read);
    const section = before.of(/^Values of saved queries and tests: 2$/)!;
    assert.deepEqual(section.rows, []);
    assert.deepEqual(before.links[Number(section.links[0]!.id)], { kind: 'values' });

    const { rows } = shownWith(read, [
      { ...query, state: 'changed', table },
      {
        ...query,
        test: 'is plausible',
        state: 'failed',
        failure: { side: 'after', message: 'no such column', isRefusal: true },
      },
    ]).of(/^Values/)!;
    assert.deepEqual(
      rows.map(({ text, detail, tone }) => [text, detail, tone]),
      [
        ['queries/q.query.yml', 'Rows changed: 1, added: 0, removed: 1', 'warning'],
        ['queries/q.query.yml · is plausible', 'failed on dev-kim: no such column', 'error'],
      ],
    );
    assert.deepEqual(
      rows[0]!.notes.map(({ text }) => text),
      ['b | 1 → b | 2', '∅ | 3 → –'],
    );
  });

  it('show values in one line, without what is invisible, and cut', () => {
    const query = { path: 'q.query.yml', query: {}, members: ['orders.status'] };
    const row = { change: 'changed', before: ['a\n\u202eb'], after: ['x'.repeat(100_000)] } as const;
    const table: ComparedTable = { columns: [], rows: [row], added: 0, removed: 0, changed: 1 };
    const read = { ...reading(), queries: [query] };
    const [{ notes }] = shownWith(read, [{ ...query, state: 'changed', table }]).of(/^Values/)!.rows as [ReviewRow];
    assert.equal(notes[0]!.text, `a b → ${'x'.repeat(199)}…`);
  });

  it('show the results of tests: failed ones first, then those that did not run on these files', () => {
    const at = new Date(2026, 1, 2, 10, 42);
    const result: TestResult = {
      ...{ file: place.file, name: '', line: 4, message: '', ms: 1, status: 'passed', broken: [] },
    };
    const broken = [{ key: 'scalar' as const, reason: texts.message('includes', ['orders.total']) }];
    const cases: [string, TestResult | undefined][] = [
      ['passes', result],
      ['waits', undefined],
      ['fails', { ...result, status: 'failed', broken }],
      ['is invalid', { ...result, status: 'error', reason: texts.message('includes', ['x']) }],
      ['is refused', { ...result, status: 'error', cause: new Error('no such column') }],
    ];
    const tests = cases.map(([name, one]) => ({ name, place, result: one, at: one && at }));
    assert.equal(shownWith(reading()).of(/Tests/), undefined);
    const { of, links } = shownWith(reading(), undefined, tests);
    const section = of(/Tests/)!;
    assert.equal(section.title, 'Tests: 3 failed, 1 not run, 1 passed');
    const time = at.toLocaleTimeString('en');
    assert.deepEqual(
      section.rows.map(({ text, tone, detail, notes }) => [text, tone, detail, ...notes.map((one) => one.text)]),
      [
        ['fails', 'error', `failed at ${time}`, 'It includes orders.total.'],
        ['is invalid', 'error', `not run: error at ${time}`, 'It includes x.'],
        ['is refused', 'error', `not run: error at ${time}`, 'no such column'],
        ['waits', 'plain', 'not run on these files'],
        ['passes', 'good', `passed at ${time}`],
      ],
    );
    for (const { open } of section.rows) assert.deepEqual(links[Number(open)], { kind: 'place', place });
    assert.deepEqual(links[Number(section.links[0]!.id)], { kind: 'tests' });

    const none = shownWith(reading(), undefined, []).of(/Tests/)!;
    assert.deepEqual(none.links, []);
    assert.equal(none.rows[0]!.text, 'No test is affected by the changes.');
  });

  it('count the rows after the first 500', () => {
    const files = Array.from({ length: 620 }, (_, index) => ({ path: `model/${index}.yml`, status: 'added' as const }));
    const { rows, title } = shownWith(reading({}, { files })).of(/Files/)!;
    assert.equal(title, 'Files: 620');
    assert.equal(rows.length, 501);
    assert.equal(rows.at(-1)!.text, '… and 120 more');
  });

  it('show what was merged without a review', () => {
    assert.deepEqual(unshownSections([], 'main', plainLocalizer), []);
    const [section] = unshownSections([{ path: 'model/a.yml', status: 'removed' }], 'main', plainLocalizer);
    assert.equal(section!.title, 'Not reviewed: 1');
    assert.deepEqual(
      section!.rows.map(({ text, tone }) => [text, tone]),
      [
        ['main also has changes that this review did not show.', 'error'],
        ['model/a.yml', 'plain'],
      ],
    );
  });

  it('show names as they are', () => {
    const name = '<img src=x onerror=alert(1)> [a](command:x) {0} $(check)';
    const { of } = shownWith(reading({}, { files: [{ path: name, status: 'added' }], model: [{ ...changed, name }] }));
    assert.equal(of(/Files/)!.rows[0]!.text, name);
    assert.equal(of(/Model/)!.rows[0]!.text, `measure ${name}: changed (type, SQL)`);
  });
});
