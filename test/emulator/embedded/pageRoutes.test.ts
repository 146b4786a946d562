import assert from 'node:assert/strict';
import { EmbedClient } from './embedClient.ts';

const rulesOf = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((rule) => rule.trim().split(' '))
      .map(([name, ...sources]) => [name!, sources.join(' ')]),
  );

describe('an embedded page', function () {
  this.timeout(60_000);
  let desk: EmbedClient;
  before(async () => {
    desk = await EmbedClient.open();
  });
  after(() => desk.close());

  it('is served for each surface, may do little, and is kept by nobody', async () => {
    for (const path of [
      `/embed/dashboard/${desk.publicId}`,
      `/embed/d/${desk.deploymentId}/app`,
      `/embed/d/${desk.deploymentId}/chat`,
    ]) {
      const { status, headers, body } = await desk.send('GET', path);
      assert.equal(status, 200, path);
      assert.match(headers.get('content-type')!, /^text\/html/);
      assert.equal(headers.get('cache-control'), 'no-store');
      const rules = rulesOf(headers);
      assert.equal(rules.get('default-src'), "'none'");
      assert.equal(rules.get('script-src'), "'self'");
      assert.equal(rules.get('connect-src'), "'self'");
      assert.ok(!body.includes('<script>'), 'no script in the document');
    }
  });

  it('may be framed by any host, also by one with a scheme of its own', async () => {
    const { headers } = await desk.send('GET', `/embed/dashboard/${desk.publicId}`);
    assert.equal(headers.get('x-frame-options'), null);
    assert.equal(rulesOf(headers).has('frame-ancestors'), false);
  });

  it('never holds the session id of its address', async () => {
    const id = await desk.mint();
    const { body, headers } = await desk.send('GET', `/embed/dashboard/${desk.publicId}?session=${id}`);
    assert.ok(!body.includes(id) && ![...headers.values()].join().includes(id));
    assert.equal((await desk.exchange(id)).status, 200, 'and asking for the page does not use it up');
  });

  it('writes what the address says as text, whatever it says', async () => {
    const { body } = await desk.send(
      'GET',
      `/embed/dashboard/${encodeURIComponent('</script><script>alert(1)</script>')}`,
    );
    assert.ok(!body.includes('</script><script>alert'));
  });

  it('has its script, its style and its letters, and hands out nothing else', async () => {
    const { body } = await desk.send('GET', `/embed/dashboard/${desk.publicId}`);
    const files = [...String(body).matchAll(/(?:src|href)="(\/embed\/[^"]+)"/g)].map(([, file]) => file!);
    assert.ok(files.length >= 2);
    for (const file of [...files, '/embed/_page/Inter_400Regular.ttf'])
      assert.equal((await desk.send('GET', file)).status, 200, file);
    for (const file of ['resvg.wasm', '..%2f..%2fpackage.json', 'page.js.map'])
      assert.equal((await desk.page('GET', file)).status, 404, file);
  });
});

describe('the session of an embedded page', function () {
  this.timeout(60_000);
  let desk: EmbedClient;
  before(async () => {
    desk = await EmbedClient.open();
  });
  after(() => desk.close());

  it('is needed for everything a page shows', async () => {
    const routes = ['session', 'dashboards', `dashboards/${desk.publicId}`, 'meta'];
    for (const route of routes) {
      assert.equal((await desk.page('GET', route)).status, 401, route);
      assert.equal((await desk.page('GET', route, 'somebody')).status, 401, route);
    }
    const token = await desk.token();
    for (const route of routes) assert.equal((await desk.page('GET', route, token)).status, 200, route);
  });

  it('tells the page who looks at what, in which branch, how long, with which settings', async () => {
    const token = await desk.token({
      settings: { locale: 'de', allowAi: false },
      embedTheme: { primaryColor: '#123456' },
    });
    const { body } = await desk.page('GET', 'session', token);
    assert.equal(body.mode, 'signed');
    assert.equal(body.embedTenant, 'acme');
    assert.equal(body.deploymentId, desk.deploymentId);
    assert.equal(body.branchName, null);
    assert.equal(body.settings.locale, 'de');
    assert.equal(body.embedTheme.primaryColor, '#123456');
    assert.equal(body.expired, false);
    const hours = (body.expiresAt - body.now) / 3_600_000;
    assert.ok(hours > 22.9 && hours <= 23, `usable for about 23 hours, not ${hours}`);
    assert.match(body.dataApiUrl, /\/v1$/);
  });

  it('shows the dashboard it was minted for and no other, and only while embedding is allowed', async () => {
    const bound = await desk.token({ publicDashboardId: desk.publicId });
    const route = `dashboards/${desk.publicId}`;
    const { status, body } = await desk.page('GET', route, bound);
    assert.equal(status, 200);
    assert.ok(body.widgets.length >= 5);
    assert.equal((await desk.page('GET', 'dashboards/another', bound)).status, 404);
    const allow = (allowEmbed: boolean) =>
      desk.admin('PATCH', `/api/v1/embed/dashboard/${desk.publicId}`, { allowEmbed });
    assert.equal((await allow(false)).status, 200);
    assert.equal((await desk.page('GET', route, bound)).status, 403);
    assert.equal((await allow(true)).status, 200);
    assert.equal((await desk.page('GET', route, bound)).status, 200);
  });

  it('lapses by the clock of the platform, and says when', async () => {
    const token = await desk.token();
    const { body: before } = await desk.page('GET', 'session', token);
    desk.advanceClock(before.expiresAt - before.now + 1000);
    const { status, body } = await desk.page('GET', 'session', token);
    assert.equal(status, 200);
    assert.equal(body.expired, true);
    assert.ok(Math.abs(body.expiresAt - before.expiresAt) <= 1000);
    assert.equal((await desk.page('GET', 'dashboards', token)).status, 401);
    assert.equal((await desk.page('POST', 'ask', token, { question: 'count' })).status, 401);
  });

  it('of the private mode belongs to who is signed in, and does not expire like a signed one', async () => {
    const { body } = await desk.page('POST', 'sign-in', undefined, { deploymentId: desk.deploymentId });
    const { body: state } = await desk.page('GET', 'session', body.token);
    assert.deepEqual(
      [state.mode, state.viewer, state.expiresAt, state.embedTenant],
      ['private', 'developer', null, null],
    );
    assert.equal((await desk.page('POST', 'sign-in', undefined, { deploymentId: 99 })).status, 404);
  });

  it('of the private mode is not given to other sites', async () => {
    const response = await fetch(`${desk.url}/embed/_page/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ deploymentId: desk.deploymentId }),
    });
    assert.equal(response.status, 403);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('that switches AI off gets no answer from the server either', async () => {
    const without = await desk.token({ settings: { allowAi: false } });
    const refused = await desk.page('POST', 'ask', without, { question: 'total amount by status' });
    assert.equal(refused.status, 403);
    const token = await desk.token();
    const { status, body } = await desk.page('POST', 'ask', token, { question: 'total amount by status' });
    assert.equal(status, 200);
    assert.deepEqual(body.query.measures, ['sales.total_amount']);
    assert.deepEqual(body.query.dimensions, ['sales.status']);
    assert.equal((await desk.page('POST', 'ask', token, { question: 'weather tomorrow' })).status, 422);
    assert.equal((await desk.page('POST', 'ask', token, { question: ' ' })).status, 400);
  });
});
