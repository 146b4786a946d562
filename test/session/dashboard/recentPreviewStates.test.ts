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

describe('what was chosen in previews', () => {
  let stored: Map<string, unknown>;
  let kept: RecentPreviewStates;

  beforeEach(() => {
    stored = new Map();
    kept = new RecentPreviewStates({
      get: (key) => stored.get(key),
      update: async (key, value) => void stored.set(key, structuredClone(value)),
    });
  });

  it('comes back as it was last, although the tab has stored what was before', async () => {
    await kept.save(first);
    await kept.save(second);
    assert.deepEqual(kept.latest(first), second);
  });

  it('comes back from the tab where that knows more, or is the only one that knows', async () => {
    assert.deepEqual(kept.latest(first), first);
    await kept.save(first);
    assert.deepEqual(kept.latest(second), second);
    assert.deepEqual(kept.latest({ ...first, tab: 'b' }), { ...first, tab: 'b' });
  });

  it('is kept for each of several tabs, and not for ever', async () => {
    for (let number = 0; number < 30; number += 1) await kept.save({ ...second, tab: `t${number}` });
    assert.equal((stored.get('dataModel.previews') as unknown[]).length, 20);
    assert.equal(kept.latest({ ...first, tab: 't29' })?.changes, 2);
    assert.equal(kept.latest({ ...first, tab: 't0' })?.changes, 1);
  });

  it('gives every tab of an older version a name of its own', () => {
    const { tab, changes, ...older } = first;
    const [one, other] = [readPreviewState(older)!, readPreviewState(older)!];
    assert.equal(one.changes, 0);
    assert.notEqual(one.tab, other.tab);
    assert.deepEqual({ ...one, tab, changes }, first);
  });

  it('survives a memory that holds something else', () => {
    stored.set('dataModel.previews', { no: 'list' });
    assert.deepEqual(kept.latest(first), first);
    stored.set('dataModel.previews', [7, { tab: 'a' }]);
    assert.deepEqual(kept.latest(first), first);
    assert.equal(kept.latest('nonsense'), undefined);
  });
});
