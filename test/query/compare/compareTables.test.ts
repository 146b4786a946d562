import assert from 'node:assert/strict';
import type { Cell, ResultColumn } from '../../../src/contract/messages/resultShape.ts';
import { type ComparedTable, compareTables } from '../../../src/query/compare/compareTables.ts';
import type { WholeTable } from '../../../src/query/results/resultTable.ts';
import { randomFrom } from '../../run/randomFrom.ts';
import { testSeed } from '../../run/testSeed.ts';

const column = (key: string, kind: ResultColumn['kind'], type: string): ResultColumn => ({
  key,
  member: key,
  title: key,
  kind,
  type,
});
const city = column('o.city', 'dimension', 'string');
const day = column('o.at.day', 'time', 'time');
const size = column('o.size', 'dimension', 'number');
const count = column('o.count', 'measure', 'number');
const total = column('o.total', 'measure', 'number');

const table = (columns: ResultColumn[], ...rows: Cell[][]): WholeTable => ({ columns, rows });
/** Each row as its sign and its values: `~Berlin,1→2`. */
const shown = ({ rows }: ComparedTable) =>
  rows.map(({ change, before, after }) => {
    const sign = { same: '=', added: '+', removed: '-', changed: '~' }[change];
    const cells = (after ?? before)!.map((cell, place) => {
      const earlier = before?.[place];
      return change === 'changed' && earlier !== cell ? `${earlier}→${cell}` : `${cell}`;
    });
    return `${sign}${cells.join()}`;
  });

describe('a comparison of two results', () => {
  it('matches rows by their dimensions, and counts what is different', () => {
    const compared = compareTables(
      table([city, count], ['Berlin', '1'], ['Graz', '2'], ['Lyon', '3']),
      table([city, count], ['Lyon', '3'], ['Berlin', '5'], ['Porto', '4']),
    );
    assert.deepEqual(shown(compared), ['=Lyon,3', '~Berlin,1→5', '-Graz,2', '+Porto,4']);
    assert.deepEqual([compared.added, compared.removed, compared.changed], [1, 1, 1]);
  });

  it('puts a removed row after the row that it followed', () => {
    const before = table([city, count], ['a', '1'], ['b', '1'], ['c', '1'], ['d', '1'], ['e', '1']);
    assert.deepEqual(shown(compareTables(before, table([city, count], ['c', '1'], ['x', '1']))), [
      '-a,1',
      '-b,1',
      '=c,1',
      '-d,1',
      '-e,1',
      '+x,1',
    ]);
    assert.deepEqual(
      shown(compareTables(before, table([city, count]))).map((row) => row[0]),
      ['-', '-', '-', '-', '-'],
    );
  });

  it('null, an empty text and “null” are three keys', () => {
    const before = table([city, count], [null, '1'], ['', '2'], ['null', '3']);
    const after = table([city, count], ['null', '3'], ['', '2'], [null, '1']);
    assert.deepEqual(shown(compareTables(before, after)), ['=null,3', '=,2', '=null,1']);
    assert.deepEqual(shown(compareTables(table([city, count], [null, '1']), table([city, count], ['', '1']))), [
      '-null,1',
      '+,1',
    ]);
  });

  it('two keys together are never mistaken for other two', () => {
    const keys: Cell[][] = [
      ['a', '1:b'],
      ['a1', ':b'],
      ['', 'a1:b'],
      ['a1:b', ''],
      [null, '-'],
      ['-', null],
    ];
    const one = column('o.one', 'dimension', 'string');
    const two = column('o.two', 'dimension', 'string');
    const before = table([one, two, count], ...keys.map((key) => [...key, '1']));
    const after = table([one, two, count], ...[...keys].reverse().map((key) => [...key, '1']));
    assert.ok(compareTables(before, after).rows.every(({ change }) => change === 'same'));
  });

  it('numbers are compared by value and exactly, in keys and in measures', () => {
    const before = table([size, total], ['1', '0.30'], ['9007199254740993', '9007199254740993'], ['2.50', '1e3']);
    const after = table([size, total], ['1.0', '0.3'], ['9007199254740993', '9007199254740992'], [2.5, 1000]);
    assert.deepEqual(
      compareTables(before, after).rows.map(({ change }) => change),
      ['same', 'changed', 'same'],
    );
    const large = compareTables(
      table([size, total], ['9007199254740992', '1']),
      table([size, total], ['9007199254740993', '1']),
    );
    assert.deepEqual([large.added, large.removed], [1, 1]);
  });

  it('dates are compared as times', () => {
    const before = table([day, count], ['2026-01-01T00:00:00.000', '1'], ['2026-01-02T00:00:00.000', '1']);
    const after = table([day, count], ['2026-01-01 00:00:00', '1'], ['2026-01-03T00:00:00', '1']);
    assert.deepEqual(
      compareTables(before, after).rows.map(({ change }) => change),
      ['same', 'removed', 'added'],
    );
  });

  it('of rows with the same dimensions, equal ones belong together first', () => {
    const before = table([city, count], ['a', '1'], ['a', '2'], ['a', '3']);
    const after = table([city, count], ['a', '3'], ['a', '9'], ['a', '1'], ['a', '1']);
    assert.deepEqual(shown(compareTables(before, after)), ['=a,3', '~a,2→9', '=a,1', '+a,1']);
  });

  it('one row without dimensions is the same row', () => {
    assert.deepEqual(shown(compareTables(table([count], ['1']), table([count], ['2']))), ['~1→2']);
    assert.deepEqual(shown(compareTables(table([count]), table([count], ['2']))), ['+2']);
  });

  it('a column of one side is shown, and makes no row a changed one', () => {
    const compared = compareTables(table([city, count], ['a', '1']), table([city, total], ['a', '7']));
    assert.deepEqual(
      compared.columns.map(({ key }) => key),
      ['o.city', 'o.total', 'o.count'],
    );
    assert.deepEqual(compared.rows, [{ change: 'same', before: ['a', null, '1'], after: ['a', '7', null] }]);
    const other = compareTables(table([city, count], ['a', '1']), table([size, count], ['1', '1']));
    assert.deepEqual([other.added, other.removed, other.changed], [1, 1, 0]);
  });

  it('columns can come in another order, and a member can change its type', () => {
    const before = table([city, count, total], ['a', '1', '2']);
    assert.deepEqual(shown(compareTables(before, table([total, city, count], ['2.0', 'a', '1']))), ['=2.0,a,1']);
    const text = { ...count, type: 'string' };
    assert.deepEqual(shown(compareTables(table([city, text], ['a', '1']), table([city, count], ['a', '1.0']))), [
      '~a,1→1.0',
    ]);
    assert.deepEqual(shown(compareTables(table([city, count], ['a', '1']), table([city, text], ['a', '1.0']))), [
      '~a,1→1.0',
    ]);
  });

  /** Properties of the comparison of any two tables, checked on all pairs of rows. */
  it('agrees with a comparison of all pairs, for random tables', () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const kinds: [ResultColumn, Cell[]][] = [
      [city, [null, '', 'a', 'b', 'null', 'A']],
      [day, [null, '2026-01-01T00:00:00.000', '2026-01-01T00:00:00', '2026-01-02T00:00:00.000']],
      [size, [null, '0', '-0.0', '1', '1.0', '9007199254740993', '9007199254740992', 1]],
      [count, [null, '1', '1.00', '2', '-1']],
      [total, [null, '0.1', '0.10', '0.2']],
    ];
    for (let round = 0; round < 300; round += 1) {
      const chosen = kinds.filter(() => random() < 0.5);
      const columns = chosen.map(([each]) => each);
      const rows = () =>
        Array.from({ length: Math.floor(random() * 9) }, () => chosen.map(([, values]) => one(values)));
      const before = table(columns, ...rows());
      const after = table(columns, ...rows());
      try {
        assertSound(before, after, compareTables(before, after));
      } catch (failure) {
        throw new Error(`round ${round} of seed ${seed}: ${JSON.stringify({ before, after })}\n${failure}`);
      }
    }
  });
});

/** Equality without the code under test: JavaScript's numbers and dates, and big integers. */
function equal(a: Cell, b: Cell, { type }: ResultColumn): boolean {
  if (a === null || b === null) return a === b;
  if (type === 'string') return a === b;
  if (type === 'time') return Date.parse(`${a}Z`) === Date.parse(`${b}Z`);
  const isInteger = (cell: Cell) => /^-?\d+$/.test(String(cell));
  return isInteger(a) && isInteger(b) ? BigInt(a) === BigInt(b) : Number(a) === Number(b);
}

function assertSound(before: WholeTable, after: WholeTable, compared: ComparedTable): void {
  const { columns } = before;
  const places = columns.map((_, place) => place);
  const keys = places.filter((place) => columns[place]!.kind !== 'measure');
  const sameAt = (at: readonly number[], a: readonly Cell[], b: readonly Cell[]) =>
    at.every((place) => equal(a[place]!, b[place]!, columns[place]!));
  const { rows } = compared;
  const later = rows.filter((row) => row.after);
  assert.deepEqual(
    later.map((row) => row.after),
    after.rows,
    'the later rows in their order',
  );
  const earlier = rows.filter((row) => row.before).map((row) => JSON.stringify(row.before));
  assert.deepEqual(earlier.sort(), before.rows.map((row) => JSON.stringify(row)).sort(), 'each earlier row once');
  for (const { change, before: old, after: now } of rows) {
    if (old && now) {
      assert.ok(sameAt(keys, old, now), 'a pair has the same dimensions');
      assert.equal(change, sameAt(places, old, now) ? 'same' : 'changed');
    } else assert.equal(change, old ? 'removed' : 'added');
  }
  for (const row of [...before.rows, ...after.rows]) {
    const group = (list: readonly (readonly Cell[])[], at: readonly number[]) =>
      list.filter((other) => sameAt(at, row, other)).length;
    const is = (wanted: string) => (each: ComparedTable['rows'][number]) =>
      each.change === wanted && sameAt(keys, row, (each.after ?? each.before)!);
    const [old, now] = [group(before.rows, keys), group(after.rows, keys)];
    assert.equal(rows.filter(is('added')).length, Math.max(0, now - old), 'added of one key');
    assert.equal(rows.filter(is('removed')).length, Math.max(0, old - now), 'removed of one key');
    const equalRows = rows.filter(({ change, after: cells }) => change === 'same' && sameAt(places, row, cells!));
    const possible = Math.min(group(before.rows, places), group(after.rows, places));
    assert.equal(equalRows.length, possible, 'equal rows belong together');
  }
  const texts = before.rows.map((row) => JSON.stringify(row));
  if (new Set(texts).size === texts.length) assertOrder(texts, rows);
  const counts = (change: string) => rows.filter((row) => row.change === change).length;
  assert.deepEqual(
    [compared.added, compared.removed, compared.changed],
    [counts('added'), counts('removed'), counts('changed')],
  );
}

/** A removed row follows the pair whose earlier row it followed. */
function assertOrder(texts: readonly string[], rows: ComparedTable['rows']): void {
  const isRemoved = new Map(rows.map(({ change, before }) => [JSON.stringify(before), change === 'removed']));
  rows.forEach(({ change, before }, place) => {
    if (change !== 'removed') return;
    const followed = texts.slice(0, texts.indexOf(JSON.stringify(before))).filter((text) => !isRemoved.get(text));
    const shownAfter = rows
      .slice(0, place)
      .filter((row) => row.change !== 'removed')
      .at(-1);
    assert.equal(shownAfter ? JSON.stringify(shownAfter.before) : undefined, followed.at(-1));
  });
}
