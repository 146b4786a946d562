import assert from 'node:assert/strict';
import type { ComparedTable } from '../../../../src/query/compare/compareTables.ts';
import type { Certificate } from '../../../../src/review/certificate/certificate.ts';
import type { ValueChange } from '../../../../src/review/valueChanges.ts';

import { reading, shownWith } from './cardsUnderTest.ts';

describe('the card of the values of a review', () => {
  it('say which side did not run a query', () => {
    const query = { path: 'q.query.yml', query: {}, members: ['orders.count'] };
    const failed = (side: 'before' | 'after' | 'both'): ValueChange => {
      return { ...query, state: 'failed', failure: { side, message: 'no member', isRefusal: true } };
    };
    const values: ValueChange[] = [failed('before'), failed('after'), failed('both'), { ...query, state: 'refused' }];
    const { rows } = shownWith({ ...reading(), queries: [query] }, values).of('values')!;
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

  it('offer to compare the values of affected queries, and show what differs', () => {
    const query = { path: 'queries/q.query.yml', query: {}, members: ['orders.count'] };
    const table: ComparedTable = {
      columns: [
        { key: 'orders.status', member: 'orders.status', title: 'Status', kind: 'dimension', type: 'string' },
        { key: 'orders.count', member: 'orders.count', title: 'Count', kind: 'measure', type: 'number' },
      ],
      rows: [
        { change: 'same', before: ['a', '1'], after: ['a', '1'] },
        { change: 'changed', before: ['b', '10'], after: ['b', '5'] },
        { change: 'removed', before: [null, '3'], after: null },
      ],
      added: 0,
      removed: 1,
      changed: 1,
    };
    const read = { ...reading(), queries: [query, { ...query, test: 'is plausible' }] };
    assert.equal(shownWith(reading()).of('values'), undefined);
    const before = shownWith(read);
    const section = before.of('values')!;
    assert.deepEqual(section.rows, []);
    assert.deepEqual(before.links[Number(section.links[0]!.id)], { kind: 'values' });

    const { rows, table: shown } = shownWith(read, [
      { ...query, state: 'changed', table },
      {
        ...query,
        test: 'is plausible',
        state: 'failed',
        failure: { side: 'after', message: 'no such column', isRefusal: true },
      },
    ]).of('values')!;
    assert.deepEqual(
      rows.map(({ text, detail, tone }) => [text, detail, tone]),
      [
        ['queries/q.query.yml', 'Rows changed: 1, added: 0, removed: 1', 'warning'],
        ['queries/q.query.yml · is plausible', 'failed on dev-kim: no such column', 'error'],
      ],
    );
    assert.deepEqual(shown!.rows, [
      { name: 'queries/q.query.yml · b · orders.count', before: '10', after: '5', difference: '-50%', share: -0.5 },
      {
        name: 'queries/q.query.yml · ∅ · orders.count',
        before: '3',
        after: '–',
        difference: 'gone',
        share: -1,
      },
    ]);
  });

  it('show values in one line, without what is invisible, and cut', () => {
    const query = { path: 'q.query.yml', query: {}, members: ['orders.status'] };
    const row = { change: 'changed', before: ['a\n\u202eb'], after: ['x'.repeat(100_000)] } as const;
    const column = {
      key: 'orders.status',
      member: 'orders.status',
      title: 'S',
      kind: 'measure',
      type: 'string',
    } as const;
    const table: ComparedTable = { columns: [column], rows: [row], added: 0, removed: 0, changed: 1 };
    const read = { ...reading(), queries: [query] };
    const shown = shownWith(read, [{ ...query, state: 'changed', table }]).of('values')!.table!.rows[0]!;
    assert.deepEqual([shown.before, shown.after], ['a b', `${'x'.repeat(199)}…`]);
  });

  it('show the numbers of a certificate, and what was not compared, as the JSON of the command says', () => {
    const certificate: Certificate = {
      planner: null,
      compiler: null,
      slices: { equal: 38, same: 0, differs: 2, refused: 0, added: 0, removed: 0, notCompared: 1 },
      differences: [
        { measure: 'orders.total', by: null, before: 1000, after: 1250.5 },
        { measure: 'orders.total', by: 'orders.status', before: '0', after: '7', value: 'shipped', rows: 3 },
        { measure: 'orders.total', by: 'orders.status', before: null, after: null, only: 'after', value: 'new' },
        // A segment.
        { measure: 'orders.total', by: 'orders.paid', before: '1', after: '2', rows: 1 },
      ],
      refused: [],
      notCompared: [{ measure: 'orders.count', by: null, reason: 'sql-differs' }],
    };
    const shown = shownWith(reading({}, { certificate }));
    const card = shown.of('values')!;
    assert.deepEqual(card.summary, [
      'Numbers change: 2 of 41 slices differ, 38 proved equal.',
      '1 slice is not compared.',
    ]);
    assert.deepEqual(
      card.table!.rows.map(({ name, before, after, difference }) => [name, before, after, difference]),
      [
        ['orders.total', '1,000', '1,250.5', '+25.1%'],
        ['orders.total by orders.status = shipped, one of 3 rows', '0', '7', '+7'],
        ['orders.total by orders.status = new', '–', '∅', 'new'],
        ['orders.total by orders.paid', '1', '2', '+100%'],
      ],
    );
    assert.deepEqual(
      card.rows.map(({ text, detail }) => [text, detail]),
      [['Not compared: 1', 'their SQL differs']],
    );
    assert.equal(shown.links[Number(card.links[0]!.id)]!.kind, 'values');
    assert.match(shown.conclusion[0]!.text, /Numbers change: 2 of 41 slices differ/);
    const equal = { ...certificate, slices: { ...certificate.slices, equal: 41, differs: 0, notCompared: 0 } };
    const none = { ...equal, differences: [], notCompared: [] };
    const {
      conclusion: [first],
      of,
    } = shownWith(reading({}, { certificate: none }));
    assert.match(first!.text, /No number changes: 41 of 41 slices proved equal\.$/);
    assert.deepEqual(of('values')!.links, []);
  });
});
