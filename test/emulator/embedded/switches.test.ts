import assert from 'node:assert/strict';
import { defaultSwitches } from '../../../src/emulator/embedded/switches.ts';
import { EmbedClient } from './embedClient.ts';

describe('the switches of the embedded pages', function () {
  this.timeout(60_000);
  let desk: EmbedClient;
  before(async () => {
    desk = await EmbedClient.open();
  });
  after(() => desk.close());
  const sound = { ...defaultSwitches(), expireSessions: false };
  afterEach(() => {
    const { refuseIds: _, ...switches } = sound;
    return desk.setSwitches(switches);
  });

  const page = () => desk.send('GET', `/embed/dashboard/${desk.publicId}`);
  const policy = async () => (await page()).headers.get('content-security-policy') ?? '';
  const configOf = (html: string) =>
    JSON.parse(/<script type="application\/json" id="config">(.*?)<\/script>/.exec(html)![1]!);

  it('are an administrator’s, merge, and refuse what they do not know', async () => {
    assert.equal((await desk.send('POST', '/_emulator/embedded', undefined, {})).status, 401);
    await desk.setSwitches({ flood: true });
    await desk.setSwitches({ slowWidgets: 250 });
    const { body } = await desk.admin('GET', '/_emulator/embedded');
    assert.deepEqual([body.flood, body.slowWidgets], [1000, 250]);
    for (const wrong of [
      { nonsense: true },
      { flood: -1 },
      { refuseFraming: "x'; script-src *" },
      { prefix: 'a b' },
      [],
    ])
      assert.equal((await desk.admin('POST', '/_emulator/embedded', wrong)).status, 400, JSON.stringify(wrong));
  });

  it('refuse framing by both headers, or to all but some', async () => {
    await desk.setSwitches({ refuseFraming: true });
    const { headers } = await page();
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    await desk.setSwitches({ refuseFraming: 'http://127.0.0.1:*' });
    assert.match(await policy(), /frame-ancestors http:\/\/127\.0\.0\.1:\*/);
    assert.equal((await page()).headers.get('x-frame-options'), null);
    await desk.setSwitches({ refuseFraming: false });
    assert.doesNotMatch(await policy(), /frame-ancestors/);
  });

  it('serve the page into an opaque origin', async () => {
    await desk.setSwitches({ wrongOrigin: true });
    const rule = /sandbox([^;]*)/.exec(await policy())?.[1] ?? '';
    assert.match(rule, /allow-scripts/);
    assert.doesNotMatch(rule, /allow-same-origin/);
  });

  it('reach the page itself: silence, another prefix, a viewer who is known', async () => {
    await desk.setSwitches({ neverReady: true, prefix: 'acme', signedIn: true });
    const config = configOf((await page()).body);
    assert.deepEqual([config.neverReady, config.prefix, config.signedIn], [true, 'acme', true]);
  });

  it('reach a page that is open: floods, slow widgets, what the account says', async () => {
    const token = await desk.token();
    await desk.setSwitches({ flood: 20, slowWidgets: true, account: { locale: 'fr' } });
    const { body } = await desk.page('GET', 'session', token);
    assert.equal(body.flood, 20);
    assert.ok(body.slowWidgets > 0);
    assert.equal(body.account.locale, 'fr');
  });

  it('end every live session once, so that a fresh id goes on', async () => {
    const token = await desk.token();
    const unused = await desk.mint();
    await desk.setSwitches({ expireSessions: 'now' });
    assert.equal((await desk.page('GET', 'session', token)).body.expired, true);
    assert.equal((await desk.exchange(unused)).status, 200);
    assert.equal((await desk.page('GET', 'session', await desk.token())).body.expired, false);
  });

  it('end every live session and refuse fresh ids until they are turned off', async () => {
    const token = await desk.token();
    await desk.setSwitches({ expireSessions: true });
    assert.equal((await desk.page('GET', 'session', token)).body.expired, true);
    const id = await desk.mint();
    const refused = await desk.exchange(id);
    assert.equal(refused.status, 401);
    assert.equal(typeof refused.body.error, 'string');
    await desk.setSwitches({ expireSessions: false });
    assert.equal((await desk.exchange(id)).status, 200);
  });
});
