import assert from 'node:assert/strict';
import { changedParents, isSameRow } from '../../../src/ui/tree/changedRows.ts';
import type { Row } from '../../../src/ui/tree/row.ts';
import { sampleRow as row } from './sampleRow.ts';

describe('the parents of changed rows', () => {
  const tree = (branches: Row[], pods: Row[], more: Partial<Row> = {}) => [
    row('server', [row('deployment', [row('branches', branches), row('pods', pods)], more)]),
  ];
  const before = tree([row('main')], [row('pod')]);

  it('are none if no row changed', () => {
    assert.deepEqual(changedParents(before, tree([row('main')], [row('pod')])), []);
  });

  it('are those of rows that were added, removed, moved or changed', () => {
    const two = tree([row('main'), row('next')], [row('pod')]);
    assert.deepEqual(changedParents(before, two), ['branches']);
    assert.deepEqual(changedParents(two, before), ['branches']);
    assert.deepEqual(changedParents(two, tree([row('next'), row('main')], [row('pod')])), ['branches']);
    const ready = row('pod', [], { description: 'ready' });
    assert.deepEqual(changedParents(before, tree([row('main')], [ready])), ['pods']);
    assert.deepEqual(changedParents(before, tree([], [ready])), ['branches', 'pods']);
  });

  it('are without those below them', () => {
    assert.deepEqual(changedParents(before, tree([], [], { description: 'building' })), ['server']);
    assert.deepEqual(changedParents(before, [...before, row('other')]), [undefined]);
  });
});

describe('a row', () => {
  it('is the same while only the rows below it change', () => {
    assert.ok(isSameRow(row('a'), row('a', [row('b')])));
    assert.ok(!isSameRow(row('a'), row('a', [], { target: { connectionId: 'c', url: 'https://example.com' } })));
  });

  it('changes when it gets a description in place of a key without a value', () => {
    const [bare, described] = [row('a', [], { icon: undefined }), row('a', [], { description: 'building' })];
    assert.ok(!isSameRow(bare, described));
    assert.ok(!isSameRow(described, bare));
  });
});
