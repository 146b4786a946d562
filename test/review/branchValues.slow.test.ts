/** Values of queries on two branches of an emulator. */

import assert from 'node:assert/strict';
import type { AffectedQuery } from '../../src/review/model/affectedQueries.ts';
import { BranchValues, valueChanges } from '../../src/review/valueChanges.ts';
import { type SampleEmulator, sampleEmulator } from '../query/sampleEmulator.ts';

describe('values of queries on two branches', () => {
  let sample: SampleEmulator;
  let dev: string;
  before(async () => {
    sample = await sampleEmulator();
    dev = await sample.requests.openDevMode();
    const path = 'model/cubes/orders.yml';
    const text = (await sample.requests.files(dev))[path]!;
    const changed = text.replace(`= 'completed'`, `<> 'cancelled'`);
    await sample.requests.done(sample.requests.put({ [path]: changed }, dev));
    await Promise.all([sample.requests.status(dev, true), sample.requests.status('main', true)]);
  });
  after(() => sample.close());

  it('are compared row by row, each query as its viewer', async () => {
    const { client, admin, deploymentId } = sample;
    const sideOf = (branchName: string) => new BranchValues({ client, admin, deploymentId, branchName });
    const [before, after] = [sideOf('main'), sideOf(dev)];
    const query = (measure: string, as?: AffectedQuery['as']): AffectedQuery => ({
      path: `${measure}.query.yml`,
      query: { measures: [measure] },
      as,
      members: [measure],
    });
    const queries = [
      query('sales.completed_share'),
      query('sales.count'),
      query('sales.average_amount'),
      query('sales.average_amount', { groups: ['finance'] }),
    ];
    const options = { before, after, budget: { queries: 10, ms: 60_000 }, signal: new AbortController().signal };
    try {
      const values = await valueChanges(queries, options);
      assert.deepEqual(
        values.map(({ state, table }) => [state, table?.changed]),
        [
          ['changed', 1],
          ['same', undefined],
          ['failed', undefined],
          ['same', undefined],
        ],
      );
    } finally {
      before.dispose();
      after.dispose();
    }
  });
});
