import assert from 'node:assert/strict';
import { unshownChanges } from '../../../src/session/review/sendReviewed.ts';
import type { Tree } from '../../../src/sync/plan/tree.ts';

const tree = (files: Record<string, string>) => new Map(Object.entries(files)) as Tree;
const shown = (
  now: Record<string, string>,
  fork: Record<string, string> | null = { a: '1', b: '1', c: '1', d: '1' },
) => {
  const reading = {
    // The parent changed b and c, the dev branch a and c; it added e and deleted d.
    before: tree({ a: '1', b: '2', c: '2', d: '1' }),
    after: tree({ a: '3', b: '1', c: '3', e: '3' }),
    fork: fork ? tree(fork) : undefined,
  };
  return unshownChanges(reading, tree(now)).map(({ path, status }) => `${status} ${path}`);
};

describe('what a merge brought besides the review', () => {
  it('is nothing after the merge that was shown', () => {
    assert.deepEqual(shown({ a: '3', b: '2', c: 'merged', e: '3' }), []);
    assert.deepEqual(shown({ a: '3', b: '2', c: 'merged', e: '3' }, null), []);
    assert.deepEqual(shown({ a: '1', b: '2', c: '2', d: '1' }), [], 'nothing was merged');
  });

  it('are files that neither branch had changed or that have another content', () => {
    const now = { a: 'other', b: 'other', c: 'merged', e: '3', f: 'new' };
    assert.deepEqual(shown(now), ['changed a', 'changed b', 'added f']);
  });

  it('is the deletion of a file that neither branch had deleted', () => {
    assert.deepEqual(shown({ a: '3', c: 'merged', e: '3' }), ['removed b']);
    const both = tree({ a: '1', b: '1' });
    const found = unshownChanges({ before: both, after: both, fork: both }, tree({ a: '1' }));
    assert.deepEqual(found, [{ path: 'b', status: 'removed' }]);
  });
});
