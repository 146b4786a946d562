/** The default page of lists by offset. Spec: Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { closePlatform, platformUnderTest } from './platformUnderTest.ts';
import { covers } from './specRows.ts';

describe('the default page', () => {
  after(closePlatform);

  it(covers('Limits: default page size', '19, 20 and 21 environments'), async () => {
    const platform = await platformUnderTest();
    const { params } = await platform.newDeployment('many environments', {});
    const list = (query: Record<string, number> = {}) => platform.call(operations.listEnvironments, { params, query });
    for (let count = 2; count <= 21; count += 1) {
      const name = `shared/${count}`;
      await platform.call(operations.createBranch, { params, body: { name } });
      await platform.call(operations.setStagingEnvironment, { params, body: { branchName: name, enabled: true } });
      if (count < 19) continue;
      const { items, pagination } = await list();
      assert.equal(items!.length, Math.min(count, 20));
      assert.deepEqual({ ...pagination }, { offset: 0, limit: 20, total: count });
    }
    assert.equal((await list({ offset: 20 })).items!.length, 1);
  });
});
