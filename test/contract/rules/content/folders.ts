/** Rules of the contract: folders of a workspace. Spec: group F, Conventions. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest } from '../../platformUnderTest.ts';

export function folderRules(): void {
  describe('group F: folders', () => {
    let platform: Platform;
    let params: { deploymentId: number };
    before(async () => {
      platform = await platformUnderTest();
      params = { deploymentId: platform.emulator.deploymentId };
    });

    it('F: lists the folders, also those in other folders', async () => {
      const { items } = await platform.call(operations.listFolders, { params });
      const outer = items!.find(({ name }) => name === 'For customers')!;
      assert.equal(outer.parentId, null);
      const inner = items!.find(({ parentId }) => parentId === outer.id)!;
      assert.deepEqual(inner.folderPath, [{ id: outer.id, name: outer.name }]);
      assert.ok(items!.every(({ id }) => Number.isInteger(id)));
    });

    it('F: pages by first and after', async () => {
      const names = async (query: { first?: number }) =>
        (await platform.listAll(operations.listFolders, { params, query })).map(({ name }) => name);
      assert.deepEqual(await names({ first: 1 }), await names({}));
      const page = await platform.call(operations.listFolders, { params, query: { first: 1 } });
      assert.deepEqual([page.items!.length, page.pageInfo!.hasNextPage], [1, true]);
      assert.deepEqual(page.data, page.items, 'Conventions: the deprecated fields are present');
    });

    it('F: a deployment has its own folders', async () => {
      const { params: other } = await platform.newDeployment('Without folders', {});
      assert.deepEqual((await platform.call(operations.listFolders, { params: other })).items, []);
    });
  });
}
