import assert from 'node:assert/strict';
import { countMatchingRows } from '../../../src/ui/tree/filterRows.ts';
import { connection, deployment, ready, rows, state, text } from '../deployments/sampleDeployments.ts';

describe('filtered deploymentRows', () => {
  const branches = ready([
    { id: 1, name: 'main' },
    { id: 2, name: 'returns' },
    { id: 3, name: 'dev-kim' },
  ]);
  const filteredState = (filter: string) =>
    state({
      filter,
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

  it('keeps matching rows and their ancestors', () => {
    assert.deepEqual(text(filteredState(' RETURNS ')), [
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
      text(filteredState('us shop')).filter((line) => line.includes('Shop')),
      ['  ▸ [server] Shop US'],
    );
  });

  it('keeps connections and “Load more” without a match', () => {
    const of = filteredState('nothing');
    const more = { ...of.connections[0]!, deployments: ready([{ id: '1', name: 'Shop' }], true) };
    assert.deepEqual(text({ ...of, connections: [more] }), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '    [ellipsis] Load more',
    ]);
  });

  it('counts only matching rows', () => {
    const of = filteredState('returns');
    assert.equal(countMatchingRows(rows({ ...of, filter: '' }), 'returns'), 2);
  });
});
