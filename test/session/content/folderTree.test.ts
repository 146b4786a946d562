import assert from 'node:assert/strict';
import { depthOf, foldersBelow, foldersByParent, pathText } from '../../../src/session/content/folderTree.ts';

const folder = (id: number, parentId: number | null = null) => ({ id, name: `f${id}`, parentId });
const folders = [folder(1), folder(2, 1), folder(3, 2), folder(4, 99)];
const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);

describe('the tree of folders', () => {
  it('has a folder at the top if its parent is not loaded', () => {
    const byParent = foldersByParent(folders);
    assert.deepEqual(ids(byParent.get(null)!), [1, 4]);
    assert.deepEqual(ids(byParent.get(1)!), [2]);
  });

  it('knows what is below a folder and around it', () => {
    assert.deepEqual(foldersBelow(folders, 1), [1, 2, 3]);
    assert.deepEqual(
      folders.map(({ id }) => depthOf(folders, id)),
      [0, 1, 2, 1],
    );
  });

  it('ends for folders that hold each other', () => {
    const cycle = [folder(1, 2), folder(2, 1)];
    assert.deepEqual(foldersBelow(cycle, 1), [1, 2]);
    assert.equal(depthOf(cycle, 1), 2);
  });

  it('shows the path of a record', () => {
    const folderPath = [folder(1), folder(2)];
    assert.equal(pathText({ folderPath }), 'f1 / f2');
    assert.equal(pathText({ folderPath: null }), '');
  });
});
