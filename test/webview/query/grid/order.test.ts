import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/contract/messages/resultShape.ts';
import { sourceOf } from '../../../../src/webview/query/grid/gridSource.ts';
import { orderOf } from '../../../../src/webview/query/grid/order.ts';
import { comparedStatuses, count, month, resultOf, status, statuses } from '../sampleResult.ts';

function sorted(cells: Cell[], column = count, descending = false): Cell[] {
  const rows = cells.map((cell) => [cell]);
  const source = sourceOf({ result: resultOf([column], rows), compared: null })!;
  return [...orderOf(source, { key: column.key, descending }, false)].map((row) => rows[row]![0]!);
}

describe('the order of the rows', () => {
  it('compares numbers by every digit, with null last in both directions', () => {
    const cells = [
      '9007199254740993',
      null,
      '-3',
      '9007199254740992',
      '1e3',
      '0.1',
      '0.10000000000000000000001',
      'NaN',
    ];
    const numbers = ['-3', '0.1', '0.10000000000000000000001', '1e3', '9007199254740992', '9007199254740993'];
    assert.deepEqual(sorted(cells), [...numbers, 'NaN', null]);
    assert.deepEqual(sorted(cells, count, true), ['NaN', ...numbers.reverse(), null]);
  });

  it('compares texts and times by their characters, an empty text before others', () => {
    assert.deepEqual(sorted(['b', null, '', 'a', '10', '9'], status), ['', '10', '9', 'a', 'b', null]);
    const times = ['2026-02-01T00:00:00.000', '2025-12-01T00:00:00.000'];
    assert.deepEqual(sorted(times, month), [...times].reverse());
  });

  it('keeps the order of equal rows, in both directions', () => {
    const rows = [
      ['a', '1'],
      ['b', '1.0'],
      ['c', '0'],
      ['d', '1'],
    ];
    const source = sourceOf({ result: resultOf([status, count], rows), compared: null })!;
    assert.deepEqual([...orderOf(source, { key: count.key, descending: false }, false)], [2, 0, 1, 3]);
    assert.deepEqual([...orderOf(source, { key: count.key, descending: true }, false)], [0, 1, 3, 2]);
  });

  it('is that of the platform without a sort, or for a column that the result lacks', () => {
    const source = sourceOf({ result: statuses, compared: null })!;
    for (const sort of [null, { key: '__proto__', descending: true }])
      assert.deepEqual([...orderOf(source, sort, true)], [0, 1, 2, 3, 4]);
  });

  it('has only the rows that differ, by the value of the panel’s branch', () => {
    const source = sourceOf({ result: statuses, compared: comparedStatuses })!;
    assert.deepEqual([...orderOf(source, null, true)], [1, 2, 3, 4]);
    assert.deepEqual([...orderOf(source, { key: count.key, descending: true }, true)], [4, 1, 3, 2]);
  });
});
