import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { operation } from '../../../src/contract/definition/operation.ts';
import { readApiDocument } from '../../../src/platform/api/openApi.ts';
import { ResourceAccess, resourcePath } from '../../../src/platform/api/resourceAccess.ts';
import { clientOf, closeAll, failureOf, serveAndConnect } from '../clientUnderTest.ts';
import { firstPage } from '../firstPage.ts';
import { type Answer, json } from '../http/testServer.ts';

const item = z.looseObject({ id: z.number() });
const things = operation({
  id: 'listThings',
  group: 'G',
  method: 'GET',
  path: '/things',
  summary: 'List',
  response: z.looseObject({}),
  list: { item, paging: ['cursor'] },
});
const plain = { ...things, id: 'listPlain', path: '/plain' };
const readThing = operation({
  id: 'readThing',
  group: 'G',
  method: 'GET',
  path: '/things/{thingId}',
  summary: 'Read',
  response: item,
});
const change = operation({
  id: 'changeThing',
  group: 'G',
  method: 'PUT',
  changes: 'resource',
  path: '/things/{thingId}',
  summary: 'Change',
  params: z.strictObject({ thingId: z.string() }),
  body: z.strictObject({ name: z.string() }),
  response: item,
});
const paging = ['first', 'after', 'search'].map((name) => ({ name, in: 'query' }));
const api = readApiDocument({ paths: { '/things': { get: { parameters: paging } }, '/plain': { get: {} } } });
const kind = { list: things, write: change, key: 'id' };

async function accessTo(answer: Answer) {
  const seen: string[] = [];
  const { client, server } = await serveAndConnect((request, response, incoming) => {
    seen.push(`${request.method} ${request.url}`);
    return answer(request, response, incoming);
  });
  const admin = clientOf(server.url, { credential: { token: 'key-of-an-administrator' } });
  return { access: new ResourceAccess({ writer: client, admin }, api), seen, server };
}

/** Three pages of one thing each. */
const threePages: Answer = ({ url }, response) => {
  const page = Number(new URL(url, 'http://host').searchParams.get('after') ?? 0);
  json(response, {
    items: [{ id: page + 1 }],
    pageInfo: { hasNextPage: page < 2, endCursor: String(page + 1) },
  });
};

describe('access to resources', () => {
  afterEach(closeAll);

  it('finds a resource without a route of its own on the pages of the list, then on the page where it was', async () => {
    const { access, seen } = await accessTo(threePages);
    const first = await access.read(kind, ['3']);
    assert.deepEqual(first, { value: { id: 3 }, place: '2' });
    assert.deepEqual(seen.splice(0), [
      'GET /things?first=100',
      ...[1, 2].map((at) => `GET /things?first=100&after=${at}`),
    ]);
    assert.deepEqual(await access.read(kind, ['3'], first.place), first);
    assert.deepEqual(seen, ['GET /things?first=100&after=2']);
  });

  it('looks at all pages when the resource has moved, and says when it is gone', async () => {
    const { access } = await accessTo(threePages);
    assert.deepEqual(await access.read(kind, ['1'], '2'), { value: { id: 1 }, place: undefined });
    await assert.rejects(access.read(kind, ['4'], '2'), { code: 'resource-gone' });
  });

  it('refuses a list that has no end', async () => {
    const page = { items: [{ id: 1 }], pageInfo: { hasNextPage: true, endCursor: 'same' } };
    const { access } = await accessTo((_, response) => json(response, page));
    await assert.rejects(access.read(kind, ['2']), { code: 'endless-list' });
  });

  it('sends no paging to a list that has none', async () => {
    const { access, seen } = await accessTo((_, response) => json(response, { items: [{ id: 1 }] }));
    assert.deepEqual((await firstPage(access.pages(plain, [], {}))).items, [{ id: 1 }]);
    assert.deepEqual(seen, ['GET /plain']);
  });

  it('reads one page at a time, and searches where the platform does', async () => {
    const { access, seen } = await accessTo(threePages);
    assert.equal(access.canSearch(things), true);
    assert.equal(access.canSearch(plain), false);
    const { endCursor, hasNextPage } = await firstPage(access.pages(things, [], { search: 'a b' }));
    assert.deepEqual([endCursor, hasNextPage], ['1', true]);
    await firstPage(access.pages(things, [], { after: endCursor, search: 'a b' }));
    assert.deepEqual(seen, ['GET /things?first=100&search=a+b', 'GET /things?first=100&after=1&search=a+b']);
  });

  it('reads and writes what the contract does not know', async () => {
    const { access, server } = await accessTo((_, response) => json(response, { id: 'text', newer: true }));
    assert.deepEqual((await access.read({ read: readThing, write: change }, ['1'])).value, { id: 'text', newer: true });
    await access.write(change, ['a/b'], { newer: false });
    const { url, body } = server.received.at(-1)!;
    assert.deepEqual([url, body.toString()], ['/things/a%2Fb', '{"newer":false}']);
    assert.equal(resourcePath(change, ['a/b']), '/things/a%2Fb');
  });

  it('reports refusals as everywhere else', async () => {
    const answers: [Answer, string, RegExp][] = [
      [(_, response) => json(response, { error: 'name: too long' }, 400), 'rejected', /name: too long/],
      [(_, response) => json(response, { error: 'no' }, 401), 'unauthorized', /key/],
      [(_, response) => json(response, {}, 403), 'forbidden', /does not allow/],
      [
        (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        'not-json',
        /page/,
      ],
    ];
    for (const [answer, failureKind, text] of answers) {
      const { access } = await accessTo(answer);
      const failure = await failureOf(access.read({ read: readThing, write: change }, ['1']));
      assert.equal(failure.kind, failureKind);
      assert.match(failure.message, text);
      assert.doesNotMatch(failure.describe(), /save again/i);
    }
  });

  it('uses the administrator’s key where the operation needs one', async () => {
    const { access, server } = await accessTo((_, response) => json(response, { id: 1 }));
    await access.write({ ...change, access: 'admin' }, ['1'], { name: 'x' });
    assert.equal(server.received.at(-1)!.headers.authorization, 'Bearer key-of-an-administrator');
  });
});
