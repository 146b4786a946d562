/** The effect of deactivating and deleting a user on everything that acts in their name. Spec: group G, “Users and attributes”. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../vscode/process/temporaryFolder.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../../emulatorUnderTest.ts';
import { DeviceFlowClient } from '../../signIn/deviceFlowClient.ts';

describe('a deactivated user', () => {
  const folder = temporaryFolder('emulator-account');
  let under: EmulatorUnderTest;
  let admin: DeploymentClient;
  let userId: number;
  const me = (key: string) => admin.as(key).send('GET', '/api/v1/users/me');
  const act = (action: string) => admin.done(admin.send('POST', '/api/v1/users/bulk', { action, userIds: [userId] }));
  const start = async () => {
    under = await emulatorUnderTest({ dataDir: folder.path });
    const { url, adminApiKey, deploymentId } = under.emulator;
    admin = new DeploymentClient(url, adminApiKey, deploymentId);
    userId = (await me(under.emulator.apiKey)).body.id;
  };
  before(start);
  after(async () => {
    await under.close();
    folder.remove();
  });
  afterEach(() => act('ACTIVATE'));

  it('is refused with the tokens of a sign-in, and these are not refreshed, until the user is active again', async () => {
    const device = new DeviceFlowClient(under.emulator.url);
    const tokens = await device.signIn(under.emulator.apiKey);
    await act('DEACTIVATE');
    assert.equal((await me(tokens.access_token)).status, 401);
    assert.equal((await device.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    await act('ACTIVATE');
    assert.equal((await me(tokens.access_token)).status, 200);
    assert.ok((await device.refreshed(tokens.refresh_token)).access_token);
  });

  it('is not a viewer of embed sessions', async () => {
    const body = { deploymentId: under.emulator.deploymentId, internalId: userId };
    const generate = () => admin.send('POST', '/api/v1/embed/generate-session', body);
    const { sessionId } = await admin.done(generate());
    const { token } = await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }));
    const view = () =>
      admin.as(token).send('GET', `/api/v1/embed/dashboard/${under.emulator.dashboardPublicId}/comments`);
    const before = (await view()).status;
    assert.notEqual(before, 401);
    await act('DEACTIVATE');
    assert.equal((await view()).status, 401);
    assert.equal((await generate()).status, 400);
  });

  it('stays deactivated, and settings stay, when the emulator restarts', async () => {
    await admin.as(under.emulator.apiKey).send('PATCH', '/api/v1/users/me/settings', { locale: 'de' });
    await act('DEACTIVATE');
    await under.close();
    under = await emulatorUnderTest({ dataDir: folder.path });
    admin = new DeploymentClient(under.emulator.url, under.emulator.adminApiKey, under.emulator.deploymentId);
    assert.equal((await me(under.emulator.apiKey)).status, 401);
    await act('ACTIVATE');
    assert.deepEqual((await me(under.emulator.apiKey)).body.settings, { locale: 'de' });
  });

  it('is active in the state of an emulator that had no such users', async () => {
    await under.close();
    const file = path.join(folder.path, 'state.json');
    const { account, ...older } = JSON.parse(readFileSync(file, 'utf8'));
    assert.ok(account);
    older.users = older.users.map(({ active: _, settings: __, ...user }: Record<string, unknown>) => user);
    writeFileSync(file, JSON.stringify(older));
    await start();
    assert.equal((await me(under.emulator.apiKey)).status, 200);
  });
});

describe('a deleted user', () => {
  it('leaves no dev mode, no sign-in and no membership to a later user', async () => {
    const under = await emulatorUnderTest({ users: [{ username: 'leaver', key: 'sk-leaver' }] });
    const { url, adminApiKey, deploymentId } = under.emulator;
    const admin = new DeploymentClient(url, adminApiKey, deploymentId);
    const leaver = admin.as('sk-leaver');
    const device = new DeviceFlowClient(url);
    const tokens = await device.signIn('sk-leaver');
    const { id } = await admin.done(leaver.send('GET', '/api/v1/users/me'));
    const dev = await leaver.openDevMode();
    await leaver.done(leaver.put({ 'model/own.yml': 'cubes: []' }, dev));
    assert.equal((await admin.send('DELETE', `/api/v1/users/${id}`)).status, 204);
    for (const key of ['sk-leaver', tokens.access_token]) {
      assert.equal((await admin.as(key).send('GET', '/api/v1/users/me')).status, 401);
    }
    assert.equal((await device.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    const next = await admin.done(admin.send('POST', '/api/v1/users/', { email: 'next@example.com' }));
    assert.notEqual(next.id, id, 'personal branches belong to the id');
    await under.close();
  });
});
