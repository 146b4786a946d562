/** Rules of the contract: embed tenants, users, groups, members. Spec: group E and its rules, Errors, Authentication 4. */

import assert from 'node:assert/strict';
import type { ItemOf } from '../../../../src/contract/definition/operation.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { type AnyOperation, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { mint, signedIn } from '../../signed.ts';
import { covers } from '../../specRows.ts';

type Group = { id: number; name: string };

export function embedTenantRules(): void {
  describe('group E: embed tenants', () => {
    let platform: Platform;
    const embedTenantName = 'tenant of the test';
    const params = { embedTenantName };
    before(async () => {
      platform = await platformUnderTest();
      for (const externalId of ['u-1', 'u-2', 'u-3']) await mint(platform, { embedTenantName, externalId });
    });
    const create = async (name: string, more: { description?: string } = {}) =>
      (await platform.call(operations.createEmbedGroup, { params, body: { name, ...more } }, 'admin')) as Group;
    const members = async (id: number) =>
      (await platform.listAll(operations.listEmbedGroupUsers, { params: { ...params, id } })).map(
        ({ externalId }) => externalId,
      );
    const add = (id: number, ...externalIds: string[]) => {
      const body = { users: externalIds.map((externalId) => ({ externalId })) };
      return platform.call(operations.addEmbedGroupUsers, { params: { ...params, id }, body }, 'admin');
    };

    it('E: are listed; the sample has one with users and groups', async () => {
      const names = (await platform.listAll(operations.listEmbedTenants, {})).map(({ name }) => name);
      assert.ok(names.includes(embedTenantName));
      assert.ok(names.includes(platform.emulator.embedTenant));
      const sample = { embedTenantName: platform.emulator.embedTenant };
      const users = await platform.listAll(operations.listEmbedUsers, { params: sample });
      assert.ok(users.length >= 2);
      assert.ok(users.some((user) => (user.groups ?? []).length > 0));
    });

    it('E: lists each user of the tenant once', async () => {
      await mint(platform, { embedTenantName, externalId: 'u-1' });
      const users = await platform.listAll(operations.listEmbedUsers, { params });
      assert.deepEqual(
        users.map(({ externalId }) => externalId),
        ['u-1', 'u-2', 'u-3'],
      );
    });

    it('Conventions: the lists answer in both envelopes', async () => {
      const { id } = await create('enveloped');
      await add(id, 'u-1');
      const answers = [
        await platform.call(operations.listEmbedTenants, {}),
        await platform.call(operations.listEmbedUsers, { params }),
        await platform.call(operations.listEmbedGroupUsers, { params: { ...params, id } }),
      ];
      for (const { items, data, pageInfo } of answers) {
        assert.ok(items!.length > 0);
        assert.deepEqual(data, items);
        assert.equal(pageInfo?.hasNextPage, false);
      }
    });

    it('E: a group is created, read, changed and deleted (204)', async () => {
      const made = await create('makers', { description: 'They make' });
      assert.ok(Number.isInteger(made.id), 'a numeric group id');
      const path = { params: { ...params, id: made.id } };
      const read = await platform.call(operations.getEmbedGroup, path);
      assert.deepEqual([read.name, read.description], ['makers', 'They make']);
      await platform.call(operations.updateEmbedGroup, { ...path, body: { name: 'doers' } }, 'admin');
      const changed = await platform.call(operations.getEmbedGroup, path);
      assert.deepEqual(
        [changed.name, changed.description],
        ['doers', 'They make'],
        'fields that are not sent do not change',
      );
      await platform.call(operations.deleteEmbedGroup, path, 'admin');
      assert.equal((await platform.sendRaw(operations.getEmbedGroup, path)).status, 404);
    });

    it('E: a group needs a unique name', async () => {
      await create('taken');
      for (const body of [{}, { name: '' }, { name: 'taken' }, { name: 7 }, { name: 'x', extra: 1 }]) {
        const answer = await platform.sendRaw(
          operations.createEmbedGroup,
          { params, body },
          `Bearer ${platform.keyOf('admin')}`,
        );
        assert.equal(answer.status, 400, JSON.stringify(body));
      }
    });

    it('E: members are added and removed once, by either id', async () => {
      const { id } = await create('members');
      await add(id, 'u-1', 'u-2');
      await add(id, 'u-2', 'u-3');
      assert.deepEqual(await members(id), ['u-1', 'u-2', 'u-3']);
      const users = await platform.listAll(operations.listEmbedUsers, { params });
      const body = { users: [{ id: users[0]!.id as number }, { externalId: 'u-2' }] };
      await platform.call(operations.removeEmbedGroupUsers, { params: { ...params, id }, body }, 'admin');
      assert.deepEqual(await members(id), ['u-3']);
    });

    it(covers('Errors: a group with members is deleted', '400'), async () => {
      const { id } = await create('full');
      await add(id, 'u-1');
      const path = { params: { ...params, id } };
      await platform.assertRefused(operations.deleteEmbedGroup, 'the group has members', path, { caller: 'admin' });
      assert.deepEqual(await members(id), ['u-1']);
      const body = { users: [{ externalId: 'u-1' }] };
      await platform.call(operations.removeEmbedGroupUsers, { ...path, body }, 'admin');
      await platform.call(operations.deleteEmbedGroup, path, 'admin');
    });

    it(covers('Errors: a group of another tenant', '404'), async () => {
      const { id } = await create('of one tenant');
      await add(id, 'u-1');
      const users = { users: [{ externalId: 'ada' }] };
      const sample = platform.emulator.embedTenant;
      const when = 'the group does not exist in this tenant';
      const driven: [AnyOperation, unknown?][] = [
        [operations.getEmbedGroup],
        [operations.updateEmbedGroup, { name: 'x' }],
        [operations.deleteEmbedGroup],
        [operations.listEmbedGroupUsers],
        [operations.addEmbedGroupUsers, users],
        [operations.removeEmbedGroupUsers, users],
      ];
      for (const [operation, body] of driven) {
        for (const foreign of [
          { embedTenantName: sample, id },
          { embedTenantName, id: 999_999 },
        ]) {
          await platform.assertRefused(
            operation as typeof operations.getEmbedGroup,
            when,
            { params: foreign, body },
            {
              caller: 'admin',
            },
          );
        }
      }
      assert.deepEqual(await members(id), ['u-1']);
    });

    it('E: members must be users of the tenant, otherwise nothing changes', async () => {
      const { id } = await create('strict');
      const when = 'a user does not exist in this tenant';
      const body = { users: [{ externalId: 'u-1' }, { externalId: 'ada' }] };
      const input = { params: { ...params, id }, body };
      await platform.assertRefused(operations.addEmbedGroupUsers, when, input, { caller: 'admin' });
      await platform.assertRefused(operations.removeEmbedGroupUsers, when, input, { caller: 'admin' });
      assert.deepEqual(await members(id), []);
    });

    it('Embed: a session’s tenant groups are the viewer’s, namespaced by tenant', async () => {
      const { id } = await create('from sessions');
      await mint(platform, {
        embedTenantName,
        externalId: 'u-2',
        tenantGroups: ['from sessions', 'new'],
        tenantGroupDefinitions: [{ name: 'new' }],
      });
      assert.deepEqual(await members(id), ['u-2']);
      await mint(platform, { embedTenantName, externalId: 'u-2', tenantGroups: ['new'] });
      assert.deepEqual(await members(id), []);
    });

    it('Embed: embedTenantProfile names the tenant', async () => {
      await mint(platform, { embedTenantName, externalId: 'u-1', embedTenantProfile: { displayName: 'The Testers' } });
      const tenants = await platform.listAll(operations.listEmbedTenants, {});
      const found: ItemOf<typeof operations.listEmbedTenants> | undefined = tenants.find(
        ({ name }) => name === embedTenantName,
      );
      assert.equal(found?.displayName, 'The Testers');
    });

    it('Authentication 4: changes need the admin role', async () => {
      const { id } = await create('guarded');
      const users = { users: [{ externalId: 'u-1' }] };
      const driven: [AnyOperation, unknown?][] = [
        [operations.createEmbedGroup, { name: 'y' }],
        [operations.updateEmbedGroup, { name: 'y' }],
        [operations.deleteEmbedGroup],
        [operations.addEmbedGroupUsers, users],
        [operations.removeEmbedGroupUsers, users],
        [operations.deleteEmbedTenant],
      ];
      for (const [operation, body] of driven) {
        const { status } = await platform.sendRaw(operation, { params: { ...params, id }, body });
        assert.equal(status, 403, operation.id);
      }
      assert.equal((await platform.call(operations.getEmbedGroup, { params: { ...params, id } })).name, 'guarded');
    });

    it('E: a tenant is deleted (204) with its users, groups and sessions', async () => {
      const short = { embedTenantName: 'short-lived' };
      const viewer = await signedIn(platform, { ...short, externalId: 'z' });
      await platform.call(operations.deleteEmbedTenant, { params: short }, 'admin');
      const names = (await platform.listAll(operations.listEmbedTenants, {})).map(({ name }) => name);
      assert.ok(!names.includes('short-lived'));
      assert.equal((await platform.sendRaw(operations.getMe, {}, `Bearer ${viewer.token}`)).status, 401);
      const when = 'the embed tenant is unknown';
      await platform.assertRefused(operations.deleteEmbedTenant, when, { params: short }, { caller: 'admin' });
      await platform.assertRefused(operations.listEmbedUsers, when, { params: short });
      await platform.assertRefused(
        operations.createEmbedGroup,
        when,
        { params: short, body: { name: 'x' } },
        { caller: 'admin' },
      );
    });
  });
}
