import assert from 'node:assert/strict';
import { EmbedClient } from './embedClient.ts';

const contentPolicyOf = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((rule) => rule.trim().split(' '))
      .map(([name, ...sources]) => [name!, sources.join(' ')]),
  );

describe('an embedded page', () => {
  let client: EmbedClient;
  before(async () => {
    client = await EmbedClient.open();
  });
  after(() => client.close());

  it('is served for each surface with a strict policy and without caching', async () => {
    for (const path of [
      `/embed/dashboard/${client.publicId}`,
      `/embed/d/${client.deploymentId}/app`,
      `/embed/d/${client.deploymentId}/chat`,
    ]) {
      const { status, headers, body } = await client.send('GET', path);
      assert.equal(status, 200, path);
      assert.match(headers.get('content-type')!, /^text\/html/);
      assert.equal(headers.get('cache-control'), 'no-store');
      const rules = contentPolicyOf(headers);
      assert.equal(rules.get('default-src'), "'none'");
      assert.equal(rules.get('script-src'), "'self'");
      assert.equal(rules.get('connect-src'), "'self'");
      assert.ok(!body.includes('<script>'), 'no script in the document');
    }
  });

  it('may be framed by any host, also by one with its own scheme', async () => {
    const { headers } = await client.send('GET', `/embed/dashboard/${client.publicId}`);
    assert.equal(headers.get('x-frame-options'), null);
    assert.equal(contentPolicyOf(headers).has('frame-ancestors'), false);
  });

  it('does not contain the session id of its address', async () => {
    const id = await client.mint();
    const { body, headers } = await client.send('GET', `/embed/dashboard/${client.publicId}?session=${id}`);
    assert.ok(!body.includes(id) && ![...headers.values()].join().includes(id));
    assert.equal((await client.exchange(id)).status, 200, 'loading the page does not use the id');
  });

  it('escapes the address', async () => {
    const { body } = await client.send(
      'GET',
      `/embed/dashboard/${encodeURIComponent('</script><script>alert(1)</script>')}`,
    );
    assert.ok(!body.includes('</script><script>alert'));
  });

  it('is served with its script, style and fonts, and no other file', async () => {
    const { body } = await client.send('GET', `/embed/dashboard/${client.publicId}`);
    const files = [...String(body).matchAll(/(?:src|href)="(\/embed\/[^"]+)"/g)].map(([, file]) => file!);
    assert.ok(files.length >= 2);
    for (const file of [...files, '/embed/_page/Inter_400Regular.ttf'])
      assert.equal((await client.send('GET', file)).status, 200, file);
    for (const file of ['resvg.wasm', '..%2f..%2fpackage.json', 'page.js.map'])
      assert.equal((await client.page('GET', file)).status, 404, file);
  });
});

describe('the session of an embedded page', () => {
  let client: EmbedClient;
  before(async () => {
    client = await EmbedClient.open();
  });
  after(() => client.close());

  it('is required by every route', async () => {
    const routes = ['session', 'dashboards', `dashboards/${client.publicId}`, 'meta'];
    for (const route of routes) {
      assert.equal((await client.page('GET', route)).status, 401, route);
      assert.equal((await client.page('GET', route, 'unknown-token')).status, 401, route);
    }
    const token = await client.token();
    for (const route of routes) assert.equal((await client.page('GET', route, token)).status, 200, route);
  });

  it('has a mode, tenant, branch, settings and end', async () => {
    const token = await client.token({
      settings: { locale: 'de', allowAi: false },
      embedTheme: { primaryColor: '#123456' },
    });
    const { body } = await client.page('GET', 'session', token);
    assert.equal(body.mode, 'signed');
    assert.equal(body.embedTenant, 'acme');
    assert.equal(body.deploymentId, client.deploymentId);
    assert.equal(body.branchName, null);
    assert.equal(body.settings.locale, 'de');
    assert.equal(body.embedTheme.primaryColor, '#123456');
    assert.equal(body.expired, false);
    const hours = (body.expiresAt - body.now) / 3_600_000;
    assert.ok(hours > 22.9 && hours <= 23, `${hours} hours instead of 23`);
    assert.match(body.dataApiUrl, /\/v1$/);
  });

  it('allows its own dashboard only, and only while embedding is allowed', async () => {
    const bound = await client.token({ publicDashboardId: client.publicId });
    const route = `dashboards/${client.publicId}`;
    const { status, body } = await client.page('GET', route, bound);
    assert.equal(status, 200);
    assert.ok(body.widgets.length >= 5);
    assert.equal((await client.page('GET', 'dashboards/another', bound)).status, 404);
    const allow = (allowEmbed: boolean) =>
      client.admin('PATCH', `/api/v1/embed/dashboard/${client.publicId}`, { allowEmbed });
    assert.equal((await allow(false)).status, 200);
    assert.equal((await client.page('GET', route, bound)).status, 403);
    assert.equal((await allow(true)).status, 200);
    assert.equal((await client.page('GET', route, bound)).status, 200);
  });

  it('needs read access to the workbook, also for the data of the dashboard it is bound to', async () => {
    const workbooks = `/api/v1/deployments/${client.deploymentId}/embed-tenants/acme/workbooks`;
    const { items } = (await client.admin('GET', workbooks)).body;
    const { id } = items.find((workbook: { dashboardPublicId: string }) => workbook.dashboardPublicId);
    const grant = (access: object) =>
      client.admin('PUT', `/api/v1/deployments/${client.deploymentId}/workbooks/${id}/embed-access`, access);
    const bound = { publicDashboardId: client.publicId };
    const tenant = { embedTenantName: 'other', ...bound };
    for (const [session, allowed, none] of [
      [tenant, { tenants: [{ embedTenantName: 'other', action: 'read' }] }, 'tenant'],
      [{ embedTenantName: undefined, ...bound }, { allEmbedUsers: { action: 'read' } }, 'no tenant'],
    ] as const) {
      const token = await client.token(session);
      const { body: state } = await client.page('GET', 'session', token);
      const exported = { publicId: client.publicId, format: 'png', locale: 'en', scheme: 'light', theme: {} };
      const query = encodeURIComponent(JSON.stringify({ measures: ['sales.count'] }));
      const statuses = async () => {
        const data = await fetch(`${state.dataApiUrl}/load?query=${query}`, { headers: { authorization: token } });
        await data.text();
        const page = await client.page('GET', `dashboards/${client.publicId}`, token);
        const list = await client.page('GET', 'dashboards', token);
        return [page.status, data.status, list.body.length];
      };
      assert.deepEqual(await statuses(), [403, 403, 0], none);
      const file = await client.page('POST', 'export', token, { ...exported, filters: [] });
      assert.equal(file.status, 403, none);
      assert.equal((await grant(allowed)).status, 200);
      assert.deepEqual(await statuses(), [200, 200, 1], none);
    }
    await grant({ tenants: [{ embedTenantName: 'other', action: 'none' }], allEmbedUsers: { action: 'none' } });
  });

  it('expires by the clock of the platform', async () => {
    const token = await client.token();
    const { body: before } = await client.page('GET', 'session', token);
    client.advanceClock(before.expiresAt - before.now + 1000);
    const { status, body } = await client.page('GET', 'session', token);
    assert.equal(status, 200);
    assert.equal(body.expired, true);
    assert.ok(Math.abs(body.expiresAt - before.expiresAt) <= 1000);
    assert.equal((await client.page('GET', 'dashboards', token)).status, 401);
    assert.equal((await client.page('POST', 'ask', token, { question: 'count' })).status, 401);
  });

  it('belongs to the signed-in user in private mode and has no end', async () => {
    const { body } = await client.page('POST', 'sign-in', undefined, { deploymentId: client.deploymentId });
    const { body: state } = await client.page('GET', 'session', body.token);
    assert.deepEqual(
      [state.mode, state.viewer, state.expiresAt, state.embedTenant],
      ['private', 'developer', null, null],
    );
    assert.equal((await client.page('POST', 'sign-in', undefined, { deploymentId: 99 })).status, 404);
  });

  it('is not given to other sites in private mode', async () => {
    const response = await fetch(`${client.url}/embed/_page/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ deploymentId: client.deploymentId }),
    });
    assert.equal(response.status, 403);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('saves the answer to a question as a report of the workspace, unless it forbids that', async () => {
    const question = 'total amount by status';
    const reports = async () => {
      const { body } = await client.admin('GET', `/api/v1/deployments/${client.deploymentId}/reports`);
      return body.items as { name: string; publicId: string; snapshot: { query: { measures: string[] } } }[];
    };
    const before = (await reports()).length;
    for (const settings of [{ allowChatWorkspaceAuthoring: false }, { allowAi: false }]) {
      const refused = await client.page('POST', 'reports', await client.token({ settings }), { question });
      assert.equal(refused.status, 403, JSON.stringify(settings));
    }
    assert.equal((await reports()).length, before);
    const token = await client.token({ settings: { allowChatWorkspaceAuthoring: true } });
    const { status, body } = await client.page('POST', 'reports', token, { question });
    assert.equal(status, 200, JSON.stringify(body));
    const saved = (await reports()).find(({ publicId }) => publicId === body.publicId);
    assert.equal(saved?.name, body.name);
    assert.deepEqual(saved?.snapshot.query.measures, ['sales.total_amount']);
  });

  it('gets no answer to a question where it switches AI off', async () => {
    const without = await client.token({ settings: { allowAi: false } });
    const refused = await client.page('POST', 'ask', without, { question: 'total amount by status' });
    assert.equal(refused.status, 403);
    const token = await client.token();
    const { status, body } = await client.page('POST', 'ask', token, { question: 'total amount by status' });
    assert.equal(status, 200);
    assert.deepEqual(body.query.measures, ['sales.total_amount']);
    assert.deepEqual(body.query.dimensions, ['sales.status']);
    assert.equal((await client.page('POST', 'ask', token, { question: 'weather tomorrow' })).status, 422);
    assert.equal((await client.page('POST', 'ask', token, { question: ' ' })).status, 400);
  });
});
