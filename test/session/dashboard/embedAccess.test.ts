import assert from 'node:assert/strict';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../../src/emulator/emulator.ts';
import { Connection, type Endpoint } from '../../../src/session/connections.ts';
import { EmbedAccess } from '../../../src/session/dashboard/embedAccess.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';

describe('what an editor may do with a dashboard', function () {
  this.timeout(30_000);
  let emulator: RunningEmulator;
  const lines: string[] = [];
  const log = makeLog((_level, message) => lines.push(message));

  before(async () => {
    emulator = await startEmulator({ buildMs: 0 });
  });
  after(() => emulator.close());

  const connect = (endpoint: Partial<Endpoint> = {}) =>
    openPlatform(
      { baseUrl: emulator.url, credential: { token: emulator.apiKey }, ...endpoint },
      new Connection(
        { id: emulator.url, label: 'test' },
        'environment',
        async () => assert.fail(),
        openPlatform as never,
      ),
      log,
    );
  const subject = () => ({
    surface: 'dashboard' as const,
    publicId: emulator.dashboardPublicId,
    deploymentId: String(emulator.deploymentId),
  });
  const admin = () => ({ admin: { token: emulator.adminApiKey } });
  const redeem = async (sessionId: string) => {
    const response = await fetch(`${emulator.url}/api/v1/embed/session/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
    });
    return { status: response.status, ...((await response.json()) as { token?: string }) };
  };

  it('mints an id that opens a session once, on the branch asked for', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), {});
    const ids = [await access.mint(null), await access.mint(emulator.deployBranch)];
    assert.notEqual(ids[0], ids[1]);
    for (const id of ids) {
      assert.equal((await redeem(id)).status, 200);
      assert.equal((await redeem(id)).status, 401);
    }
    const claims = (token = '') => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;
    const branch = await access.mint(emulator.deployBranch);
    assert.equal((claims((await redeem(branch)).token) as { branchName?: string }).branchName, emulator.deployBranch);
    platform.dispose();
  });

  it('explains a personal key’s refusal, and what else there is', async () => {
    const platform = await connect();
    const access = new EmbedAccess(platform, subject(), {});
    await assert.rejects(access.mint(null), (failure: Error & { kind?: string; action?: string }) => {
      assert.equal(failure.kind, 'forbidden');
      assert.match(failure.message, /admin/);
      assert.match(failure.action ?? '', /private mode/);
      return true;
    });
    await platform.useAdmin({ token: emulator.adminApiKey }, new AbortController().signal);
    assert.ok(await access.mint(null));
    platform.dispose();
  });

  it('takes no admin’s key that the platform does not know, and keeps the one before', async () => {
    const platform = await connect(admin());
    await assert.rejects(platform.useAdmin({ token: 'sk-unknown-key' }, new AbortController().signal), /HTTP 401|key/i);
    assert.ok(await new EmbedAccess(platform, subject(), {}).mint(null));
    platform.dispose();
  });

  it('uses the admin’s key for embedding alone: dev mode stays the person’s own', async () => {
    const platform = await connect(admin());
    const me = await platform.client.call(operations.getMe);
    const other = await platform.admin.call(operations.getMe);
    assert.notEqual(me.id, other.id);
    assert.equal(await platform.userName(), me.email ?? me.username);
    platform.dispose();
  });

  it('speaks as the viewer with a token of its own, once made', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), { embedTenant: emulator.embedTenant });
    assert.ok(access.hasTenant);
    const [one, two] = await Promise.all([access.viewer(), access.viewer()]);
    assert.equal(one, two);
    access.dispose();
    platform.dispose();
  });

  it('says neither key, id nor token in the log', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), { embedTenant: emulator.embedTenant });
    const id = await access.mint(null);
    await access.viewer();
    await assert.rejects(
      new EmbedAccess(platform, { ...subject(), publicId: 'unknown' }, {}).mint(null),
      (failure: Error) => !failure.message.includes(emulator.adminApiKey),
    );
    platform.dispose();
    const text = lines.join('\n');
    for (const secret of [emulator.apiKey, emulator.adminApiKey, id]) assert.ok(!text.includes(secret));
    assert.doesNotMatch(text, /eyJ/);
  });
});
