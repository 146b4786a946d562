/** Rules of the contract: users and their settings. Spec: group G, “Users and attributes”, Authentication 4, Errors. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type AnyOperation, type Caller, type Platform, platformUnderTest } from '../../platformUnderTest.ts';

let created = 0;

/** A new user with a unique email. */
async function newUser(platform: Platform, fields: Record<string, unknown> = {}) {
  const body = { email: `new-${++created}@users.test`, ...fields };
  return platform.call(operations.createUser, { body }, 'admin');
}

export function userRules(): void {
  describe('group G: users', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const admin = { caller: 'admin' as Caller };
    const idOf = (user: { id: string | number }) => user.id as number;
    const list = (query: { search?: string; first?: number }) =>
      platform.listAll(operations.listUsers, { query }, 'admin');
    const status = async (caller: Caller) =>
      (await platform.sendRaw(operations.getMe, {}, `Bearer ${platform.keyOf(caller)}`)).status;
    const act = (action: 'DEACTIVATE' | 'ACTIVATE' | 'DELETE', ...userIds: number[]) =>
      platform.call(operations.changeUsers, { body: { action, userIds } }, 'admin');

    it('G: a user is created with any settings, found, changed and deleted', async () => {
      const user = await newUser(platform, {
        firstName: 'Ada',
        lastName: 'L',
        settings: { anything: [1, { a: 'b' }] },
      });
      assert.equal(typeof user.id, 'number', 'notes: user ids are integers in bodies');
      assert.deepEqual(user.settings, { anything: [1, { a: 'b' }] });
      assert.ok(Array.isArray(user.userPolicies));
      const params = { id: idOf(user) };
      const body = { lastName: 'Lovelace', role: 'admin' as const };
      const changed = await platform.call(operations.updateUser, { params, body }, 'admin');
      assert.deepEqual(
        [changed.firstName, changed.lastName, changed.email, changed.role],
        ['Ada', 'Lovelace', user.email, 'admin'],
      );
      assert.deepEqual((await list({ search: user.email! }))[0], changed);
      await platform.call(operations.deleteUser, { params }, 'admin');
      assert.deepEqual(await list({ search: user.email! }), []);
      const next = await newUser(platform);
      assert.notEqual(next.id, user.id, 'an id is not used again');
    });

    it('G: the list is paged and searched in first name, username and email, in any case', async () => {
      const users = [
        await newUser(platform, { firstName: 'xxSearchedxx' }),
        await newUser(platform, { username: 'is-searched' }),
        await newUser(platform, { email: 'SEARCHED@users.test' }),
      ];
      await newUser(platform, { lastName: 'searched' });
      const ids = users.map(({ id }) => id);
      assert.deepEqual(
        (await list({ search: 'sEaRcHeD', first: 2 })).map(({ id }) => id),
        ids,
      );
      const page = await platform.call(operations.listUsers, { query: { search: 'searched', first: 2 } }, 'admin');
      assert.equal(page.items!.length, 2);
      assert.deepEqual(page.data, page.items);
      assert.deepEqual([page.pageInfo?.hasNextPage, page.count], [true, 3]);
      assert.deepEqual(await list({ search: 'no such user' }), []);
    });

    it('G: an email and a username belong to one user', async () => {
      const first = await newUser(platform, { username: 'only-one' });
      const second = await newUser(platform);
      const when = 'another user has this email or username';
      for (const taken of [{ email: first.email!.toUpperCase() }, { username: 'only-one' }]) {
        const body = { email: 'free@users.test', ...taken };
        await platform.assertRefused(operations.createUser, when, { body }, admin);
        await platform.assertRefused(operations.updateUser, when, { params: { id: idOf(second) }, body: taken }, admin);
      }
      const same = { params: { id: idOf(first) }, body: { email: first.email!, username: 'only-one' } };
      await platform.call(operations.updateUser, same, 'admin');
    });

    it('G: an input with an unknown field or a wrong type is refused', async () => {
      const key = `Bearer ${platform.keyOf('admin')}`;
      const bodies = [
        {},
        { email: 'x' },
        { email: 'a@b', extra: 1 },
        { email: 'a@b', settings: 'x' },
        { email: 'a@b', role: 'x' },
      ];
      for (const body of bodies) {
        const answer = await platform.sendRaw(operations.createUser, { body }, key);
        assert.equal(answer.status, 400, JSON.stringify(body));
      }
      for (const body of [
        {},
        { action: 'delete', userIds: [1] },
        { action: 'DELETE', userIds: [] },
        { action: 'DELETE' },
      ]) {
        const answer = await platform.sendRaw(operations.changeUsers, { body }, key);
        assert.equal(answer.status, 400, JSON.stringify(body));
      }
    });

    it('Errors: an unknown user is not found', async () => {
      const input = { params: { id: 999_999 }, body: {} };
      await platform.assertRefused(operations.updateUser, 'the user is unknown', input, admin);
      await platform.assertRefused(operations.deleteUser, 'the user is unknown', { params: input.params }, admin);
    });

    it('G: administrators cannot lock themselves out', async () => {
      const params = { id: idOf(await platform.call(operations.getMe, {}, 'admin')) };
      await platform.assertRefused(operations.deleteUser, 'administrators delete themselves', { params }, admin);
      const demotion = { params, body: { role: 'developer' } };
      const when = 'administrators take the admin role from themselves';
      await platform.assertRefused(operations.updateUser, when, demotion, admin);
      assert.equal(await status('admin'), 200);
    });

    it('G: a bulk action reports the failure of each user and changes the others', async () => {
      const [one, two] = [idOf(await newUser(platform)), idOf(await newUser(platform))];
      const own = idOf(await platform.call(operations.getMe, {}, 'admin'));
      const { succeeded, failures } = await act('DELETE', one, own, 999_999, two, one);
      assert.deepEqual(succeeded, [one, two]);
      assert.deepEqual(
        failures.map(({ userId }) => userId),
        [own, 999_999],
      );
      for (const { error } of failures) assert.ok(error.length > 0);
      assert.match(failures[0]!.error, /themselves/);
      const left = (await list({})).map(({ id }) => id);
      assert.ok(!left.includes(one) && !left.includes(two) && left.includes(own));
    });

    it('G: the credentials of a deactivated user are refused until the user is activated', async () => {
      const id = idOf(await platform.call(operations.getMe, {}, 'leaver'));
      assert.deepEqual((await act('DEACTIVATE', id)).failures, []);
      assert.equal(await status('leaver'), 401);
      assert.equal((await list({ search: 'leaver' }))[0]?.status, 'DEACTIVATED');
      await act('ACTIVATE', id);
      assert.equal(await status('leaver'), 200);
      await act('DELETE', id);
      assert.equal(await status('leaver'), 401);
    });

    it('Authentication 4: users are managed by administrators', async () => {
      const own = idOf(await platform.call(operations.getMe, {}));
      const driven: [AnyOperation, unknown?][] = [
        [operations.listUsers],
        [operations.createUser, { email: 'a@b' }],
        [operations.updateUser, { role: 'admin' }],
        [operations.deleteUser],
        [operations.changeUsers, { action: 'DELETE', userIds: [own] }],
      ];
      for (const [operation, body] of driven) {
        const answer = await platform.sendRaw(operation, { params: { id: own }, body });
        assert.equal(answer.status, 403, operation.id);
      }
    });
  });

  describe('group G: settings of the user', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const set = async (body: Record<string, unknown>) => {
      const { settings } = await platform.call(operations.updateMySettings, { body } as never, 'colleague');
      const read = await platform.call(operations.getMe, {}, 'colleague');
      assert.deepEqual(read.settings, settings);
      return settings as Record<string, unknown>;
    };
    beforeEach(() => set({ sheets: null, locale: null, theme: null, defaultDeploymentId: null }));

    it('G: omitted fields stay, sheets merges field by field', async () => {
      await set({ locale: 'de-DE', theme: 'dark', sheets: { revealSheetOnOpen: true, showAppliedFilters: true } });
      assert.deepEqual(await set({ theme: 'light', sheets: { showAppliedFilters: false } }), {
        locale: 'de-DE',
        theme: 'light',
        sheets: { revealSheetOnOpen: true, showAppliedFilters: false },
      });
      assert.deepEqual((await set({})).sheets, { revealSheetOnOpen: true, showAppliedFilters: false });
    });

    it('G: an explicit null clears sheets', async () => {
      await set({ locale: 'fr', sheets: { autoRunQueryOnChange: true } });
      assert.deepEqual(await set({ sheets: null }), { locale: 'fr' });
    });

    it('G: a default deployment of null inherits the account’s', async () => {
      const { deploymentId } = platform.emulator;
      assert.equal((await set({ defaultDeploymentId: deploymentId })).defaultDeploymentId, deploymentId);
      assert.deepEqual(await set({ defaultDeploymentId: null }), {});
      const when = '`defaultDeploymentId` names no deployment';
      await platform.assertRefused(operations.updateMySettings, when, { body: { defaultDeploymentId: 999_999 } });
    });

    it('Versioning 3: lastSeenChangelogId is accepted and ignored', async () => {
      assert.deepEqual(await set({ lastSeenChangelogId: 'x', locale: 'it' }), { locale: 'it' });
      const { components } = (await platform.call(operations.getSpec, {})) as never as {
        components: { schemas: Record<string, { properties: Record<string, { deprecated?: boolean }> }> };
      };
      assert.equal(components.schemas.UserSettingsInput!.properties.lastSeenChangelogId!.deprecated, true);
    });

    it('G: other fields and wrong types are refused', async () => {
      for (const body of [
        { other: 1 },
        { locale: 7 },
        { sheets: { other: true } },
        { sheets: { showAppliedFilters: 1 } },
      ]) {
        const { status } = await platform.sendRaw(operations.updateMySettings, { body });
        assert.equal(status, 400, JSON.stringify(body));
      }
    });
  });
}
