import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { synchronise } from '../../src/cli/syncRun.ts';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import type { Client } from '../../src/platform/client.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';

// Spec: Conventions, “pageInfo”; group C: “/branches” takes `first` and `after`.
describe('the dev branch of a requested branch', () => {
  after(removeTemporaryFolders);

  it('is found on a later page of the branches', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [{ id: 1, name: 'main' }], pageInfo: { hasNextPage: true, endCursor: 'two' } },
      two: { items: [{ id: 2, name: 'dev-me', parentBranch: 'main' }], pageInfo: { hasNextPage: false } },
    };
    const call = async ({ id }: Operation, { query }: { query?: { after?: string } }) => {
      if (id === operations.getBuildStatus.id) return { branchName: 'dev-me', status: 'built' };
      if (id === operations.listBranches.id) return pages[query?.after ?? ''];
      assert.equal(id, operations.getFileHashes.id);
      return {};
    };
    const { branchName } = await synchronise({
      client: { baseUrl: 'https://platform.test', call } as unknown as Client,
      log: silentLog,
      deploymentId: '1',
      requestedBranch: 'main',
      projectFolder: temporaryFolder(),
      modelFolder: 'model',
      storageFolder: temporaryFolder(),
      direction: 'push',
      dryRun: true,
      confirm: undefined,
      base: undefined,
      onConflict: 'fail',
    });
    assert.equal(branchName, 'dev-me');
  });
});
