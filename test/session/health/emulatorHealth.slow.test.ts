import assert from 'node:assert/strict';
import { makeLog } from '../../../src/base/log.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { healthOf, knownOperations } from './healthOf.ts';

describe('the health of a connection to the emulator', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());

  it('is good', async () => {
    const { url, adminApiKey: token, deploymentId } = under.emulator;
    const host = new URL(url).host;
    const lines: string[] = [];
    const log = makeLog((_, message) => lines.push(message));
    const { reachable, dataApi, ...others } = await healthOf(url, {
      credential: { token },
      deploymentId: String(deploymentId),
      log,
    });
    assert.match(reachable!, new RegExp(`^ok: ${host} answers in \\d+ ms\\.$`));
    assert.match(dataApi!, /^ok: Production of “Sample shop” answers with [1-9]\d* cubes and views\.$/);
    assert.deepEqual(others, {
      credential: 'ok: The API key is accepted. Its expiry is not known.',
      permissions: 'ok: Every action is allowed.',
      spec: `ok: The API document (version 1.0.0) has all ${knownOperations.length} operations that this extension knows.`,
      framing: `ok: ${host} allows its pages to be shown in the editor.`,
      clock: 'ok: The clocks of this machine and of the platform differ by less than 30 seconds.',
    });
    assert.ok(!lines.join('\n').includes(token), 'the key is in the log');
  });

  it('says what a developer may not do', async () => {
    const { url, apiKey: token } = under.emulator;
    const { permissions } = await healthOf(url, { credential: { token } });
    assert.match(permissions!, /^ok: Allowed: .*SchemaUpdate.*Not allowed: AuditLogManage, SecretsManage\.$/);
  });

  it('names the header of a page that cannot be framed', async () => {
    const { url, apiKey: token, adminApiKey, deploymentId } = under.emulator;
    const set = (refuseFraming: boolean | string) =>
      fetch(`${url}/_emulator/embedded`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminApiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ refuseFraming }),
      });
    const target = { credential: { token }, deploymentId: String(deploymentId) };
    await set(true);
    assert.match((await healthOf(url, target)).framing!, /^warning: .*frame-ancestors 'none'/);
    await set('https://portal.example.com');
    assert.match((await healthOf(url, target)).framing!, /^warning: .*frame-ancestors https:\/\/portal/);
    assert.match((await healthOf(url, { ...target, isWebEditor: true })).framing!, /^unknown: .*in some places only/);
    await set(false);
  });
});
