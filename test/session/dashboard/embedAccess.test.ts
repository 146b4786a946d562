import assert from 'node:assert/strict';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { PlatformError } from '../../../src/platform/platformError.ts';
import { Connection, type Endpoint } from '../../../src/session/connection.ts';
import { Comments } from '../../../src/session/dashboard/comments.ts';
import { EmbedAccess } from '../../../src/session/dashboard/embedAccess.ts';
import { tenantDashboards } from '../../../src/session/dashboard/tenantDashboards.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

describe('embed access', () => {
  let emulator: RunningEmulator;
  const lines: string[] = [];
  const log = makeLog((_level, message) => lines.push(message));

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
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

  it('creates an id that opens one session on the requested branch', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), () => ({}));
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

  it('explains the refusal of a personal key and the alternatives', async () => {
    const platform = await connect();
    const access = new EmbedAccess(platform, subject(), () => ({}));
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

  it('refuses an unknown admin key and keeps the earlier one', async () => {
    const platform = await connect(admin());
    await assert.rejects(platform.useAdmin({ token: 'sk-unknown-key' }, new AbortController().signal), /HTTP 401|key/i);
    assert.ok(await new EmbedAccess(platform, subject(), () => ({})).mint(null));
    platform.dispose();
  });

  it('refuses a key whose user is not an administrator, and keeps the earlier one', async () => {
    const platform = await connect(admin());
    await assert.rejects(
      platform.useAdmin({ token: emulator.apiKey }, new AbortController().signal),
      (failure: Error & { action?: string }) => /administrator/.test(failure.message) && failure.action !== undefined,
    );
    assert.ok(await new EmbedAccess(platform, subject(), () => ({})).mint(null));
    platform.dispose();
  });

  it('uses the admin key only for embedding; dev mode uses the user’s own key', async () => {
    const platform = await connect(admin());
    const me = await platform.client.call(operations.getMe);
    const other = await platform.admin.call(operations.getMe);
    assert.notEqual(me.id, other.id);
    assert.equal(await platform.userName(), me.email ?? me.username);
    platform.dispose();
  });

  it('acts as the viewer with one token', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), () => ({ embedTenantName: emulator.embedTenant }));
    assert.ok(access.hasTenant);
    const [one, two] = await Promise.all([access.viewer(), access.viewer()]);
    assert.equal(one, two);
    access.dispose();
    platform.dispose();
  });

  it('writes, answers, edits, resolves and deletes comments as their author', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), () => ({ embedTenantName: emulator.embedTenant }));
    const comments = new Comments(access);
    const { signal } = new AbortController();
    await comments.create({ text: 'Why so low?', mentions: [] }, undefined, signal);
    const [thread] = await comments.threads(signal);
    assert.equal(thread!.comments[0]!.text, 'Why so low?');
    assert.ok(thread!.comments[0]!.mine);
    const [someone] = await comments.mentionable(signal);
    await comments.create({ text: 'Look again', mentions: [someone!.id] }, thread!.id, signal);
    await comments.edit(thread!.comments[0]!.id, { text: 'Why so high?', mentions: [] }, signal);
    await comments.resolve(thread!.id, true, signal);
    const [after] = await comments.threads(signal);
    assert.deepEqual(
      [after!.resolved, ...after!.comments.map(({ text }) => text), after!.comments[1]!.mentions[0]?.id],
      [true, 'Why so high?', 'Look again', someone!.id],
    );
    await comments.delete(after!.comments[1]!.id, signal);
    const [last] = await comments.threads(signal);
    assert.deepEqual(
      last!.comments.map(({ deleted }) => deleted),
      [false, true],
    );
    // A token that lapsed is followed by another one.
    emulator.advanceClock(24 * 3_600_000);
    assert.equal((await comments.threads(signal)).length, 1);
    access.dispose();
    platform.dispose();
  });

  it('allows and forbids embedding, by the platform’s answer', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), () => ({}));
    assert.equal(access.embedding, true);
    assert.equal(await access.setEmbedding(false), false);
    const other = new EmbedAccess(platform, subject(), () => ({}));
    await assert.rejects(other.mint(null), /[Ee]mbed/);
    assert.equal(other.embedding, false);
    assert.equal(await access.setEmbedding(true), true);
    assert.ok(await other.mint(null));
    assert.equal(other.embedding, true);
    platform.dispose();
    const personal = await connect();
    assert.equal(new EmbedAccess(personal, subject(), () => ({})).embedding, null);
    personal.dispose();
  });

  it('lists the dashboards of an embed tenant for an administrator', async () => {
    const platform = await connect(admin());
    const listed = await tenantDashboards(platform.admin, String(emulator.deploymentId), emulator.embedTenant);
    assert.ok(listed.some(({ publicId, name }) => publicId === emulator.dashboardPublicId && name !== publicId));
    platform.dispose();
    const personal = await connect();
    await assert.rejects(
      tenantDashboards(personal.client, String(emulator.deploymentId), emulator.embedTenant),
      (failure: PlatformError) => failure.kind === 'forbidden',
    );
    personal.dispose();
  });

  it('logs no key, id or token', async () => {
    const platform = await connect(admin());
    const access = new EmbedAccess(platform, subject(), () => ({ embedTenantName: emulator.embedTenant }));
    const id = await access.mint(null);
    await access.viewer();
    await assert.rejects(
      new EmbedAccess(platform, { ...subject(), publicId: 'unknown' }, () => ({})).mint(null),
      (failure: Error) => !failure.message.includes(emulator.adminApiKey),
    );
    platform.dispose();
    const text = lines.join('\n');
    for (const secret of [emulator.apiKey, emulator.adminApiKey, id]) assert.ok(!text.includes(secret));
    assert.doesNotMatch(text, /eyJ/);
  });
});
