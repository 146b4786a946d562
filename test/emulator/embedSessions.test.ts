import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expiryOf, sessionState } from '../../src/emulator/embedUsers/sessions.ts';
import type { EmbedSessionRecord } from '../../src/emulator/records/embedRecord.ts';
import { covers } from '../contract/specRows.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const minute = 60_000;
const hour = 60 * minute;

function session(redeemedAt: number | null): EmbedSessionRecord {
  return {
    id: 'x',
    deploymentId: 1,
    mintedAt: 0,
    redeemedAt,
    tenantId: null,
    viewer: { userId: 1 },
    groups: [],
    securityContext: {},
    settings: {},
    embedTheme: null,
    branchName: null,
    publicDashboardId: null,
  };
}

// Spec: States (signed embed session), Limits.
describe('the state of a signed embed session', () => {
  it('is minted for five minutes, then the id is expired', () => {
    assert.equal(sessionState(session(null), 5 * minute - 1), 'minted');
    assert.equal(sessionState(session(null), 5 * minute), 'expired');
  });

  it(
    covers('Limits: lead time of the expiry warning', 'active, then expiring for the last half hour of 23 hours'),
    () => {
      const redeemed = session(minute);
      const end = minute + 23 * hour;
      assert.equal(expiryOf(redeemed), end);
      assert.equal(sessionState(redeemed, minute), 'active');
      assert.equal(sessionState(redeemed, end - 30 * minute - 1), 'active');
      assert.equal(sessionState(redeemed, end - 30 * minute), 'expiring');
      assert.equal(sessionState(redeemed, end - 1), 'expiring');
      assert.equal(sessionState(redeemed, end), 'expired');
    },
  );
});

describe('embedding after a restart', () => {
  const folder = temporaryFolder('emulator-embedding');
  let under: EmulatorUnderTest | undefined;
  after(async () => {
    await under?.close();
    folder.remove();
  });
  const start = async () => {
    await under?.close();
    under = await emulatorUnderTest({ dataDir: folder.path });
    const { url, apiKey, adminApiKey, deploymentId } = under.emulator;
    const client = new DeploymentClient(url, apiKey, deploymentId);
    return { client, admin: client.as(adminApiKey), emulator: under.emulator };
  };

  it('keeps tenants, groups, sessions, comments and embedding settings', async () => {
    const first = await start();
    const { embedTenant, dashboardPublicId, deploymentId } = first.emulator;
    const input = { deploymentId, embedTenantName: embedTenant, externalId: 'ada' };
    const mint = async ({ admin }: typeof first): Promise<string> =>
      (await admin.done(admin.send('POST', '/api/v1/embed/generate-session', input))).sessionId;
    const redeem = async ({ client }: typeof first, sessionId: string): Promise<string> =>
      (await client.done(client.send('POST', '/api/v1/embed/session/token', { sessionId }))).token;
    const comments = `/api/v1/embed/dashboard/${dashboardPublicId}/comments`;
    const token = await redeem(first, await mint(first));
    const open = await mint(first);
    await first.client.as(token).done(first.client.as(token).send('POST', comments, { body: 'kept' }));
    const known = async ({ client }: typeof first) => ({
      tenants: (await client.done(client.send('GET', '/api/v1/embed-tenants/'))).items,
      users: (await client.done(client.send('GET', `/api/v1/embed-tenants/${embedTenant}/users`))).items,
      comments: (await client.as(token).done(client.as(token).send('GET', comments))).items,
    });
    const before = await known(first);
    assert.equal(before.comments.length, 1);
    const second = await start();
    assert.deepEqual(await known(second), before);
    assert.equal(typeof (await redeem(second, open)), 'string', 'an id that was not exchanged before');
  });

  it('adds the sample to a state that was saved before embedding existed', async () => {
    const { emulator } = await start();
    await under?.close();
    const file = path.join(folder.path, 'state.json');
    const { embed: _, ...old } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(old));
    const { client } = await start();
    const users = await client.done(client.send('GET', `/api/v1/embed-tenants/${emulator.embedTenant}/users`));
    assert.ok(users.items.length > 0);
  });
});
