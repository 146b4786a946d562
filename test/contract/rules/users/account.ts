/** Rules of the contract: groups, settings of the account, the usage-analytics token. Spec: group G, Authentication 4, Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { isoInstant, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { claimsOf } from '../../signed.ts';
import { covers } from '../../specRows.ts';

export function accountRules(): void {
  describe('group G: the account', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });

    it('G: groups are listed page by page and searched in their names, in any case', async () => {
      const all = await platform.listAll(operations.listGroups, { query: { first: 1 } });
      const names = all.map(({ name }) => name);
      assert.ok(names.length > 1);
      const search = names[0]!.slice(1, -1).toUpperCase();
      const found = await platform.call(operations.listGroups, { query: { search } });
      assert.deepEqual(
        found.items!.map(({ name }) => name),
        [names[0]],
      );
      assert.deepEqual(found.data, found.items);
      assert.deepEqual((await platform.call(operations.listGroups, { query: { search: 'no such group' } })).items, []);
    });

    it('Users and attributes: userPolicies include those that are inherited from groups', async () => {
      const groups = await platform.listAll(operations.listGroups, {});
      const { userPolicies } = await platform.call(operations.getMe, {}, 'admin');
      for (const { name, memberCount, actions } of groups) {
        assert.ok(memberCount! > 0, name);
        const inherited = userPolicies!.some((policy) => {
          return policy.effect === 'allow' && String(policy.actions) === String(actions);
        });
        assert.ok(inherited, name);
      }
    });

    it('G: settings of the account are read by each user and merged by administrators', async () => {
      const { deploymentId } = platform.emulator;
      const before = await platform.call(operations.getTenantSettings, {});
      const set = (body: { name?: string; defaultDeploymentId?: number | null }) =>
        platform.call(operations.updateTenantSettings, { body }, 'admin');
      assert.equal((await set({ defaultDeploymentId: deploymentId })).defaultDeploymentId, deploymentId);
      assert.deepEqual(await set({ name: 'Another' }), {
        ...before,
        name: 'Another',
        defaultDeploymentId: deploymentId,
      });
      await set({ name: before.name!, defaultDeploymentId: null });
      assert.deepEqual(await platform.call(operations.getTenantSettings, {}), before);
      const when = '`defaultDeploymentId` names no deployment';
      const unknown = { body: { defaultDeploymentId: 999_999 } };
      await platform.assertRefused(operations.updateTenantSettings, when, unknown, { caller: 'admin' });
      assert.equal((await platform.sendRaw(operations.updateTenantSettings, { body: { name: 'x' } })).status, 403);
    });

    it(covers('Limits: lifetime of the usage-analytics token'), async () => {
      const { token, expiresAt } = await platform.call(operations.createUsageAnalyticsToken, {}, 'admin');
      const { iat, exp } = claimsOf(token) as { iat: number; exp: number };
      assert.equal(exp - iat, 3600);
      assert.match(expiresAt, isoInstant);
      assert.equal(Date.parse(expiresAt), exp * 1000);
    });

    it('Authentication 4: the usage-analytics token needs the admin role and is not a key of the management API', async () => {
      assert.equal((await platform.sendRaw(operations.createUsageAnalyticsToken)).status, 403);
      const { token } = await platform.call(operations.createUsageAnalyticsToken, {}, 'admin');
      assert.equal((await platform.sendRaw(operations.getMe, {}, `Bearer ${token}`)).status, 401);
    });
  });
}
