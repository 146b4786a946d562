import assert from 'node:assert/strict';
import { readApiDocument } from '../../../src/platform/api/openApi.ts';
import { ResourceAccess } from '../../../src/platform/api/resourceAccess.ts';
import { closeAll, serveAndConnect } from '../clientUnderTest.ts';
import { type Answer, json } from '../http/testServer.ts';

const api = readApiDocument({
  paths: {
    '/things': {
      get: {
        parameters: [
          { name: 'first', in: 'query' },
          { name: 'after', in: 'query' },
        ],
      },
    },
    '/plain': { get: {} },
    '/things/{thingId}': { put: { requestBody: { content: { 'application/json': { schema: {} } } } } },
  },
});
const kind = { list: 'GET /things', write: 'PUT /things/{}', key: 'id' };

async function accessTo(answer: Answer): Promise<ResourceAccess> {
  const { client } = await serveAndConnect(answer);
  return new ResourceAccess(client, api);
}

describe('access to resources', () => {
  afterEach(closeAll);

  it('finds a resource without a route of its own on the pages of the list', async () => {
    const seen: string[] = [];
    const access = await accessTo(({ url }, response) => {
      seen.push(url!);
      const second = url!.includes('after=c1');
      json(response, {
        items: [{ id: second ? 2 : 1, name: second ? 'two' : 'one' }],
        pageInfo: { hasNextPage: !second, endCursor: second ? 'c2' : 'c1' },
      });
    });
    assert.deepEqual(await access.read(kind, ['2']), { id: 2, name: 'two' });
    assert.deepEqual(seen, ['/things?first=100', '/things?first=100&after=c1']);
    await assert.rejects(access.read(kind, ['3']), { code: 'resource-gone' });
  });

  it('ends when a list has no end', async () => {
    const page = { items: [{ id: 1 }], pageInfo: { hasNextPage: true, endCursor: 'same' } };
    const access = await accessTo((_, response) => json(response, page));
    await assert.rejects(access.read(kind, ['2']), { code: 'resource-gone' });
  });

  it('sends no paging to a list that has none', async () => {
    const access = await accessTo(({ url }, response) => json(response, { items: [{ url }] }));
    const { items } = await access.list('GET /plain', [], undefined);
    assert.deepEqual(items, [{ url: '/plain' }]);
  });

  it('writes to the encoded path, and reports the server’s text', async () => {
    const seen: string[] = [];
    const access = await accessTo((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"name: too long"}');
    });
    await assert.rejects(access.write(kind.write, ['a/b'], { name: 'x' }), {
      code: 'refused',
      args: ['name: too long'],
    });
    assert.deepEqual(seen, ['PUT /things/a%2Fb']);
  });

  it('says which operation the platform lacks', async () => {
    const access = await accessTo((_, response) => json(response, {}));
    assert.equal(access.has('DELETE /things/{}'), false);
    await assert.rejects(access.write('DELETE /things/{}', ['1'], {}), { code: 'no-route' });
  });

  it('refuses an answer that is no resource', async () => {
    const access = await accessTo(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    await assert.rejects(access.read({ read: 'GET /plain', write: '' }, []), { code: 'answer-unreadable' });
  });
});
