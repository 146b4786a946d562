import assert from 'node:assert/strict';
import type { ReadCapability } from '../../../../src/cli/mcp/shared/capability.ts';
import { ProjectState } from '../../../../src/cli/mcp/shared/projectState.ts';
import { search } from '../../../../src/cli/mcp/tools/search.ts';
import { ModelIndex } from '../../../../src/model/index/modelIndex.ts';
import { type Recall, recallOfSearch } from '../search/recall.ts';

const folder = { projectFolder: '/project', modelFolder: 'model' };

/** The names of the results, the best one first. */
async function namesFound(index: ModelIndex, text: string): Promise<string[]> {
  const capability: Pick<ReadCapability, 'state'> = { state: async () => new ProjectState(folder, index, []) };
  const { data } = await search.run(capability as never, { text, limit: 10 } as never, new AbortController().signal);
  return (data.results as { name: string }[]).map(({ name }) => name);
}

describe('The search of the tools for assistants', () => {
  it('finds what an edit adds, and no more what it removes', async () => {
    const index = new ModelIndex(folder);
    const cube = (measure: string) =>
      `cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: ${measure}\n        type: count\n`;
    index.set('model/orders.yml', cube('takings'));
    assert.deepEqual(await namesFound(index, 'takings'), ['orders.takings']);
    index.set('model/orders.yml', cube('refunds'));
    assert.deepEqual(await namesFound(index, 'refunds'), ['orders.refunds']);
    assert.deepEqual(await namesFound(index, 'takings'), []);
  });

  it('puts a word of the author before other words for the same thing', async () => {
    const index = new ModelIndex(folder);
    index.set(
      'model/orders.yml',
      'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - { name: sales, type: count }\n      - { name: paid, type: count, meta: { synonyms: [takings] } }\n',
    );
    assert.deepEqual((await namesFound(index, 'what are our takings')).slice(0, 2), ['orders.paid', 'orders.sales']);
  });

  it('finds what users mean among the first ten results, also by other words, plurals and with mistakes', async () => {
    const all = await recallOfSearch();
    const misses = all.flatMap(({ missed }) => missed).join('\n');
    const [later, known] = [all.filter(({ kind }) => kind === 'later'), all.filter(({ kind }) => kind !== 'later')];
    const sum = (kinds: readonly Recall[], of: 'asked' | 'found') => kinds.reduce((whole, one) => whole + one[of], 0);
    assert.equal(sum(known, 'asked'), 200);
    assert.ok(sum(known, 'found') >= 190, `${sum(known, 'found')} of 200\n${misses}`);
    // Those that the search was not changed with.
    assert.ok(sum(later, 'found') / sum(later, 'asked') >= 0.7, misses);
  });
});
