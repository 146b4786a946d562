import assert from 'node:assert/strict';
import { type ConsumerChange, nothingCompiled } from '../../../src/review/compiled/compiledReview.ts';
import { type ContentItem, withContentUses } from '../../../src/review/compiled/contentUses.ts';
import type { ModelChange } from '../../../src/review/modelChanges.ts';

const change: ModelChange = {
  ...{ kind: 'measure', name: 'sales.revenue', previousName: 'sales.total', change: 'renamed' },
  ...{ aspects: [], breaking: [], places: [] },
  ...{ reach: { members: [], views: [] }, usedBy: { queries: [], tests: [] } },
};
const consumers: readonly ConsumerChange[] = [
  { kind: 'measure', name: 'sales.total', change: 'renamed', newName: 'sales.revenue' },
  { kind: 'view', name: 'care', change: 'removed' },
  { kind: 'dimension', name: 'sales.status', change: 'type' },
];
const item = (name: string, record: unknown, more: Partial<ContentItem> = {}): ContentItem => ({
  ...{ kind: 'report', name, content: { id: name }, record },
  ...more,
});
const usesIn = (...items: ContentItem[]) => {
  const review = { compiled: { ...nothingCompiled, consumers }, model: [change] };
  const { compiled, model } = withContentUses(review, { items, notRead: [] });
  return {
    compiled,
    model,
    used: compiled.consumers.map(({ name, uses = [] }) => [name, uses.map((one) => one.name)]),
  };
};

describe('uses of names in content of the platform', () => {
  it('are found in values, keys, texts and granularities, whatever the shape of the record', () => {
    const { used } = usesIn(
      item('a measure', { query: { measures: ['sales.total'] } }),
      item('a key', { timeGrains: { 'care.created_at': 'month' } }),
      item('a text', { pythonCode: 'rows = load("sales.status")' }),
      item('a granularity', [['sales.status.fiscal_year']]),
      item('other names', { measures: ['sales.total_count', 'my.sales.total', 'total'], title: 'sales' }),
    );
    assert.deepEqual(used, [
      ['sales.total', ['a measure']],
      ['care', ['a key']],
      ['sales.status', ['a text', 'a granularity']],
    ]);
  });

  it('break by the change of the name, or by no change of the sources', () => {
    const { model, compiled } = usesIn(item('both', ['sales.total', 'care.id']));
    assert.deepEqual(
      model[0]!.breaking.map(({ by, reason }) => [by.kind, by.name, reason]),
      [['report', 'both', 'sales.total is now named sales.revenue.']],
    );
    assert.deepEqual(
      compiled.failing.map(({ by, reason }) => [by.name, reason]),
      [['both', 'care is gone.']],
    );
  });

  it('are not claimed for notifications that may be those of another deployment', () => {
    const { compiled, model } = usesIn(
      item('1', { filters: [{ member: 'sales.total' }] }, { kind: 'notification', mayBeElsewhere: true }),
      item('2', { filters: [] }, { kind: 'notification', mayBeElsewhere: true }),
    );
    assert.deepEqual(model[0]!.breaking, []);
    assert.deepEqual(
      compiled.contentNotRead.map(({ message }) => message),
      ['Notifications that use these names, but may be about dashboards of another deployment: 1'],
    );
  });

  it('are said to be searched in part in a record that is too large', () => {
    let nested: unknown = 'sales.total';
    for (let depth = 0; depth < 50_000; depth += 1) nested = [nested];
    const { used, compiled } = usesIn(item('deep', nested), item('long', ['sales.total', 'x'.repeat(2_000_001)]));
    assert.deepEqual(used[0], ['sales.total', ['deep']]);
    assert.match(compiled.contentNotRead[0]!.message, /^Too large to be searched as a whole: 1$/);
  });
});
