import assert from 'node:assert/strict';
import { searchedKinds as kinds } from '../../../src/ui/deployments/deploymentRows.ts';
import { countMatchingRows, filterRows } from '../../../src/ui/tree/filterRows.ts';
import { connection, deployment, ready, rows, state } from '../deployments/sampleDeployments.ts';
import { outline } from './outline.ts';

describe('filtered deploymentRows', () => {
  const branches = ready([
    { id: 1, name: 'main' },
    { id: 2, name: 'returns' },
    { id: 3, name: 'dev-kim' },
  ]);
  const of = state({
    unbound: ['shop'],
    connections: [
      connection({
        deployments: ready([
          { id: '1', name: 'Shop EU' },
          { id: '2', name: 'Shop US' },
          { id: '3', name: 'Returns lab' },
        ]),
        opened: new Map([['1', deployment({ branches })]]),
      }),
    ],
  });

  const filtered = (text: string, from = of) => outline(filterRows(rows(from), { text, kinds }));

  it('keeps matching rows and their ancestors', () => {
    assert.deepEqual(filtered(' RETURNS '), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '  ▾ [server] Shop EU',
      '    ▾ [git-branch] Branches',
      '        [git-branch] returns · shared',
      '  ▸ [server] Returns lab',
      '    ▸ [git-branch] Branches',
      '    ▸ [globe] Environments',
      '    ▸ [pulse] Build & pods',
      '    ▸ [variable-group] Variables',
      '    ▸ [versions] Versions',
    ]);
  });

  it('matches all words', () => {
    assert.deepEqual(
      filtered('us shop').filter((line) => line.includes('Shop')),
      ['  ▸ [server] Shop US'],
    );
  });

  it('keeps connections and “Load More” without a match', () => {
    const more = { ...of.connections[0]!, deployments: ready([{ id: '1', name: 'Shop' }], true) };
    assert.deepEqual(filtered('nothing', { ...of, connections: [more] }), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '    [ellipsis] Load More',
    ]);
  });

  it('counts only matching rows', () => {
    assert.equal(countMatchingRows(rows(of), { text: 'returns', kinds }), 2);
  });
});
