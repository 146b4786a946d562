import assert from 'node:assert/strict';
import type { JoinReport, KeyReport } from '../../../src/local/doctor/report.ts';
import { marksOf } from '../../../src/local/doctor/reportMarks.ts';
import { indexOf, markedText } from '../../model/models.ts';

const file = 'model/orders.yml';
const index = indexOf({
  'orders.yml': `cubes:
  - name: orders
    sql_table: orders
    joins:
      - name: users
        relationship: "one_to_one"
        sql: "{CUBE}.user_id = {users}.id"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
  - name: users
    sql_table: users
`,
});

const join: JoinReport = {
  file,
  line: 5,
  from: 'orders',
  to: 'users',
  relationship: 'one_to_one',
  result: 'wrong',
  rows: 1204331,
  duplicates: 312,
  nulls: 2,
  unmatched: 0,
  suggested: 'many_to_one',
  effects: [{ measure: 'users.total', by: 'orders.id', before: '100', after: '104.1' }],
};
const key: KeyReport = { cube: 'orders', file, line: 9, result: 'wrong', duplicates: 1, nulls: 0 };

describe('the marks of an examination', () => {
  it('are at the relationship, with counts, effect and the relationship that the data shows', () => {
    const { problems, marks } = marksOf(index, { joins: [join], keys: [], problems: [] });
    const [problem] = problems;
    assert.equal(markedText(index, problem!), 'one_to_one');
    assert.deepEqual(problem!.fix, { kind: 'replace', texts: ['many_to_one'] });
    assert.deepEqual(problem!.message.split('\n'), [
      '`orders` to `users` is `one_to_one`, but 312 keys repeat; the data shows many_to_one (1,204,331 rows, 2 without a key).',
      'users.total grows by 4.1 % when grouped by orders.id (100 → 104.1)',
    ]);
    assert.deepEqual(
      marks.map((mark) => `${markedText(index, mark as never)}: ${mark.text}`),
      ['users: one_to_one ✗ 312 keys repeat: users.total grows by 4.1 % when grouped by orders.id (100 → 104.1)'],
    );
  });

  it('say that a join is right, and why one is not known, without a problem', () => {
    const right: JoinReport = { ...join, result: 'ok', duplicates: 0, nulls: 0, suggested: null, effects: [] };
    const unknown: JoinReport = {
      ...right,
      result: 'unknown',
      rows: null,
      reason: 'its cubes are in two data sources',
    };
    const { problems, marks } = marksOf(index, { joins: [right, unknown], keys: [], problems: [] });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['one_to_one ✓ 1,204,331 rows', 'one_to_one not known: its cubes are in two data sources'],
    );
  });

  it('offer no relationship if no one fits', () => {
    const { problems } = marksOf(index, { joins: [{ ...join, suggested: null }], keys: [], problems: [] });
    assert.equal(problems[0]!.fix, undefined);
    assert.match(problems[0]!.message, /through a cube with one row for each key/);
  });

  it('are at a key that repeats, and at the line of a changed total', () => {
    const total = { kind: 'total', file, line: 5, message: '`a` grows' } as const;
    const budget = { kind: 'budget', file: '.', line: 1, message: 'Not everything' } as const;
    const { problems } = marksOf(index, { joins: [], keys: [key], problems: [total, budget] });
    assert.deepEqual(
      problems.map(({ code, range }) => `${code} ${range.start.line + 1}`),
      ['repeated-key 9', 'changed-total 5'],
    );
    assert.equal(markedText(index, problems[0]!), 'id');
  });
});
