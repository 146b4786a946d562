import assert from 'node:assert/strict';
import { defaultSwitches } from '../../../src/emulator/pages/switches.ts';
import { EmbedClient } from './embedClient.ts';

describe('the switches of the embedded pages', () => {
  let client: EmbedClient;
  before(async () => {
    client = await EmbedClient.open();
  });
  after(() => client.close());
  afterEach(() => {
    const { refuseIds: _, ...switches } = defaultSwitches();
    return client.setSwitches({ ...switches, expireSessions: false });
  });

  const page = () => client.send('GET', `/embed/dashboard/${client.publicId}`);
  const policy = async () => (await page()).headers.get('content-security-policy') ?? '';
  const configOf = (html: string) =>
    JSON.parse(/<script type="application\/json" id="config">(.*?)<\/script>/.exec(html)![1]!);

  it('need an administrator, keep the other values and reject unknown ones', async () => {
    assert.equal((await client.send('POST', '/_emulator/embedded', undefined, {})).status, 401);
    await client.setSwitches({ flood: true });
    await client.setSwitches({ slowWidgets: 250 });
    const { body } = await client.admin('GET', '/_emulator/embedded');
    assert.deepEqual([body.flood, body.slowWidgets], [1000, 250]);
    for (const wrong of [
      { nonsense: true },
      { flood: -1 },
      { refuseFraming: "x'; script-src *" },
      { prefix: 'a b' },
      [],
    ])
      assert.equal((await client.admin('POST', '/_emulator/embedded', wrong)).status, 400, JSON.stringify(wrong));
  });

  it('refuse framing to all hosts or to all but the given sources', async () => {
    await client.setSwitches({ refuseFraming: true });
    const { headers } = await page();
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    await client.setSwitches({ refuseFraming: 'http://127.0.0.1:*' });
    assert.match(await policy(), /frame-ancestors http:\/\/127\.0\.0\.1:\*/);
    assert.equal((await page()).headers.get('x-frame-options'), null);
    await client.setSwitches({ refuseFraming: false });
    assert.doesNotMatch(await policy(), /frame-ancestors/);
  });

  it('serve the page in an opaque origin', async () => {
    await client.setSwitches({ wrongOrigin: true });
    const rule = /sandbox([^;]*)/.exec(await policy())?.[1] ?? '';
    assert.match(rule, /allow-scripts/);
    assert.doesNotMatch(rule, /allow-same-origin/);
  });

  it('change the configuration of the page', async () => {
    await client.setSwitches({ neverReady: true, prefix: 'acme', signedIn: true });
    const config = configOf((await page()).body);
    assert.deepEqual([config.neverReady, config.prefix, config.signedIn], [true, 'acme', true]);
  });

  it('reach an open page through its session', async () => {
    const token = await client.token();
    await client.setSwitches({ flood: 20, slowWidgets: true });
    const { body } = await client.page('GET', 'session', token);
    assert.equal(body.flood, 20);
    assert.ok(body.slowWidgets > 0);
  });

  it('end all active sessions and accept new ids', async () => {
    const token = await client.token();
    const unused = await client.mint();
    await client.setSwitches({ expireSessions: 'now' });
    assert.equal((await client.page('GET', 'session', token)).body.expired, true);
    assert.equal((await client.exchange(unused)).status, 200);
    assert.equal((await client.page('GET', 'session', await client.token())).body.expired, false);
  });

  it('end all active sessions and refuse new ids until the switch is off', async () => {
    const token = await client.token();
    await client.setSwitches({ expireSessions: true });
    assert.equal((await client.page('GET', 'session', token)).body.expired, true);
    const id = await client.mint();
    const refused = await client.exchange(id);
    assert.equal(refused.status, 401);
    assert.equal(typeof refused.body.error, 'string');
    await client.setSwitches({ expireSessions: false });
    assert.equal((await client.exchange(id)).status, 200);
  });
});
