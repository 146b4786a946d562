import assert from 'node:assert/strict';
import {
  clampSelection,
  isInRange,
  rangeOf,
  selectAll,
  selectCell,
  selectionAfter,
} from '../../../../src/webview/query/grid/selection.ts';

const size = { rows: 100, columns: 5, page: 10 };
const press = (from: [number, number], key: string, { ctrl = false, shift = false } = {}) => {
  const selection = selectionAfter(selectCell({ row: from[0], column: from[1] }), { key, ctrl, shift }, size);
  return selection && [selection.active.row, selection.active.column];
};

describe('the selection of the grid', () => {
  it('moves by keys, and stops at the edges', () => {
    assert.deepEqual(press([3, 2], 'ArrowDown'), [4, 2]);
    assert.deepEqual(press([99, 4], 'ArrowDown'), [99, 4]);
    assert.deepEqual(press([99, 4], 'ArrowRight'), [99, 4]);
    assert.deepEqual(press([3, 0], 'ArrowLeft'), [3, 0]);
    assert.deepEqual(press([3, 2], 'PageDown'), [13, 2]);
    assert.deepEqual(press([95, 2], 'PageDown'), [99, 2]);
    assert.deepEqual(press([3, 2], 'PageUp'), [0, 2]);
    assert.deepEqual(press([3, 2], 'Home'), [3, 0]);
    assert.deepEqual(press([3, 2], 'End'), [3, 4]);
    assert.deepEqual(press([50, 2], 'Home', { ctrl: true }), [0, 0]);
    assert.deepEqual(press([50, 2], 'End', { ctrl: true }), [99, 4]);
    assert.equal(press([50, 2], 'x'), undefined);
  });

  it('reaches the column titles from the first row, and the rows from there', () => {
    assert.deepEqual(press([0, 2], 'ArrowUp'), [-1, 2]);
    assert.deepEqual(press([-1, 2], 'ArrowUp'), [-1, 2]);
    assert.deepEqual(press([-1, 2], 'ArrowRight'), [-1, 3]);
    assert.deepEqual(press([-1, 2], 'ArrowDown'), [0, 2]);
  });

  it('extends a range with Shift, never to the titles', () => {
    let selection = selectCell({ row: 1, column: 3 });
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft'])
      selection = selectionAfter(selection, { key, ctrl: false, shift: true }, size)!;
    assert.deepEqual(rangeOf(selection), { top: 0, bottom: 1, left: 1, right: 3 });
    assert.equal(isInRange(rangeOf(selection), 0, 2), true);
    assert.equal(isInRange(rangeOf(selection), 2, 2), false);
    selection = selectionAfter(selection, { key: 'ArrowDown', ctrl: false, shift: false }, size)!;
    assert.deepEqual(rangeOf(selection), { top: 1, bottom: 1, left: 1, right: 1 });
    assert.equal(rangeOf(selectCell({ row: -1, column: 0 })), undefined);
  });

  it('stays inside when the grid shrinks', () => {
    const selection = selectCell({ row: 90, column: 4 }, { row: 2, column: 1 });
    const smaller = clampSelection(selection, { rows: 3, columns: 2, page: 1 })!;
    assert.deepEqual(rangeOf(smaller), { top: 2, bottom: 2, left: 1, right: 1 });
    assert.deepEqual(clampSelection(selection, { rows: 0, columns: 2, page: 1 })?.active, { row: -1, column: 1 });
    assert.equal(clampSelection(selection, { rows: 0, columns: 0, page: 1 }), undefined);
    assert.equal(selectAll({ rows: 0, columns: 2, page: 1 }), undefined);
  });

  it('keeps the only title in a grid without rows', () => {
    const empty = { rows: 0, columns: 1, page: 1 };
    const title = selectCell({ row: -1, column: 0 });
    for (const key of ['ArrowDown', 'PageDown', 'End', 'Home'])
      assert.deepEqual(
        selectionAfter(title, { key, ctrl: true, shift: true }, empty)?.active,
        { row: -1, column: 0 },
        key,
      );
  });
});
