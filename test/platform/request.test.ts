import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import type { Client } from '../../src/platform/client.ts';
import { clientOf, closeAll, failureOf, secretToken, serveAndConnect, serverOf } from './clientUnderTest.ts';
import { json, type TestServer } from './http/testServer.ts';

const params = { deploymentId: 7 };

describe('requests', () => {
  let server: TestServer;
  let client: Client;
  beforeEach(async () => {
    ({ server, client } = await serveAndConnect(({ url }, response) =>
      json(response, url.includes('/start') ? { transaction: { id: 1 } } : {}),
    ));
  });
  afterEach(closeAll);

  it('contain the credential and the path of the base address', async () => {
    const below = clientOf(`${server.url}/tenant/`);
    await below.call(operations.deleteDeployment, { params });
    assert.equal(server.received[0]?.url, '/tenant/api/v1/deployments/7');
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${secretToken}`);
  });

  it('encode path and query parameters', async () => {
    const branchName = 'dev-ann/a b&c=d?#%2F..';
    await client.call(operations.getFileHashes, { params: { deploymentId: 'a/../b?c' }, query: { branchName } });
    const url = new URL(server.received[0]!.url, 'http://x');
    assert.equal(url.pathname, '/build/api/v1/deployments/a%2F..%2Fb%3Fc/data-model/file-hashes');
    assert.deepEqual([...url.searchParams], [['branchName', branchName]]);
  });

  it('reject a path parameter that would leave its segment', async () => {
    const failure = await failureOf(client.call(operations.deleteDeployment, { params: { deploymentId: '..' } }));
    assert.equal(failure.kind, 'invalid-request');
    assert.equal(server.received.length, 0);
  });

  it('omit undefined parameters but send an empty branch name', async () => {
    await client.call(operations.getFileHashes, { params, query: { branchName: undefined } });
    await client.call(operations.getFileHashes, { params, query: { branchName: '' } });
    assert.deepEqual(
      server.received.map(({ url }) => url.split('file-hashes')[1]),
      ['', '?branchName='],
    );
  });

  it('send JSON with its type and length', async () => {
    const body = { files: [{ path: 'model/a.yml', content: 'ä' }], branchName: 'dev-a' };
    await client.call(operations.putFiles, { params, body });
    const [request] = server.received;
    assert.equal(request?.method, 'PUT');
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.equal(Number(request?.headers['content-length']), request?.body.length);
    assert.deepEqual(JSON.parse(request!.body.toString()), body);
  });

  // Notes: Conventions. Some front ends answer 411 without it.
  it('send Content-Length: 0 with every write without a body, and never with a read', async () => {
    await client.call(operations.startUpload, { params });
    await client.call(operations.stopDevMode, { params });
    await client.call(operations.getFileHashes, { params });
    assert.deepEqual(
      server.received.map(({ method, headers }) => [method, headers['content-length'], headers['transfer-encoding']]),
      [
        ['POST', '0', undefined],
        ['DELETE', '0', undefined],
        ['GET', undefined, undefined],
      ],
    );
    assert.ok(!server.received.some(({ headers }) => 'x-empty-body' in headers));
  }).timeout(5000);

  it('send a file unchanged as multipart', async () => {
    const file = Uint8Array.from({ length: 256 }, (_, index) => index);
    const transaction = JSON.stringify({ id: 't"1' });
    const fileName = 'model/cubes/"ü".yml';
    await client.call(operations.uploadFile, { params, body: { transaction, fileName, file, branchName: 'dev-a' } });
    const [request] = server.received;
    const form = await new Response(request!.body, {
      headers: { 'content-type': request!.headers['content-type']! },
    }).formData();
    assert.equal(form.get('transaction'), transaction);
    assert.equal(form.get('fileName'), fileName);
    assert.equal(form.get('branchName'), 'dev-a');
    const sent = form.get('file') as File;
    assert.equal(sent.type, 'application/octet-stream');
    assert.deepEqual(new Uint8Array(await sent.arrayBuffer()), file);
  });

  it('are checked against the contract before anything is sent', async () => {
    const invalid: Promise<unknown>[] = [
      client.call(operations.startDevMode, { params, body: { branchName: '' } }),
      client.call(operations.deleteBranch, { params, query: { branchName: '' } }),
      client.call(operations.createDeploymentToken, { params, body: { expiresIn: 59 } }),
      client.call(operations.createDeploymentToken, { params, body: { expiresIn: 86_401 } }),
      client.call(operations.setEnvVars, { params, body: { env_variables: [{ name: '1A', value: '' }] } }),
      // @ts-expect-error: a misspelt field is an error, not ignored
      client.call(operations.commit, { params, body: { mesage: 'x' } }),
      // @ts-expect-error: the types ask for the path's parameters
      client.call(operations.getDeployment),
      // @ts-expect-error: and for a body
      client.call(operations.putFiles, { params }),
    ];
    for (const call of invalid) {
      const failure = await failureOf(call);
      assert.equal(failure.kind, 'invalid-request');
      assert.equal(failure.writeState, 'not-sent');
    }
    assert.equal(server.received.length, 0);
  });

  it('never follow a redirect to another origin with the credential', async () => {
    const other = await serverOf((_, response) => json(response, {}));
    const { client: redirected, server: first } = await serveAndConnect((request, response) => {
      const status = request.method === 'GET' ? 302 : 307;
      response.writeHead(status, { location: `${other.url}${request.url}` }).end();
    });
    const failures = [
      await failureOf(redirected.call(operations.getMe)),
      await failureOf(redirected.call(operations.commit, { params, body: {} })),
    ];
    for (const failure of failures) {
      assert.equal(failure.kind, 'redirected');
      assert.equal(failure.writeState, 'refused-by-server');
      assert.match(failure.message, new RegExp(other.url));
    }
    assert.equal(first.received.length, 2);
    assert.equal(other.received.length, 0);
  });

  it('follow a redirect within the origin, but never turn a write into a read', async () => {
    const { client: moved, server: host } = await serveAndConnect((request, response) => {
      if (request.url.endsWith('/moved')) json(response, { id: 1 });
      else response.writeHead(request.method === 'GET' ? 301 : 302, { location: '/moved' }).end();
    });
    assert.equal((await moved.call(operations.getMe)).id, 1);
    assert.equal((await failureOf(moved.call(operations.commit, { params, body: {} }))).kind, 'redirected');
    assert.deepEqual(
      host.received.map(({ method, url }) => `${method} ${url}`),
      ['GET /api/v1/users/me', 'GET /moved', 'POST /build/api/v1/deployments/7/commit'],
    );
  });

  it('stop following circular redirects', async () => {
    const { client: round, server: host } = await serveAndConnect((_, response) => {
      response.writeHead(302, { location: '/again' }).end();
    });
    assert.equal((await failureOf(round.call(operations.getMe))).kind, 'redirected');
    assert.ok(host.received.length <= 4);
  });
});
