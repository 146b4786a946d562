import assert from 'node:assert/strict';
import type { Cell } from '../../../src/contract/messages/resultShape.ts';
import type { Expectation } from '../../../src/model/documents/testDocument.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import { type Compared, evaluate } from '../../../src/query/tests/evaluate.ts';
import { pick, seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';

type Types = Readonly<Record<string, string>>;

function table(types: Types, ...rows: Cell[][]): ResultTable {
  const columns = Object.entries(types).map(([key, type]) => ({
    key,
    member: key.split('.').slice(0, 2).join('.'),
    title: key,
    kind: 'dimension' as const,
    type,
  }));
  return { columns, rows };
}

const byStatus = { 'orders.status': 'string', 'orders.count': 'number' };
const statuses = table(byStatus, ['completed', '10.00'], ['shipped', '3'], [null, '1']);
const single = (value: Cell, type = 'number') => table({ 'orders.value': type }, [value]);

describe('expectations of a test', () => {
  const holds: [string, Expectation, ResultTable, Compared?][] = [
    ['a number as text equals a number', { scalar: 10 }, single('10.00')],
    ['a number with an exponent', { scalar: 1250 }, single('1.25e3')],
    ['zero has no sign', { scalar: 0 }, single('-0.0')],
    ['all digits of a big integer', { scalar: '12345678901234567890' }, single('12345678901234567890')],
    ['within the tolerance, exactly', { scalar: 0.3, tolerance: 0.1 }, single('0.4')],
    ['a tolerance with a huge number next to it', { scalar: '1e999999999', tolerance: 1 }, single('1e999999999')],
    ['a tolerance of a big integer', { scalar: '90071992547409930', tolerance: 1 }, single('90071992547409931')],
    ['null', { scalar: null }, single(null)],
    ['a text', { scalar: 'Berlin' }, single('Berlin', 'string')],
    ['a number as a code in a text', { scalar: 2024 }, single('2024', 'string')],
    ['true as 1', { scalar: true }, single(1, 'boolean')],
    ['a date is its midnight', { scalar: '2026-01-01' }, single('2026-01-01T00:00:00.000', 'time')],
    ['a time without fractions', { scalar: '2026-01-01 12:30' }, single('2026-01-01T12:30:00.000Z', 'time')],
    [
      'rows with some members',
      { rows: [{ 'orders.count': 10 }, { 'orders.status': 'shipped' }, { 'orders.status': null }] },
      statuses,
    ],
    [
      'rows in any order',
      { rows: [{ 'orders.count': 1 }, { 'orders.count': 3 }, { 'orders.count': 10 }], unordered: true },
      statuses,
    ],
    ['rows within a tolerance', { rows: [{ 'orders.value': 1 }], tolerance: 0.5 }, single('1.5')],
    [
      'a member with a granularity, named without it',
      { rows: [{ 'orders.created_at': '2026-01-01' }] },
      table({ 'orders.created_at.day': 'time' }, ['2026-01-01T00:00:00.000']),
    ],
    ['no rows', { rows: [] }, table(byStatus)],
    ['a number of rows', { row_count: 3 }, statuses],
    ['a range of rows', { row_count: { min: 3, max: 3 } }, statuses],
    ['not null', { not_null: ['orders.count'] }, statuses],
    ['each member is unique, nulls do not count', { unique: ['orders.status', 'orders.count'] }, statuses],
    ['between both limits', { between: { 'orders.count': [1, 10] } }, statuses],
    [
      'a date as the upper limit is the whole day',
      { between: { 'orders.value': ['2026-01-01', '2026-01-31'] } },
      single('2026-01-31T23:59:59.999', 'time'),
    ],
    [
      'the same rows of another query, in another order and by the place of the columns',
      { same_as: { query: {} } },
      statuses,
      {
        same_as: table(
          { 'sales.status': 'string', 'sales.count': 'number' },
          [null, '1.0'],
          ['shipped', '3'],
          ['completed', '10'],
        ),
      },
    ],
    [
      'nearly the same numbers on another branch',
      { same_as_branch: 'main', tolerance: 0.001 },
      single('0.30000000000000004'),
      { same_as_branch: single('0.3') },
    ],
    [
      'nearly the same numbers of another query, in another order',
      { same_as: { query: {} }, tolerance: 0.5 },
      table(byStatus, ['a', '1'], ['b', '2'], ['b', '7']),
      { same_as: table(byStatus, ['b', '7.5'], ['a', '0.5'], ['b', '2.5']) },
    ],
    ['several expectations', { row_count: 3, not_null: ['orders.count'] }, statuses],
  ];
  for (const [title, expect, result, compared] of holds) {
    it(`holds: ${title}`, () => assert.deepEqual(evaluate(expect, { table: result }, compared), []));
  }

  const breaks: [string, Expectation, ResultTable, string, unknown, unknown, Compared?][] = [
    ['a number', { scalar: 0.8 }, single('0.75'), 'orders.value: expected 0.8, found 0.75.', 0.8, 0.75],
    [
      'the last digit of a big integer',
      { scalar: '12345678901234567890' },
      single('12345678901234567891'),
      'orders.value: expected "12345678901234567890", found "12345678901234567891".',
      '12345678901234567890',
      '12345678901234567891',
    ],
    [
      'just outside of the tolerance',
      { scalar: 0.3, tolerance: 0.1 },
      single('0.4000000000000001'),
      'orders.value: expected 0.3 ± 0.1, found 0.4000000000000001.',
      0.3,
      0.4000000000000001,
    ],
    [
      'null is not zero',
      { scalar: 0, tolerance: 1 },
      single(null),
      'orders.value: expected 0 ± 1, found null.',
      0,
      null,
    ],
    ['null is not empty', { scalar: '' }, single(null, 'string'), 'orders.value: expected "", found null.', '', null],
    [
      'a scalar of several rows',
      { scalar: 1 },
      statuses,
      'A single value needs one row and one column. Rows: 3, columns: 2.',
      1,
      undefined,
    ],
    [
      'another order',
      { rows: [{ 'orders.count': 3 }, { 'orders.count': 10 }, { 'orders.count': 1 }] },
      statuses,
      'Rows that differ: 2, first row 1. orders.count: expected 3, found 10.',
      [{ 'orders.count': 3 }, { 'orders.count': 10 }, { 'orders.count': 1 }],
      [{ 'orders.count': 10 }, { 'orders.count': 3 }, { 'orders.count': 1 }],
    ],
    [
      'fewer rows',
      { rows: [{ 'orders.count': '10.0' }], unordered: true },
      statuses,
      'Number of rows: expected 1, found 3.',
      [{ 'orders.count': '10.0' }],
      [{ 'orders.count': '10.0' }, { 'orders.count': 3 }, { 'orders.count': 1 }],
    ],
    [
      'the same row twice',
      { rows: [{ 'orders.count': 3 }, { 'orders.count': 3 }, { 'orders.count': 1 }], unordered: true },
      statuses,
      'Expected rows that are missing: 1. First: {"orders.count":3}',
      [{ 'orders.count': 3 }],
      [{ 'orders.count': 10 }],
    ],
    [
      'a member that is not a column',
      { rows: [{ 'orders.total': 3 }, {}, {}] },
      statuses,
      'The result has no column orders.total. Its columns: orders.status, orders.count.',
      undefined,
      undefined,
    ],
    ['a number of rows', { row_count: 4 }, statuses, 'Number of rows: expected 4, found 3.', 4, 3],
    [
      'too many rows',
      { row_count: { max: 2 } },
      statuses,
      'Number of rows: expected at most 2, found 3.',
      { max: 2 },
      3,
    ],
    [
      'a null',
      { not_null: ['orders.status'] },
      statuses,
      'orders.status is null in 1 of 3 rows, first in row 3.',
      'orders.status: not null',
      null,
    ],
    [
      'the same number, written differently',
      { unique: ['orders.value'] },
      table({ 'orders.value': 'number' }, ['10'], ['10.00']),
      'orders.value is not unique: 10 is in 2 rows.',
      'orders.value: unique',
      { value: 10, rows: 2 },
    ],
    [
      'numbers are not compared as texts',
      { between: { 'orders.count': [2, 9] } },
      statuses,
      'orders.count is not between 2 and 9 in 2 of 3 rows, first in row 1: 10.',
      [2, 9],
      10,
    ],
    [
      'null is in no range',
      { between: { 'orders.value': [0, 1] } },
      single(null),
      'orders.value is not between 0 and 1 in 1 of 1 rows, first in row 1: null.',
      [0, 1],
      null,
    ],
    [
      'another query',
      { same_as: { query: {} } },
      single('1'),
      'orders.value: expected 2, found 1.',
      2,
      1,
      { same_as: single('2') },
    ],
    [
      'another query with several rows',
      { same_as: { query: {} } },
      table({ 'orders.value': 'number' }, ['1'], ['3']),
      'Rows only of this query: 1; rows only of the other query: 1.',
      [{ 'orders.value': 2 }],
      [{ 'orders.value': 1 }],
      { same_as: table({ 'orders.value': 'number' }, ['3'], ['2']) },
    ],
    [
      'another branch',
      { same_as_branch: 'main' },
      table({ 'orders.value': 'number' }, ['1'], ['1']),
      'Rows only here: 1; rows only on main: 0.',
      [],
      [{ 'orders.value': 1 }],
      { same_as_branch: single('1') },
    ],
    [
      'a query with more columns',
      { same_as: { query: {} } },
      single('1'),
      'The other query has 2 columns, this one 1.',
      ['orders.status', 'orders.count'],
      ['orders.value'],
      { same_as: statuses },
    ],
    [
      'a query without the expected error',
      { error: 'denied' },
      single('1'),
      'Expected an error that contains “denied”, but the query has a result.',
      'denied',
      null,
    ],
  ];
  for (const [title, expect, result, message, expected, actual, compared] of breaks) {
    it(`is broken: ${title}`, () => {
      const [broken, ...more] = evaluate(expect, { table: result }, compared);
      assert.deepEqual(more, []);
      assert.equal(broken?.reason.message, message);
      assert.deepEqual(broken?.expected, expected);
      assert.deepEqual(broken?.actual, actual);
    });
  }

  it('compares the error of the platform with the expected part of it', () => {
    const refusal = 'You requested hidden member: sales.average_amount';
    assert.deepEqual(evaluate({ error: 'hidden member' }, { refusal }), []);
    const [broken] = evaluate({ error: 'not found' }, { refusal });
    assert.equal(broken?.reason.message, `Expected an error that contains “not found”. The error is: ${refusal}`);
  });

  it('names every broken expectation', () => {
    const broken = evaluate(
      {
        row_count: 2,
        not_null: ['orders.status', 'orders.count'],
        between: { 'orders.count': [0, 5] },
        unique: ['orders.count'],
      },
      { table: statuses },
    );
    assert.deepEqual(
      broken.map(({ key }) => key),
      ['row_count', 'not_null', 'between'],
    );
  });

  it('pairs random rows as trying every order does', () => {
    const seed = testSeed();
    const random = seeded(seed);
    const one = <T>(...items: T[]) => pick(random, items) as T;
    const number = () => one('1', '1.0', '1.4', '2', '2.50', null);
    for (let round = 0; round < 300; round += 1) {
      const count = Math.floor(random() * 5);
      const result = table(byStatus, ...Array.from({ length: count }, () => [one('a', 'b', null), number()]));
      const rows = Array.from({ length: count }, () => ({
        ...(random() < 0.8 ? { 'orders.status': one('a', 'b', null) } : {}),
        ...(random() < 0.8 ? { 'orders.count': one<number | string | null>(1, 1.5, 2, '2.5', null) } : {}),
      }));
      const tolerance = one(undefined, 0.5);
      const expect: Expectation = { rows, unordered: true, ...(tolerance === undefined ? {} : { tolerance }) };
      const isPossible = permutations(result.rows).some((order) => {
        return rows.every((row, i) =>
          Object.entries(row).every(([name, value]) => {
            const cell = order[i]![name === 'orders.status' ? 0 : 1]!;
            if (value === null || cell === null || name === 'orders.status') return value === cell;
            return Math.abs(Number(value) - Number(cell)) <= (tolerance ?? 0) + 1e-9;
          }),
        );
      });
      const holds = evaluate(expect, { table: result }).length === 0;
      assert.equal(holds, isPossible, `TEST_SEED=${seed}: ${JSON.stringify({ rows, result: result.rows, tolerance })}`);
    }
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}
