/** Rules of the contract: OAuth integrations, the tokens of users, issuers of OIDC tokens. Spec: group G, Authentication 4. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type AnyOperation, type Caller, type Platform, platformUnderTest } from '../../platformUnderTest.ts';

const admin = { caller: 'admin' } as const;
const clientSecret = 'the-secret-of-the-client';
let created = 0;

async function newIntegration(platform: Platform, more: { scopes?: string[] } = {}): Promise<number> {
  const body = { name: `Warehouse ${++created}`, clientId: 'a-client', clientSecret, ...more };
  return (await platform.call(operations.createOauthIntegration, { body }, 'admin')).id as number;
}

export function integrationRules(): void {
  describe('group G: OAuth integrations', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });

    it('G: is created, listed, read, changed in part and deleted; its secret is never returned', async () => {
      const params = { id: await newIntegration(platform, { scopes: ['read'] }) };
      const url = 'https://warehouse.example.com/authorize';
      const change = { params, body: { authorizationUrl: url, clientSecret: 'another-secret' } };
      const changed = await platform.call(operations.updateOauthIntegration, change, 'admin');
      assert.deepEqual([changed.clientId, changed.authorizationUrl, changed.scopes], ['a-client', url, ['read']]);
      assert.deepEqual(await platform.call(operations.getOauthIntegration, { params }), changed);
      const { items } = await platform.call(operations.listOauthIntegrations, {});
      assert.deepEqual(items!.at(-1), changed);
      assert.doesNotMatch(JSON.stringify([items, changed]), /secret/i);
      await platform.call(operations.deleteOauthIntegration, { params }, 'admin');
      await platform.assertRefused(operations.getOauthIntegration, 'the integration is unknown', { params });
    });

    it('G: an input with a missing, unknown or wrong field is refused', async () => {
      const good = { name: 'x', clientId: 'x', clientSecret: 'x' };
      const bad = [{}, { ...good, clientSecret: '' }, { ...good, extra: 1 }, { ...good, tokenUrl: 'file:///x' }];
      for (const body of bad) {
        const key = `Bearer ${platform.keyOf('admin')}`;
        const { status } = await platform.sendRaw(operations.createOauthIntegration, { body }, key);
        assert.equal(status, 400, JSON.stringify(body));
      }
    });

    it('Errors: an unknown integration is not found', async () => {
      const [id, integrationId] = [999_999, 999_999];
      const when = 'the integration is unknown';
      await platform.assertRefused(operations.updateOauthIntegration, when, { params: { id }, body: {} }, admin);
      await platform.assertRefused(operations.deleteOauthIntegration, when, { params: { id } }, admin);
      await platform.assertRefused(operations.initiateUserOauthToken, when, { params: { integrationId } });
    });
  });

  describe('group G: OAuth tokens of users', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const initiate = async (integrationId: number, caller: Caller = 'user') => {
      const answer = await platform.call(operations.initiateUserOauthToken, { params: { integrationId } }, caller);
      return answer.authorizationUrl;
    };
    const tokens = async (caller: Caller = 'user') =>
      (await platform.call(operations.listUserOauthTokens, {}, caller)).items!.map((token) => token.integrationId);
    /** Submits the form of the page as a browser without scripts does. */
    const decide = async (url: string, decision: string) => {
      const page = await (await fetch(url)).text();
      const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const body = new URLSearchParams({ decision });
      for (const [, name, value] of fields) body.set(name!, value!);
      return fetch(url, { method: 'POST', body });
    };

    it('G: initiate answers an address where the user completes the authorization in a browser', async () => {
      const integrationId = await newIntegration(platform, { scopes: ['read', 'write'] });
      const params = { integrationId };
      const url = await initiate(integrationId);
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type')!, /text\/html/);
      assert.doesNotMatch(await page.text(), /<script|the-secret/);
      await platform.assertRefused(operations.getUserOauthToken, 'the user has no token of this integration', {
        params,
      });
      assert.equal((await decide(url, 'approve')).status, 200);
      const token = await platform.call(operations.getUserOauthToken, { params });
      assert.deepEqual(token.scopes, ['read', 'write']);
      assert.ok((await tokens()).includes(integrationId));
      assert.ok(!(await tokens('colleague')).includes(integrationId), 'the token belongs to the caller');
      await platform.call(operations.deleteUserOauthToken, { params });
      assert.ok(!(await tokens()).includes(integrationId));
      const when = 'the user has no token of this integration';
      await platform.assertRefused(operations.deleteUserOauthToken, when, { params });
    });

    it('G: an address is usable once, and a denial leaves no token', async () => {
      const integrationId = await newIntegration(platform);
      const url = await initiate(integrationId);
      assert.equal((await decide(url, 'other')).status, 400);
      assert.equal((await decide(url, 'deny')).status, 200);
      assert.ok(!(await tokens()).includes(integrationId));
      for (const used of [url, url.replace(/state=.*/, 'state=x'), url.replace(/\?.*/, '')]) {
        assert.equal((await fetch(used)).status, 404);
        assert.equal((await decide(used, 'approve')).status, 404);
      }
      assert.ok(!(await tokens()).includes(integrationId));
    });

    it('G: deleting an integration removes its tokens and open authorizations', async () => {
      const integrationId = await newIntegration(platform);
      assert.equal((await decide(await initiate(integrationId), 'approve')).status, 200);
      const open = await initiate(integrationId);
      await platform.call(operations.deleteOauthIntegration, { params: { id: integrationId } }, 'admin');
      assert.ok(!(await tokens()).includes(integrationId));
      assert.equal((await decide(open, 'approve')).status, 404);
    });
  });

  describe('group G: OIDC token configs', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const config = { issuer: 'https://issuer.example.com', audience: 'platform' };
    const create = (name: string) =>
      platform.call(operations.createOidcTokenConfig, { body: { name, ...config } }, 'admin');

    it('G: is created, listed, read, changed in part and deleted', async () => {
      const { id } = await create('first');
      const params = { id: id as number };
      const change = { params, body: { audience: 'another' } };
      const changed = await platform.call(operations.updateOidcTokenConfig, change, 'admin');
      assert.deepEqual([changed.name, changed.issuer, changed.audience], ['first', config.issuer, 'another']);
      assert.deepEqual(await platform.call(operations.getOidcTokenConfig, { params }, 'admin'), changed);
      assert.deepEqual((await platform.call(operations.listOidcTokenConfigs, {}, 'admin')).items, [changed]);
      await platform.call(operations.deleteOidcTokenConfig, { params }, 'admin');
      await platform.assertRefused(operations.getOidcTokenConfig, 'the config is unknown', { params }, admin);
      await platform.assertRefused(operations.deleteOidcTokenConfig, 'the config is unknown', { params }, admin);
      const again = { params, body: {} };
      await platform.assertRefused(operations.updateOidcTokenConfig, 'the config is unknown', again, admin);
    });

    it('G: names are unique', async () => {
      await create('taken');
      const { id } = await create('free');
      const when = 'another config has this name';
      const body = { name: 'taken', ...config };
      await platform.assertRefused(operations.createOidcTokenConfig, when, { body }, admin);
      const rename = { params: { id: id as number }, body: { name: 'taken' } };
      await platform.assertRefused(operations.updateOidcTokenConfig, when, rename, admin);
    });

    it('Authentication 4: integrations and issuers are managed by administrators', async () => {
      const params = { id: await newIntegration(platform) };
      const driven: [AnyOperation, unknown?][] = [
        [operations.createOauthIntegration, { name: 'x', clientId: 'x', clientSecret: 'x' }],
        [operations.updateOauthIntegration, {}],
        [operations.deleteOauthIntegration],
        [operations.listOidcTokenConfigs],
        [operations.createOidcTokenConfig, { name: 'x', ...config }],
        [operations.getOidcTokenConfig],
        [operations.updateOidcTokenConfig, {}],
        [operations.deleteOidcTokenConfig],
      ];
      for (const [operation, body] of driven) {
        const { status } = await platform.sendRaw(operation, { params, body });
        assert.equal(status, 403, operation.id);
      }
    });
  });
}
