/** Rules of the contract: lists in pages by cursor. Spec: Conventions. */

import assert from 'node:assert/strict';
import type { ListOperation } from '../../../src/contract/definition/operation.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type Caller, type Platform, platformUnderTest } from '../platformUnderTest.ts';
import { signedIn } from '../signed.ts';

interface Page {
  items: unknown[];
  data: unknown[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}

export function pagingRules(): void {
  describe('Conventions: lists in pages by cursor', () => {
    let platform: Platform;
    let ada: Caller;
    before(async () => {
      platform = await platformUnderTest();
      ada = await signedIn(platform, { externalId: 'ada' });
    });

    async function assertPages(list: ListOperation, params: Record<string, unknown>, caller: Caller = 'user') {
      const ask = async (query: Record<string, unknown>) =>
        (await platform.call(
          list as typeof operations.listRegions,
          { params, query } as never,
          caller,
        )) as unknown as Page;
      const whole = await ask({});
      assert.ok(whole.items.length > 1, 'the list has several entries');
      assert.deepEqual([whole.data, whole.pageInfo.hasNextPage], [whole.items, false]);
      const walked: unknown[] = [];
      for (let after: string | undefined, more = true; more; ) {
        const { items, pageInfo } = await ask({ first: 1, ...(after === undefined ? {} : { after }) });
        assert.equal(items.length, 1);
        walked.push(...items);
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      assert.deepEqual(walked, whole.items);
      const authorization = `Bearer ${platform.keyOf(caller)}`;
      const wrong = await platform.sendRaw(list, { params, query: { after: 'no cursor' } }, authorization);
      assert.equal(wrong.status, 400, 'a text that is not a cursor');
    }

    it('versions and environments of a deployment', async () => {
      const { params } = await platform.newDeployment('paged', {});
      const body = { name: 'shared/paged' };
      await platform.call(operations.createBranch, { params, body });
      const staging = { branchName: body.name, enabled: true };
      await platform.call(operations.setStagingEnvironment, { params, body: staging });
      await assertPages(operations.listVersions, params);
      await assertPages(operations.listBranches, params);
      const ids = async (query: Record<string, unknown>) =>
        (await platform.listAll(operations.listEnvironments, { params, query })).map(({ id }) => id);
      assert.deepEqual(await ids({ first: 1 }), await ids({}));
    });

    it('embed tenants, their users and the members of a group', async () => {
      await signedIn(platform, { externalId: 'zoe', embedTenantName: 'another-tenant' });
      await assertPages(operations.listEmbedTenants, {});
      const tenant = { embedTenantName: platform.emulator.embedTenant };
      await assertPages(operations.listEmbedUsers, tenant);
      const users = (await platform.listAll(operations.listEmbedUsers, { params: tenant })).slice(0, 2);
      const group = await platform.call(
        operations.createEmbedGroup,
        { params: tenant, body: { name: 'paged' } },
        'admin',
      );
      const params = { ...tenant, id: Number(group.id) };
      const body = { users: users.map(({ id }) => ({ id: Number(id) })) };
      await platform.call(operations.addEmbedGroupUsers, { params, body }, 'admin');
      await assertPages(operations.listEmbedGroupUsers, params);
    });

    it('comment threads and mentionable users of a dashboard', async () => {
      const params = { publicId: platform.emulator.dashboardPublicId };
      for (const text of ['First', 'Second']) {
        await platform.call(operations.createDashboardComment, { params, body: { body: text } }, ada);
      }
      await assertPages(operations.listDashboardComments, params, ada);
      await assertPages(operations.listMentionableUsers, params, ada);
    });
  });
}
