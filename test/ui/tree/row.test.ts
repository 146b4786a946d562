import assert from 'node:assert/strict';
import { cachedRow, cachedRows } from '../../../src/ui/tree/cachedRows.ts';
import { findRow } from '../../../src/ui/tree/row.ts';
import { sampleRow as row } from './sampleRow.ts';

describe('a row that is searched by its id', () => {
  const leaf = row('a/1/x');
  const middle = row('a/1', [row('a/1/w'), leaf]);
  const root = row('a', [middle]);
  const rows = [row('b'), root];

  it('is found at any depth, with its parent', () => {
    assert.deepEqual(findRow(rows, 'a/1/x'), { row: leaf, parent: middle });
    assert.deepEqual(findRow(rows, 'a/1'), { row: middle, parent: root });
    assert.deepEqual(findRow(rows, 'a'), { row: root, parent: undefined });
  });

  it('is missing after it was removed', () => {
    assert.equal(findRow(rows, 'a/2'), undefined);
    assert.equal(findRow([], 'a'), undefined);
  });
});

describe('a cached row', () => {
  it('is made again only for another item or another input', () => {
    const item = {};
    let made = 0;
    const make = () => {
      made += 1;
      return row(String(made));
    };
    const first = cachedRow(item, ['x', undefined], make);
    assert.equal(cachedRow(item, ['x', undefined], make), first);
    assert.equal(made, 1);
    assert.notEqual(cachedRow(item, ['y', undefined], make), first);
    cachedRow({}, ['y', undefined], make);
    assert.equal(made, 3);
  });

  it('is in the list once, also if the list has its item twice', () => {
    const items = [{ id: 'a' }, { id: 'b' }, { id: 'a' }];
    const rows = () => cachedRows(items, ['x'], ({ id }) => row(id));
    assert.deepEqual(
      rows().map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal(rows(), rows());
  });
});
