import assert from 'node:assert/strict';
import { changedRows, isSameRow } from '../../../src/ui/tree/changedRows.ts';
import type { Row } from '../../../src/ui/tree/row.ts';
import { sampleRow as row } from './sampleRow.ts';

describe('the rows that VS Code reads again', () => {
  const tree = (branches: Row[], pods: Row[], more: Partial<Row> = {}) => [
    row('server', [row('deployment', [row('branches', branches), row('pods', pods)], more)]),
  ];
  const before = tree([row('main')], [row('pod')]);

  it('are none if no row changed', () => {
    assert.deepEqual(changedRows(before, tree([row('main')], [row('pod')])), []);
  });

  it('are the parents of rows that were added, removed or moved', () => {
    const two = tree([row('main'), row('next')], [row('pod')]);
    assert.deepEqual(changedRows(before, two), ['branches']);
    assert.deepEqual(changedRows(two, before), ['branches']);
    assert.deepEqual(changedRows(two, tree([row('next'), row('main')], [row('pod')])), ['branches']);
  });

  it('are rows that look different, without the rows next to them', () => {
    const ready = row('pod', [], { description: 'ready' });
    const two = tree([row('main')], [row('pod'), row('other')]);
    assert.deepEqual(changedRows(two, tree([row('main')], [ready, row('other')])), ['pod']);
    assert.deepEqual(changedRows(before, tree([], [ready])), ['branches', 'pod']);
  });

  it('are a whole list if many of its rows look different', () => {
    const pods = (description: string) => Array.from({ length: 30 }, (_, id) => row(`pod${id}`, [], { description }));
    assert.deepEqual(changedRows(tree([], pods('new')), tree([], pods('ready'))), ['pods']);
  });

  it('are without those below them', () => {
    assert.deepEqual(changedRows(before, tree([], [], { description: 'building' })), ['deployment']);
    assert.deepEqual(changedRows(before, [...before, row('other')]), [undefined]);
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
