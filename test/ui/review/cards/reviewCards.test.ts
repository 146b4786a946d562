import assert from 'node:assert/strict';
import type { ReviewCard } from '../../../../src/contract/messages/reviewChannel.ts';
import type { TestResult } from '../../../../src/query/tests/testResult.ts';
import { type CompiledReview, nothingCompiled } from '../../../../src/review/compiled/compiledReview.ts';
import { reviewTexts } from '../../../../src/review/model/reviewTexts.ts';
import type { BranchReading } from '../../../../src/session/review/readReview.ts';
import { unshownCard } from '../../../../src/ui/review/cards/problemCards.ts';
import { plainLocalizer } from '../../../../src/ui/shell/localizer.ts';

import { changed, definition, place, reading, removed, shownWith, texts } from './cardsUnderTest.ts';

describe('the cards of a review', () => {
  it('say how the branch is built, and whether the parent moved', () => {
    const rows = (read: BranchReading) => shownWith(read).of('state')!.rows;
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
    const [breaks, others] = [of('breaks')!, of('changes')!];
    assert.deepEqual([breaks.count, others.count], [1, 1]);
    assert.deepEqual(
      [...breaks.rows, ...others.rows].map(({ text, tone }) => [text, tone]),
      [
        ['measure orders.total: removed', 'error'],
        ['measure orders.count: changed (type, SQL)', 'plain'],
      ],
    );
    const [note] = breaks.rows[0]!.notes;
    assert.equal(note!.text, 'view sales: It includes orders.total.');
    assert.deepEqual(links[Number(note!.open)], { kind: 'place', place });
    assert.deepEqual(links[Number(others.rows[0]!.open)], { kind: 'place', place: definition });
  });

  it('say what uses a changed part', () => {
    const reach = { members: ['orders.share', 'sales.share'], views: ['sales'] };
    const usedBy = { queries: ['q.query.yml'], tests: ['a.test.yml · one', 'a.test.yml · two'] };
    const { rows } = shownWith(reading({}, { model: [{ ...changed, reach, usedBy }] })).of('changes')!;
    assert.deepEqual(rows[0]!.notes, [
      {
        text: 'Used by 1 view, 1 saved query, 2 tests, 2 members: sales, q.query.yml, a.test.yml · one, a.test.yml · two, orders.share, …',
        tone: 'plain',
        open: null,
      },
    ]);
    assert.deepEqual(shownWith(reading({}, { model: [changed] })).of('changes')!.rows[0]!.notes, []);
  });

  const compiledReading = (compiled: Partial<CompiledReview>) =>
    reading({}, { compiled: { ...nothingCompiled, ...compiled } });

  it('say that it is not known what breaks if the compiled models are not compared', () => {
    assert.deepEqual(shownWith(reading()).of('changes')!.summary, ['No cube, view or member differs.']);
    const shown = shownWith(compiledReading({ missing: [reviewTexts.message('not-built', ['main'])] }));
    assert.deepEqual(shown.of('breaks')!.summary, [
      'The compiled models are not compared, so it is not known what the changes break.',
      'main is not built.',
    ]);
    assert.equal(shown.of('changes')!.title, 'Definitions in the sources');
    assert.deepEqual(shown.conclusion[1], { text: 'It is not known what breaks.', tone: 'error' });
  });

  it('say at the end of the conclusion that this computer compiled the models, and why', () => {
    const shown = shownWith(compiledReading({ compiledHere: [reviewTexts.message('not-built', ['main'])] }));
    assert.deepEqual(shown.conclusion.at(-1), {
      text: 'This computer compiled both models, because the platform does not have them. main is not built.',
      tone: 'plain',
    });
    assert.deepEqual(shown.conclusion[1], { text: 'Nothing breaks.', tone: 'good' });
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
    const [{ id, count, summary, rows }] = shown.cards as [ReviewCard];
    assert.deepEqual([id, count], ['errors', 2]);
    assert.deepEqual(summary, []);
    assert.deepEqual(shown.conclusion.slice(1), [
      { text: 'main does not compile, so it is not known what breaks and who sees more.', tone: 'error' },
    ]);
    assert.deepEqual(
      rows.map(({ text, detail, tone }) => [text, detail, tone]),
      [
        ['x is wrong', 'model/views/sales.yml:4 on main', 'error'],
        ['no model', 'on main', 'error'],
      ],
    );
    const at = { file: place.file, range: place.range, side: 'before' };
    assert.deepEqual(shown.links[Number(rows[0]!.open)], { kind: 'place', place: at });
    assert.deepEqual([shown.of('changes')!.rows, shown.of('changes')!.summary], [[], []], 'nothing is claimed');
  });

  it('show an error that both branches have once', () => {
    const { file, range } = place;
    const before = { side: 'before', branch: 'main', file, range, message: 'x is wrong' } as const;
    const after = { ...before, side: 'after', branch: 'dev-kim' } as const;
    const shown = shownWith(compiledReading({ errors: [before, after, { ...after, message: 'y is wrong' }] }));
    const { count, rows } = shown.of('errors')!;
    assert.equal(count, 2);
    assert.deepEqual(
      rows.map(({ text, detail }) => [text, detail]),
      [
        ['x is wrong', 'model/views/sales.yml:4 on main and dev-kim'],
        ['y is wrong', 'model/views/sales.yml:4 on dev-kim'],
      ],
    );
    assert.deepEqual(shown.links[Number(rows[0]!.open)], { kind: 'place', place: { file, range, side: 'after' } });
    assert.equal(
      shown.conclusion[1]!.text,
      'main and dev-kim do not compile, so it is not known what breaks and who sees more.',
    );
  });

  it('say that nothing changed', () => {
    const shown = shownWith(reading({}, { files: [] }));
    assert.deepEqual(shown.conclusion, [{ text: 'Nothing changed: both branches have the same files.', tone: 'good' }]);
    assert.deepEqual(shown.of('files')!.summary, ['No file differs.']);
  });

  it('have the differences of the first definitions, and ask for those of the others', () => {
    const model = Array.from({ length: 101 }, (_, at) => ({ ...changed, name: `orders.m${at}` }));
    const { rows } = shownWith(reading({}, { model })).of('changes')!;
    assert.equal(rows[99]!.more, undefined);
    assert.equal(rows[100]!.more!.label, 'Difference of measure orders.m100');
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
          { name: 'orders.sum', effect: 'changed', causes: ['orders.sum'] },
          { name: 'orders.id', previousName: 'orders.key', effect: 'refused', message: 'hidden', causes: ['orders'] },
        ],
        notCompared: { members: 3, queries: 1, reasons: ['no answer'] },
      }),
    );
    const model = shown.of('breaks')!;
    assert.deepEqual(
      model.rows.map(({ text, tone }) => [text, tone]),
      [['test is plausible: It is refused now: no join path', 'error']],
    );
    assert.deepEqual(
      shown.of('consumers')!.rows.map(({ text, tone }) => [text, tone]),
      [
        ['sales.total is now named sales.revenue.', 'warning'],
        ['care is gone.', 'warning'],
      ],
    );
    assert.deepEqual(
      shown.of('changes')!.rows.map(({ text, detail, tone, notes }) => [text, detail, tone, notes.length]),
      [
        [
          'orders.total',
          'other SQL, no changed definition explains it: look at macros, variables and programs',
          'plain',
          0,
        ],
        ['orders.sum', 'other SQL', 'plain', 0],
        ['orders.id, before orders.key', 'refused by dev-kim, because of orders', 'error', 1],
        [
          'Not compared: 3 members, 1 saved query or test',
          'The platform did not give their SQL on both branches.',
          'warning',
          1,
        ],
      ],
    );
  });

  it('link each file and each conflict', () => {
    const files = [
      { path: 'model/b.yml', status: 'renamed' as const, previousPath: 'model/a.yml' },
      { path: 'model/c.yml', status: 'removed' as const },
    ];
    const { of, links } = shownWith(reading({ moved: files }, { files, conflicts: ['model/c.yml'] }));
    const section = of('files')!;
    assert.deepEqual(
      section.rows.map(({ text, detail }) => [text, detail]),
      [
        ['model/b.yml', 'renamed from model/a.yml'],
        ['model/c.yml', 'deleted'],
      ],
    );
    assert.deepEqual(links[Number(section.rows[0]!.open)], { kind: 'file', change: files[0] });
    assert.deepEqual(links[Number(section.links[0]!.id)], { kind: 'allFiles' });
    const conflicts = of('conflicts')!;
    assert.deepEqual(links[Number(conflicts.rows[0]!.open)], { kind: 'conflict', file: 'model/c.yml' });
  });

  it('say who sees more, and that it is not known', () => {
    const more = { view: 'sales', change: 'more', what: 'members', before: [], after: ['sales.margin'] } as const;
    const access = {
      changes: [
        { ...more, group: '*' },
        { ...more, group: 'managers' },
      ],
      unknown: [],
    };
    const shown = shownWith(reading({}, { access }));
    assert.deepEqual(
      shown.of('access')!.rows.map(({ text, tone }) => [text, tone]),
      [
        ['Everybody sees more of sales: sales.margin', 'warning'],
        ['Users in managers see more of sales: sales.margin', 'warning'],
      ],
    );
    assert.equal(shown.conclusion[2]!.text, 'Everybody sees more than before. Users in managers see more than before.');
    const same = shownWith(reading({}, { access: { changes: [], unknown: [] } }));
    assert.deepEqual([same.of('access'), same.conclusion[2]!.tone], [undefined, 'good']);
    assert.equal(shownWith(reading()).conclusion[2]!.text, 'It is not known who sees more.');
  });

  it('name the reports that use a name, with links, and what was not searched', () => {
    const user = { kind: 'report', name: 'Revenue', content: { id: 'revenue', where: 'For customers' } } as const;
    const shown = shownWith(
      compiledReading({
        consumers: [{ kind: 'measure', name: 'sales.total', change: 'removed', uses: [user] }],
        contentNotRead: [reviewTexts.message('reports-cut', [5000])],
      }),
    );
    const card = shown.of('consumers')!;
    assert.equal(card.rows[0]!.notes[0]!.text, 'report Revenue (For customers)');
    assert.deepEqual(shown.links[Number(card.rows[0]!.notes[0]!.open)], { kind: 'content', user });
    assert.equal(card.summary.at(-1), 'Only the first 5000 reports were searched.');
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
    assert.equal(shownWith(reading()).of('tests'), undefined);
    const { of, links } = shownWith(reading(), undefined, tests);
    const section = of('tests')!;
    assert.deepEqual(section.summary, ['3 failed, 1 not run, 1 passed']);
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

    const none = shownWith(reading(), undefined, []).of('tests')!;
    assert.deepEqual(none.links, []);
    assert.deepEqual(none.summary, ['No test is affected by the changes.']);
  });

  it('count the rows after the first 500', () => {
    const files = Array.from({ length: 620 }, (_, index) => ({ path: `model/${index}.yml`, status: 'added' as const }));
    const { rows, count } = shownWith(reading({}, { files })).of('files')!;
    assert.equal(count, 620);
    assert.equal(rows.length, 501);
    assert.equal(rows.at(-1)!.text, '… and 120 more');
  });

  it('show what was merged without a review', () => {
    assert.deepEqual(unshownCard([], 'main', plainLocalizer), []);
    const [section] = unshownCard([{ path: 'model/a.yml', status: 'removed' }], 'main', plainLocalizer);
    assert.deepEqual([section!.title, section!.count], ['Not reviewed', 1]);
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
    assert.equal(of('files')!.rows[0]!.text, name);
    assert.equal(of('changes')!.rows[0]!.text, `measure ${name}: changed (type, SQL)`);
  });
});
