/** Rules of the contract: signed embed sessions. Spec: Embed, States, Limits, Authentication 1, 4, 8; notes: Embedding. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { errorTextOf, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { claimsOf, hour, mint, minute, pass, signedIn } from '../../signed.ts';
import { covers } from '../../specRows.ts';

export function embedSessionRules(): void {
  describe('group E: signed sessions', () => {
    let platform: Platform;
    let deploymentId: number;
    before(async () => {
      platform = await platformUnderTest();
      deploymentId = platform.emulator.deploymentId;
    });
    const exchange = (sessionId: string) =>
      platform.sendRaw(operations.exchangeEmbedSession, { body: { sessionId } }, null);
    const generate = (body: Record<string, unknown>, caller: 'user' | 'admin' = 'admin') =>
      platform.sendRaw(
        operations.generateEmbedSession,
        { body: { deploymentId, externalId: 'ada', ...body } },
        `Bearer ${platform.keyOf(caller)}`,
      );

    it('notes: Generate Session accepts all fields and answers with an id', async () => {
      const answer = await generate({
        embedTenantName: platform.emulator.embedTenant,
        embedTenantProfile: { displayName: 'Acme' },
        tenantGroupDefinitions: [{ name: 'defined here' }],
        tenantGroups: ['defined here'],
        groups: ['global'],
        securityContext: { region: ['EU'] },
        settings: { locale: 'de-DE', timezone: 'Europe/Berlin', allowAi: false, showAiWidgets: false },
        embedTheme: { primaryColor: '#123456', borderRadius: 4, font: 'Inter' },
        branchName: platform.emulator.deployBranch,
        publicDashboardId: platform.emulator.dashboardPublicId,
      });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(typeof (answer.body as { sessionId: unknown }).sessionId, 'string');
    });

    it('notes: it needs an administrator’s key; a personal one gets 403', async () => {
      const answer = await generate({}, 'user');
      assert.equal(answer.status, 403);
      errorTextOf(answer);
    });

    it('Embed: `ephemeralTtlSeconds` no longer exists', async () => {
      assert.equal((await generate({ ephemeralTtlSeconds: 60 })).status, 400);
    });

    it('notes: externalId or internalId names the viewer', async () => {
      const when = 'not exactly one of `externalId` and `internalId` is given';
      for (const ids of [{}, { externalId: 'x', internalId: 'developer' }]) {
        const body = { deploymentId, ...ids };
        await platform.assertRefused(operations.generateEmbedSession, when, { body }, { caller: 'admin' });
      }
      const me = await platform.call(operations.getMe, {});
      await platform.call(operations.generateEmbedSession, { body: { deploymentId, internalId: me.id } }, 'admin');
    });

    it('names the unknown tenant, branch or dashboard', async () => {
      const when = 'the deployment, branch or dashboard is unknown';
      for (const wrong of [{ deploymentId: 999_999 }, { branchName: 'no-such' }, { publicDashboardId: 'no-such' }]) {
        const body = { deploymentId, externalId: 'x', ...wrong };
        const text = await platform.assertRefused(operations.generateEmbedSession, when, { body }, { caller: 'admin' });
        assert.ok(text.includes(String(Object.values(wrong)[0])), text);
      }
    });

    it('Embed: group names of a tenant must exist or be defined; a rejected request creates nothing', async () => {
      const body = { embedTenantName: 'not created', tenantGroups: ['unknown'] };
      assert.equal((await generate(body)).status, 400);
      assert.equal((await generate({ tenantGroups: ['unknown'] })).status, 400);
    });

    it('notes: the id is exchanged for a token that names deployment, branch, tenant and security context', async () => {
      const branchName = platform.emulator.deployBranch;
      const { token } = await signedIn(platform, { branchName, securityContext: { team: 7 } });
      const claims = claimsOf(token);
      assert.equal(claims.deploymentId, deploymentId);
      assert.equal(claims.branchName, branchName);
      assert.equal(claims.embedTenant, platform.emulator.embedTenant);
      assert.deepEqual(claims.securityContext, { team: 7 });
      assert.equal(Number(claims.exp) - Number(claims.iat), 24 * 3600, 'Authentication 8: nominal expiry is 24 hours');
    });

    it(covers('Limits: lifetime of a session id', 'a single use'), async () => {
      const when = 'the session id is unknown, redeemed or expired';
      const sessionId = await mint(platform);
      assert.equal((await exchange(sessionId)).status, 200);
      await platform.assertRefused(operations.exchangeEmbedSession, when, { body: { sessionId } });
      errorTextOf(await exchange('no-such-id'));
    });

    it('Authentication 8: an id is not a credential, and only the response that creates it contains it', async () => {
      const sessionId = await mint(platform);
      const answer = await platform.sendRaw(operations.getMe, {}, `Bearer ${sessionId}`);
      assert.equal(answer.status, 401);
      const { body } = await exchange(sessionId);
      assert.ok(!JSON.stringify(claimsOf((body as { token: string }).token)).includes(sessionId));
    });

    it('Authentication 4: the viewer of a session is neither an administrator nor a user of the platform', async () => {
      const { token } = await signedIn(platform);
      for (const operation of [operations.getMe, operations.generateEmbedSession, operations.getFileHashes]) {
        const answer = await platform.sendRaw(operation, { params: { deploymentId } }, `Bearer ${token}`);
        assert.equal(answer.status, 403, operation.id);
        errorTextOf(answer);
      }
    });

    it('a changed token is rejected', async () => {
      const { token } = await signedIn(platform);
      const [header, , signature] = token.split('.');
      const other = Buffer.from(JSON.stringify({ ...claimsOf(token), embedTenant: 'other' })).toString('base64url');
      for (const forged of [`${header}.${other}.${signature}`, `${token}x`, token.slice(0, -1)]) {
        assert.equal((await platform.sendRaw(operations.getMe, {}, `Bearer ${forged}`)).status, 401);
      }
    });

    it(covers('Limits: lifetime of a session id', '5 minutes'), async () => {
      const early = await mint(platform);
      const late = await mint(platform);
      await pass(platform, 5 * minute - 2000);
      assert.equal((await exchange(early)).status, 200);
      await pass(platform, 2000);
      assert.equal((await exchange(late)).status, 401);
    });

    it(covers('Limits: time of a signed session', '23 hours; a new one replaces it'), async () => {
      const { token } = await signedIn(platform);
      const status = async (bearer: string) =>
        (await platform.sendRaw(operations.getMe, {}, `Bearer ${bearer}`)).status;
      await pass(platform, 23 * hour - minute);
      assert.equal(await status(token), 403, 'the session is valid, but not allowed to call this operation');
      await pass(platform, minute);
      assert.equal(await status(token), 401, 'expired');
      assert.equal(await status((await signedIn(platform)).token), 403);
    });

    /** How long after its start a session has each state, and how the platform then answers its token (403: a viewer). */
    const ages = { active: [0, 403], expiring: [22.6 * hour, 403], expired: [23 * hour, 401] } as const;
    for (const [state, [age, expected]] of Object.entries(ages)) {
      const at = async () => {
        const { token } = await signedIn(platform);
        await pass(platform, age);
        const status = async (bearer = token) =>
          (await platform.sendRaw(operations.getMe, {}, `Bearer ${bearer}`)).status;
        assert.equal(await status(), expected);
        return status;
      };

      it(covers('States: a session id is rejected', `a session that is ${state} stays so`), async () => {
        const status = await at();
        const [used, old] = [await mint(platform), await mint(platform)];
        assert.equal((await exchange(used)).status, 200);
        await pass(platform, 5 * minute);
        for (const id of [used, old, 'no-such-id', '']) assert.equal((await exchange(id)).status, 401, id);
        assert.equal(await status(), expected);
      });

      it(covers('States: a signed session is renewed', `one that is ${state}, for 23 hours`), async () => {
        const status = await at();
        const { token } = await signedIn(platform);
        await pass(platform, 23 * hour - minute);
        assert.equal(await status(token), 403);
        await pass(platform, minute);
        assert.deepEqual([await status(token), await status()], [401, 401]);
      });
    }

    it('only an administrator moves the clock, and only forward', async () => {
      const clock = { method: 'POST', path: '/_emulator/clock' } as const;
      const body = { advanceMs: 1 };
      assert.equal((await platform.sendRaw(clock, { body })).status, 403);
      for (const wrong of [{}, { advanceMs: -1 }, { advanceMs: '1' }, { advanceMs: 1e15 }]) {
        const answer = await platform.sendRaw(clock, { body: wrong }, `Bearer ${platform.keyOf('admin')}`);
        assert.equal(answer.status, 400, JSON.stringify(wrong));
      }
    });
  });
}
