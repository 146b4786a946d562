import assert from 'node:assert/strict';
import { type PreviewState, plainOptions, readPreviewState } from '../../../src/session/dashboard/previewState.ts';
import { RecentPreviewStates } from '../../../src/session/dashboard/recentPreviewStates.ts';

const filter = { view: 'sales', dimension: 'status', operator: 'equals', values: ['completed'] };
const first: PreviewState = {
  tab: 'a',
  changes: 1,
  connectionId: 'https://acme.example',
  subject: { surface: 'dashboard', deploymentId: '1', publicId: 'sales' },
  mine: false,
  mode: 'signed',
  options: { ...plainOptions, filters: [filter] },
};
const second: PreviewState = { ...first, changes: 2, options: plainOptions };

describe('stored preview states', () => {
  let stored: Map<string, unknown>;
  let kept: RecentPreviewStates;

  beforeEach(() => {
    stored = new Map();
    kept = new RecentPreviewStates({
      get: (key) => stored.get(key),
      update: async (key, value) => void stored.set(key, structuredClone(value)),
    });
  });

  it('prefers a newer stored state to the tab’s state', async () => {
    await kept.save(first);
    await kept.save(second);
    assert.deepEqual(kept.latest(first), second);
  });

  it('prefers the tab’s state where it is newer or the only one', async () => {
    assert.deepEqual(kept.latest(first), first);
    await kept.save(first);
    assert.deepEqual(kept.latest(second), second);
    assert.deepEqual(kept.latest({ ...first, tab: 'b' }), { ...first, tab: 'b' });
  });

  it('stores a limited number of tabs', async () => {
    for (let number = 0; number < 30; number += 1) await kept.save({ ...second, tab: `t${number}` });
    assert.equal((stored.get('dataModel.previews') as unknown[]).length, 20);
    assert.equal(kept.latest({ ...first, tab: 't29' })?.changes, 2);
    assert.equal(kept.latest({ ...first, tab: 't0' })?.changes, 1);
  });

  it('gives tabs of an older version their own ids', () => {
    const { tab, changes, ...older } = first;
    const [one, other] = [readPreviewState(older)!, readPreviewState(older)!];
    assert.equal(one.changes, 0);
    assert.notEqual(one.tab, other.tab);
    assert.deepEqual({ ...one, tab, changes }, first);
  });

  it('ignores a damaged storage', () => {
    stored.set('dataModel.previews', { no: 'list' });
    assert.deepEqual(kept.latest(first), first);
    stored.set('dataModel.previews', [7, { tab: 'a' }]);
    assert.deepEqual(kept.latest(first), first);
    assert.equal(kept.latest('nonsense'), undefined);
  });
});
