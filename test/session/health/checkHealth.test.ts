/** The health page against servers that fail in each way. */

import assert from 'node:assert/strict';
import { checkHealth } from '../../../src/session/health/checkHealth.ts';
import { closeAll, serverOf } from '../../platform/clientUnderTest.ts';
import { type Answer, json } from '../../platform/http/testServer.ts';
import { healthOf, knownOperations } from './healthOf.ts';

const policies = [{ actions: ['*'], effect: 'allow' }];

/** A platform that is all right, except for the given routes. */
function platform(overrides: Record<string, Answer> = {}): Answer {
  const routes: Record<string, Answer> = {
    '/api/v1/users/me': (_, response) => json(response, { id: 1, userPolicies: policies }),
    '/api/v1/spec': (_, response) =>
      json(response, { openapi: '3.1.0', info: { version: '2.0.0' }, paths: allPaths() }),
    '/api/v1/deployments': (_, response) => json(response, { items: [], pageInfo: { hasNextPage: false } }),
    '/': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>App</p>'),
    ...overrides,
  };
  return (request, response, incoming) => {
    const route = routes[request.url.split('?')[0]!] ?? overrides['*'];
    if (route) return route(request, response, incoming);
    return json(response, { error: 'Not found' }, 404);
  };
}

function allPaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method } of knownOperations) paths[path] = { ...paths[path], [method.toLowerCase()]: {} };
  return paths;
}

describe('the health of a connection', () => {
  afterEach(closeAll);

  it('of a server that refuses connections: one failure, and nothing else is checked', async () => {
    const server = await serverOf(() => {});
    await server.close();
    const { reachable, ...others } = await healthOf(server.url);
    assert.match(reachable!, /^failed: .* cannot be reached: nothing accepts the connection/);
    for (const [check, text] of Object.entries(others)) {
      assert.equal(text, 'unknown: Not checked, because the platform cannot be reached.', check);
    }
  });

  it('of a server with a certificate that is not trusted', async () => {
    const server = await serverOf(platform(), { tls: true });
    const { reachable } = await healthOf(server.url);
    assert.match(reachable!, /^failed: .*(TLS|certificate)/i);
  });

  it('of a platform that does not accept the key: what needs it is not checked', async () => {
    const answer: Answer = (_, response) => json(response, { error: 'No' }, 401);
    const server = await serverOf(platform({ '/api/v1/users/me': answer }));
    const { reachable, credential, framing, clock, ...others } = await healthOf(server.url);
    for (const text of [reachable, framing, clock]) assert.match(text!, /^ok/);
    assert.match(credential!, /^failed: .* did not accept|^failed: .*does not accept the key/);
    for (const [check, text] of Object.entries(others)) {
      assert.equal(text, 'unknown: Not checked, because the platform does not accept the credential.', check);
    }
    assert.ok(!server.received.some(({ url }) => url.startsWith('/api/v1/deployments')), 'no request without need');
  });

  it('of a server that answers 503', async () => {
    const server = await serverOf((_, response) => void response.writeHead(503).end());
    assert.match((await healthOf(server.url)).reachable!, /^failed: .*503/);
  });

  it('of a server that is all right, without deployments', async () => {
    const server = await serverOf(platform());
    const host = new URL(server.url).host;
    const { reachable, clock, ...others } = await healthOf(server.url);
    assert.match(reachable!, /^ok/);
    assert.match(clock!, /^ok/);
    assert.deepEqual(others, {
      credential: 'ok: The API key is accepted. Its expiry is not known.',
      permissions: 'ok: Every action is allowed.',
      spec: `ok: The API document (version 2.0.0) has all ${knownOperations.length} operations that this extension knows.`,
      dataApi: 'unknown: Not checked, because there is no deployment.',
      framing: `ok: ${host} allows its pages to be shown in the editor.`,
    });
  });

  it('of a web page instead of the API', async () => {
    const server = await serverOf(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
    );
    const { reachable, credential, permissions } = await healthOf(server.url);
    assert.match(reachable!, /^ok/);
    assert.match(credential!, /^failed: .*(page|HTML)/i);
    assert.match(permissions!, /^unknown/);
  });

  it('of a platform without an API document, and of one that lacks operations', async () => {
    const without = await serverOf(
      platform({ '/api/v1/spec': (_, response) => void response.writeHead(404).end('<p>') }),
    );
    assert.match((await healthOf(without.url)).spec!, /^warning: .* has no API document/);
    const { '/api/v1/regions/': _, ...paths } = allPaths();
    const older = await serverOf(
      platform({
        '/api/v1/spec': (_, response) => json(response, { openapi: '3.1.0', info: { version: '0.9' }, paths }),
      }),
    );
    assert.equal(
      (await healthOf(older.url)).spec,
      `warning: The API document (version 0.9) lacks 1 of the ${knownOperations.length} operations that this extension knows: listRegions.`,
    );
  });

  it('of a user without permissions, and of a platform that reports none', async () => {
    const me =
      (userPolicies: unknown): Answer =>
      (_, response) =>
        json(response, { id: 1, userPolicies });
    const reader = await serverOf(
      platform({
        '/api/v1/users/me': me([
          { actions: ['DeploymentRead', 'SchemaRead', 'SchemaUpdate'], effect: 'allow' },
          { actions: ['SchemaUpdate'], effect: 'deny' },
        ]),
      }),
    );
    assert.equal(
      (await healthOf(reader.url)).permissions,
      'warning: Models cannot be read and changed, because SchemaUpdateDevBranches / SchemaUpdate is not allowed. Allowed: DeploymentRead, SchemaRead.',
    );
    const silent = await serverOf(platform({ '/api/v1/users/me': me(null) }));
    assert.match((await healthOf(silent.url)).permissions!, /^unknown: The platform reports no policies/);
  });

  for (const [minutes, text] of [
    [-10, /^failed: The clock of this machine is (599|600|601) seconds ahead/],
    [10, /^failed: The clock of this machine is (599|600|601) seconds behind/],
    [2, /^warning: The clock of this machine is (119|120|121) seconds behind/],
  ] as const) {
    it(`of a platform whose clock is ${minutes} minutes ahead`, async () => {
      const date = new Date(Date.now() + minutes * 60_000).toUTCString();
      const answer: Answer = (_, response) => json(response, { id: 1 }, 200, { date });
      const server = await serverOf(platform({ '/api/v1/users/me': answer }));
      assert.match((await healthOf(server.url)).clock!, text);
    });
  }

  it('says that a sign-in is renewed, and when', async () => {
    const server = await serverOf(platform());
    const expiresAt = Date.UTC(2100, 0, 31, 12, 30);
    const pair = { accessToken: 'at-1', refreshToken: 'rt-1', expiresAt };
    const credential = { read: async () => pair, write: async () => {} };
    assert.equal(
      (await healthOf(server.url, { credential })).credential,
      'ok: The sign-in with a browser is accepted. Its access token expires at 2100-01-31 12:30 UTC and is then renewed automatically.',
    );
  });

  it('states when a token expires, and warns shortly before', async () => {
    const server = await serverOf(platform());
    const expiring = (seconds: number) => {
      const claims = { exp: Math.round(Date.now() / 1000) + seconds };
      return { token: `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s` };
    };
    const sentence = /The access token is accepted and expires at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/;
    const late = (await healthOf(server.url, { credential: expiring(7200) })).credential!;
    const soon = (await healthOf(server.url, { credential: expiring(600) })).credential!;
    assert.match(late, sentence);
    assert.match(soon, sentence);
    assert.deepEqual([late.split(':')[0], soon.split(':')[0]], ['ok', 'warning']);
  });

  it('ends when it is cancelled, and closes its requests', async () => {
    const abort = new AbortController();
    const server = await serverOf(() => abort.abort());
    const connection = { id: server.url, origin: 'stored' as const, open: () => assert.fail('not reached') };
    const target = {
      connection,
      deploymentId: undefined,
      network: {},
      operations: knownOperations,
      isWebEditor: false,
    };
    await assert.rejects(
      checkHealth(target, () => assert.fail('no result'), abort.signal),
      { name: 'CancelledError' },
    );
  });

  it('sends the credential to no request but those of the API', async () => {
    const server = await serverOf(platform());
    await healthOf(server.url);
    const page = server.received.find(({ url }) => url === '/');
    assert.equal(page?.headers.authorization, undefined);
    const [first] = server.received;
    assert.equal(first?.headers.authorization, undefined, 'reachability needs no key');
  });
});
