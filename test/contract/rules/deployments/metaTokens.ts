/** Rules of the contract: tokens for metadata. Spec: group A rule 1, Issued token, Limits, Authentication 6. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { isoInstant, type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { claimsOf, pass } from '../../signed.ts';
import { covers } from '../../specRows.ts';

export function metaTokenRules(): void {
  describe('group A: tokens for metadata', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let params: { deploymentId: string | number; environmentId: string | number };
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('metadata');
      const [production] = await platform.listAll(operations.listEnvironments, { params: deployment.params });
      params = { ...deployment.params, environmentId: production!.id };
    });
    const issue = (body: { security_context: Record<string, unknown>; expires_in?: number }) =>
      platform.call(operations.createMetaSyncToken, { params, body });
    const seconds = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
      (Date.parse(expires_at) - Date.parse(created_at)) / 1000;

    it('A: answers { data: { token, created_at, expires_at } }, a JWT and two instants', async () => {
      const { data } = await issue({ security_context: { tenant: 'a' } });
      assert.match(data.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.match(data.created_at, isoInstant);
      assert.match(data.expires_at, isoInstant);
      assert.deepEqual(claimsOf(data.token).securityContext, { tenant: 'a' }, 'rule 1: the context is embedded');
    });

    it(covers('Limits: lifetime of a token for metadata', '86400 seconds or expires_in'), async () => {
      assert.equal(seconds((await issue({ security_context: {} })).data), 86_400);
      const { data } = await issue({ security_context: {}, expires_in: 90 });
      assert.equal(seconds(data), 90);
      const { exp, iat } = claimsOf(data.token) as { exp: number; iat: number };
      assert.equal(exp - iat, 90);
      for (const expires_in of [0, -1, '90', null]) {
        const { status } = await platform.sendRaw(operations.createMetaSyncToken, {
          params,
          body: { security_context: {}, expires_in },
        });
        assert.equal(status, 400, `expires_in: ${expires_in}`);
      }
    });

    it('A: security_context is a required object', async () => {
      const when = '`security_context` is missing or not an object';
      for (const security_context of [undefined, null, 'x', 7, ['a']]) {
        const text = await platform.assertRefused(operations.createMetaSyncToken, when, {
          params,
          body: { security_context, expires_in: 60 },
        });
        assert.match(text, /security_context/);
      }
      assert.equal((await platform.sendRaw(operations.createMetaSyncToken, { params })).status, 400);
    });

    it('A: needs an environment of the deployment', async () => {
      const when = 'the deployment has no such environment';
      for (const environmentId of ['no-such', 999_999]) {
        await platform.assertRefused(operations.createMetaSyncToken, when, {
          params: { ...params, environmentId },
          body: { security_context: {} },
        });
      }
    });

    it('Authentication 6: reads the environment’s metadata and cannot query its data', async () => {
      const { data } = await issue({ security_context: {} });
      const [production] = await platform.listAll(operations.listEnvironments, { params: deployment.params });
      const { rest } = production!.api_credentials as { rest: { url: string } };
      const read = async (path: string): Promise<Response> => {
        const answer = await fetch(`${rest.url}/${path}`, { headers: { authorization: data.token } });
        const waits = (await answer.clone().text()).includes('Continue wait');
        return waits ? read(path) : answer;
      };
      const meta = await read('meta');
      assert.equal(meta.status, 200);
      assert.ok(((await meta.json()) as { cubes: { name: string }[] }).cubes.some(({ name }) => name === 'orders'));
      const query = encodeURIComponent(JSON.stringify({ measures: ['orders.count'] }));
      for (const path of [`load?query=${query}`, `sql?query=${query}`]) {
        assert.equal((await read(path)).status, 403, path);
      }
    });

    it(covers('Limits: lifetime of a token for metadata', 'reads until then'), async () => {
      const [production] = await platform.listAll(operations.listEnvironments, { params: deployment.params });
      const { rest } = production!.api_credentials as { rest: { url: string } };
      const { data } = await issue({ security_context: {}, expires_in: 60 });
      const read = async () => (await fetch(`${rest.url}/meta`, { headers: { authorization: data.token } })).status;
      await pass(platform, 50_000);
      assert.equal(await read(), 200);
      await pass(platform, 10_000);
      assert.equal(await read(), 401);
    });

    it('Authentication 6: is not a key of the management API', async () => {
      const { data } = await issue({ security_context: {} });
      assert.equal((await platform.sendRaw(operations.getMe, {}, `Bearer ${data.token}`)).status, 401);
    });
  });
}
