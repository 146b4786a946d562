/** When an authorization of an OAuth integration ends. Spec: group G. */

import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../../emulatorUnderTest.ts';

describe('an address to authorize an OAuth integration', () => {
  let under: EmulatorUnderTest;
  let admin: DeploymentClient;
  let user: DeploymentClient;
  let integrationId: number;
  before(async () => {
    under = await emulatorUnderTest();
    const { url, adminApiKey, apiKey, deploymentId } = under.emulator;
    admin = new DeploymentClient(url, adminApiKey, deploymentId);
    user = admin.as(apiKey);
    const body = { name: '<b>Warehouse</b>', clientId: 'c', clientSecret: 's' };
    integrationId = (await admin.done(admin.send('POST', '/api/v1/oauth-integrations/', body))).id;
  });
  after(() => under.close());
  const initiate = async (): Promise<string> =>
    (await user.done(user.send('POST', `/api/v1/user-oauth-tokens/${integrationId}/initiate`))).authorizationUrl;
  const approve = (url: string) => {
    const state = new URL(url).searchParams.get('state')!;
    return fetch(url, { method: 'POST', body: new URLSearchParams({ state, decision: 'approve' }) });
  };
  const connected = async () => (await user.send('GET', `/api/v1/user-oauth-tokens/${integrationId}`)).status === 200;

  it('shows the name of the integration as text, in a page that cannot be framed', async () => {
    const page = await fetch(await initiate());
    assert.match(await page.text(), /&lt;b&gt;Warehouse/);
    assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
  });

  it('ends after ten minutes of the platform’s clock', async () => {
    const [early, late] = [await initiate(), await initiate()];
    under.emulator.advanceClock(10 * 60_000 - 30_000);
    assert.equal((await approve(early)).status, 200);
    assert.ok(await connected());
    await user.send('DELETE', `/api/v1/user-oauth-tokens/${integrationId}`);
    under.emulator.advanceClock(30_000);
    assert.equal((await approve(late)).status, 404);
    assert.equal(await connected(), false);
  });

  it('ends when the user is deactivated', async () => {
    const url = await initiate();
    const { id } = await user.done(user.send('GET', '/api/v1/users/me'));
    const act = (action: string) => admin.done(admin.send('POST', '/api/v1/users/bulk', { action, userIds: [id] }));
    await act('DEACTIVATE');
    assert.equal((await approve(url)).status, 404);
    await act('ACTIVATE');
    assert.equal(await connected(), false);
  });
});
