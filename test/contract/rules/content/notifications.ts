/** Rules of the contract: notifications. Spec: “Notifications”, group F. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { schemasByName } from '../../../../src/contract/schemaNames.ts';
import { type Caller, type Platform, platformUnderTest } from '../../platformUnderTest.ts';

export function notificationRules(): void {
  describe('group F: notifications', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const list = async (query: object = {}, caller: Caller = 'user') =>
      (await platform.call(operations.listNotifications, { query }, caller)).items!;

    it('F: lists notifications with their dashboard and recipients', async () => {
      const [notification] = await list();
      assert.equal(notification!.dashboardPublicId, platform.emulator.dashboardPublicId);
      assert.equal(typeof notification!.dashboardId, 'number');
      const named = ['filters', 'timeGrains', 'memberSwitchers', 'notificationAiSummary'];
      assert.deepEqual(
        named.filter((name) => !(name in notification!)),
        [],
      );
      const me = await platform.call(operations.getMe, {});
      const recipient = notification!.recipients!.find(({ userId }) => userId === me.id);
      assert.equal(recipient!.username, me.username);
    });

    it('F: filters by dashboard and by recipient of each kind', async () => {
      const { dashboardPublicId, recipients } = (await list())[0]!;
      const viewer = recipients!.find(({ embedTenantName }) => embedTenantName)!;
      const address = recipients!.find(({ email, userId }) => email && !userId && email !== viewer.email)!;
      const user = recipients!.find(({ userId }) => userId)!;
      const { embedTenantName: recipientEmbedTenantName, externalId: recipientExternalId } = viewer;
      const found: object[] = [
        { dashboardPublicId },
        { recipientUserId: user.userId },
        { recipientEmail: address.email },
        { recipientEmbedTenantName, recipientExternalId },
        { dashboardPublicId, recipientEmail: address.email },
      ];
      for (const query of found) assert.equal((await list(query)).length, 1, JSON.stringify(query));
      const none: object[] = [
        { dashboardPublicId: 'none' },
        { recipientUserId: 999_999 },
        { recipientEmail: 'none@acme.example' },
        { recipientEmbedTenantName, recipientExternalId: 'none' },
        { dashboardPublicId: 'none', recipientEmail: address.email },
      ];
      for (const query of none) assert.deepEqual(await list(query), [], JSON.stringify(query));
    });

    it('F: the two parts of an embed recipient belong together', async () => {
      const when = 'only one of `recipientEmbedTenantName` and `recipientExternalId` is given';
      for (const query of [{ recipientExternalId: 'ada' }, { recipientEmbedTenantName: 'acme' }]) {
        await platform.assertRefused(operations.listNotifications, when, { query });
      }
    });

    it('F: other users do not see it, administrators do', async () => {
      assert.deepEqual(await list({}, 'colleague'), []);
      assert.equal((await list({}, 'admin')).length, 1);
    });

    for (const name of ['CreateNotificationInput', 'UpdateNotificationInput']) {
      it(`Notifications: ${name} names exactly one dashboard`, () => {
        const isValid = (input: object) => schemasByName[name]!.safeParse(input).success;
        const more = { filters: [], timeGrains: {}, memberSwitchers: {}, notificationAiSummary: true };
        assert.ok(isValid({ dashboardId: 1, ...more }));
        assert.ok(isValid({ dashboardPublicId: 'x', ...more }));
        assert.ok(!isValid({ dashboardId: 1, dashboardPublicId: 'x', ...more }));
        assert.ok(!isValid(more));
      });
    }
  });
}
