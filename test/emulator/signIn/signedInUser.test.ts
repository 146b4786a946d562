/** The permissions of a signed-in user. Spec: Authentication 1, 3, 4; state rule 1. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DeviceFlowClient } from './deviceFlowClient.ts';

describe('a user who has signed in', () => {
  const folder = temporaryFolder('emulator-sign-in');
  let under: EmulatorUnderTest;
  let device: DeviceFlowClient;
  let client: DeploymentClient;
  const start = async () => {
    under = await emulatorUnderTest({ dataDir: folder.path });
    device = new DeviceFlowClient(under.emulator.url);
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
  };
  before(start);
  after(async () => {
    await under.close();
    folder.remove();
  });

  it('is the user whose API key was entered', async () => {
    for (const key of [under.emulator.apiKey, under.emulator.adminApiKey]) {
      const { access_token } = await device.signIn(key);
      const own = await client.done(client.as(key).send('GET', '/api/v1/users/me'));
      assert.deepEqual(await client.done(client.as(access_token).send('GET', '/api/v1/users/me')), own);
    }
  });

  it('may do what this user may: administrators’ operations only as an administrator', async () => {
    const groups = `/api/v1/embed-tenants/${under.emulator.embedTenant}/groups`;
    const input = { name: 'signed-in', description: '' };
    const { access_token } = await device.signIn(under.emulator.apiKey);
    assert.equal((await client.as(access_token).send('DELETE', `${groups}/12345`)).status, 403);
    const admin = await device.signIn(under.emulator.adminApiKey);
    assert.equal((await client.as(admin.access_token).send('POST', groups, input)).status < 300, true);
    assert.equal((await client.as(admin.access_token).send('DELETE', `${groups}/12345`)).status, 404);
  });

  it('is one credential across refreshes: dev mode stays open, and the API key has its own', async () => {
    const first = await device.signIn(under.emulator.apiKey);
    const dev = await client.as(first.access_token).openDevMode();
    const second = await device.refreshed(first.refresh_token);
    assert.equal((await currentBranch(second.access_token)).branchName, dev);
    assert.notEqual((await currentBranch(under.emulator.apiKey)).branchName, dev);
    assert.notEqual((await currentBranch((await device.signIn(under.emulator.apiKey)).access_token)).branchName, dev);
  });

  it('leaves no dev mode to the next sign-in when a used refresh token ends theirs', async () => {
    const first = await device.signIn(under.emulator.apiKey);
    const dev = await client.as(first.access_token).openDevMode();
    await device.refreshed(first.refresh_token);
    await device.refresh(first.refresh_token);
    const next = await device.signIn(under.emulator.apiKey);
    assert.notEqual((await currentBranch(next.access_token)).branchName, dev);
  });

  it('stays signed in when the emulator restarts, and the saved state holds no token', async () => {
    const pending = await device.start();
    const { access_token, refresh_token } = await device.signIn(under.emulator.apiKey);
    await under.close();
    const state = readFileSync(path.join(folder.path, 'state.json'), 'utf8');
    for (const secret of [access_token, refresh_token, ...refresh_token.split('.'), pending.device_code]) {
      assert.ok(!state.includes(secret), secret);
    }
    await start();
    assert.equal((await client.as(access_token).send('GET', '/api/v1/users/me')).status, 200);
    const next = await device.refreshed(refresh_token);
    assert.equal((await client.as(next.access_token).send('GET', '/api/v1/users/me')).status, 200);
    assert.equal((await device.poll(pending.device_code)).body.error, 'authorization_pending');
  });

  const currentBranch = (key: string) => client.done(client.as(key).control('GET', '/build-status'));
});

describe('the saved state of an emulator without sign-ins', () => {
  const folder = temporaryFolder('emulator-before-sign-in');
  after(() => folder.remove());

  it('opens', async () => {
    const first = await emulatorUnderTest({ dataDir: folder.path });
    await first.close();
    const file = path.join(folder.path, 'state.json');
    const { signIn, ...older } = JSON.parse(readFileSync(file, 'utf8'));
    assert.ok(signIn);
    writeFileSync(file, JSON.stringify(older));
    const second = await emulatorUnderTest({ dataDir: folder.path });
    const tokens = await new DeviceFlowClient(second.emulator.url).signIn(second.emulator.apiKey);
    assert.ok(tokens.access_token);
    await second.close();
  });
});
