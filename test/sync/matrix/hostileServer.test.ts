import { strict as assert } from 'node:assert';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hashOf } from '../../../src/base/hash.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, temporaryFolder } from '../temporary.ts';
import { bytesOf, type NameCase, names, refused, refusedNames, syncedNames } from './nameCases.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('names from a hostile server', () => {
  const fixture = useTransferFixture();
  let outer = '';
  let engine: SyncEngine;
  let server: ReturnType<typeof createServer>;
  let client: Client;
  const mutations: string[] = [];
  let written: Map<string, Buffer>;
  const more: readonly NameCase[] = [
    refused('a name of objects as a whole path', '__proto__', /Only/),
    refused('an absolute path of this machine', '/ABSOLUTE/x.yml', /Only|absolute/),
  ];
  const listedNames = () =>
    [...names, ...more].map((each) => ({ ...each, path: each.path.replace('/ABSOLUTE', `${outer}/elsewhere`) }));

  before(async () => {
    outer = temporaryFolder();
    mkdirSync(join(outer, 'project'));
    mkdirSync(join(outer, 'elsewhere'));
    server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://localhost');
      const answer = (body: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      if (request.method !== 'GET') mutations.push(`${request.method} ${url.pathname}`);
      // Built as text, because `JSON.stringify` treats the key `__proto__` differently.
      const files = listedNames().map((each) => ({ path: `/${each.path}`, bytes: bytesOf(each, 1) }));
      files.push({ path: '__proto__', bytes: Buffer.from('x') });
      if (url.pathname.endsWith('/build-status'))
        answer(JSON.stringify({ status: 'built', branchName: fixture.branchName }));
      else if (url.pathname.endsWith('/file-hashes')) {
        answer(`{${files.map(({ path, bytes }) => `${JSON.stringify(path)}:{"hash":"${hashOf(bytes)}"}`)}}`);
      } else if (url.pathname.endsWith('/files')) {
        const items = files.map(({ path, bytes }) => ({ path, type: 'file', content: bytes.toString() }));
        answer(JSON.stringify({ items, pageInfo: { endCursor: null, hasNextPage: false } }));
      } else response.writeHead(404).end('{"error":"no such route"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = new Client({ baseUrl: origin, credential: { token: 'anything' } });
    engine = fixture.createEngine(join(outer, 'project'), client as PlatformCaller, origin);
    await fixture.transferAll(engine, 'pull');
    written = filesIn(outer);
    await fixture.transferAll(engine, 'push');
  });
  after(() => {
    client.dispose();
    server.close();
  });

  for (const each of [...refusedNames, ...more]) {
    it(`${each.what}: is refused with its reason, and not written`, () => {
      const { path } = listedNames().find(({ what }) => what === each.what)!;
      assert.match(fixture.refusalOf(engine, path), each.refused!);
    });
  }
  it('writes the allowed files and nothing else', () => {
    assert.deepEqual([...written.keys()].sort(), syncedNames.map(({ path }) => `project/${path}`).sort());
    for (const each of syncedNames) assert.deepEqual(written.get(`project/${each.path}`), bytesOf(each, 1));
  });
  it('sends no mutating request', () => assert.deepEqual(mutations, []));
});
