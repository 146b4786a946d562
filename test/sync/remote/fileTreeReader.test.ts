import { strict as assert } from 'node:assert';
import { gzipSync } from 'node:zlib';
import { operations } from '../../../src/contract/operations.ts';
import { FileTreeReader } from '../../../src/sync/remote/fileTreeReader.ts';
import { type PlatformCaller, RemoteBranch } from '../../../src/sync/remote/remoteBranch.ts';
import { closeAll, failureOf, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { testSeed } from '../../run/testSeed.ts';
import { Random } from '../simulator/random.ts';

const texts: Record<string, string> = {
  '/model/plain.yml': 'cubes:\n  - name: a\n',
  '/model/escapes.yml': '"quoted" \\ back\\slash \\\\" \t \u0007 end\\',
  '/model/unicode.yml': 'Aufträge 注文 🛒 \u2028 e\u0301',
  '/model/empty.yml': '',
  '/model/sub/braces.js': '{"path": "/model/fake.yml", "type": "file", "content": "no"}],',
};

const file = (path: string) => ({ path, type: 'file', content: texts[path] });
const sub = { path: '/model/sub', type: 'directory', children: [file('/model/sub/braces.js')] };
const top = Object.keys(texts).filter((path) => !path.includes('/sub/'));
const items = [
  { path: '/model', type: 'directory', children: [...top.map(file), sub] },
  { path: '/none', type: 'file' },
];
const pageInfo = { hasNextPage: true, endCursor: 'x"\u00e9', startCursor: null };
const envelopes: Record<string, unknown> = {
  items: { items, pageInfo },
  'items and data': { items, pageInfo, data: items, count: 2, pagination: { offset: 0, limit: 2, total: 2 } },
  data: { pageInfo, data: items },
  'other order': {
    pageInfo,
    items: [
      {
        children: top.map((path) => ({ content: texts[path], extra: [1, { a: null }], type: 'file', path })),
        type: 'directory',
        path: '/model',
      },
      sub,
    ],
  },
};

function read(json: Uint8Array, wanted: (path: string) => boolean, cuts: readonly number[] = []) {
  const found = new Map<string, string | null>();
  const reader = new FileTreeReader(wanted, (path, text) => found.set(path, text && Buffer.from(text).toString()));
  const ends = [...cuts, json.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    reader.write(json.subarray(from, end));
    from = end;
  }
  return { found, answer: reader.end() as { items: { path: string }[]; pageInfo: object } };
}

describe('a tree of files that is read while it arrives', () => {
  afterEach(closeAll);

  for (const [name, envelope] of Object.entries(envelopes)) {
    it(`gives the wanted texts, wherever the bytes are divided (${name})`, () => {
      const random = new Random(testSeed());
      const ascii = JSON.stringify(envelope).replace(
        /[\u0080-\uffff]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      for (const text of [JSON.stringify(envelope), JSON.stringify(envelope, null, 2), ascii]) {
        const json = Buffer.from(text);
        for (let round = 0; round < 60; round += 1) {
          const cuts = Array.from({ length: random.below(12) }, () => random.below(json.length + 1));
          const { found, answer } = read(json, (path) => path in texts, round === 0 ? Array.from(json.keys()) : cuts);
          assert.deepEqual(Object.fromEntries(found), texts);
          const paths = new Set(answer.items.map(({ path }) => path));
          for (const path of Object.keys(texts)) assert.ok(paths.has(path));
          assert.ok(!paths.has('/model') && !paths.has('/model/fake.yml'));
          assert.deepEqual({ ...answer.pageInfo }, pageInfo);
        }
      }
    });
  }

  it('keeps no other text, and knows a file without text', () => {
    const { found } = read(Buffer.from(JSON.stringify(envelopes.items)), (path) => path === '/none');
    assert.deepEqual([...found], [['/none', null]]);
  });

  it('refuses what is not complete JSON', () => {
    const whole = Buffer.from(JSON.stringify(envelopes.items));
    for (let end = 0; end < whole.length; end += 7) assert.throws(() => read(whole.subarray(0, end), () => true));
    for (const text of ['[}', '{]', '{"a":1}}', '{"items":[],}x', 'null x', '"text"', '{}{}']) {
      assert.throws(() => read(Buffer.from(text), () => true), text);
    }
  });

  for (const coding of ['identity', 'gzip']) {
    it(`comes through the client, also larger than a whole response may be (${coding})`, async () => {
      const large = 'x: 1\n'.repeat(100_000);
      const files = Array.from({ length: 20 }, (_, index) => ({
        path: `/model/${index}.yml`,
        type: 'file',
        content: large,
      }));
      const body = Buffer.from(JSON.stringify({ items: [...items, ...files], pageInfo: null }));
      const sent = coding === 'gzip' ? gzipSync(body) : body;
      const headers = { 'content-type': 'application/json', ...(coding === 'gzip' && { 'content-encoding': coding }) };
      const { client } = await serveAndConnect((_, response) => void response.writeHead(200, headers).end(sent), {
        transport: { maxResponseBytes: 100_000 },
      });
      const branch = new RemoteBranch(client as PlatformCaller, {
        origin: client.baseUrl,
        deploymentId: 1,
        branchName: 'dev-a',
      });
      const wanted = ['model/unicode.yml', 'model/19.yml', 'none', 'absent'];
      const found = await branch.contents(new Set(wanted));
      assert.deepEqual(
        wanted.map((path) => found.get(path) && Buffer.from(found.get(path)!).toString()),
        [texts['/model/unicode.yml'], large, null, undefined],
      );
      assert.equal(found.has('model/plain.yml'), false);
      found.dispose?.();
      const damaged = await failureOf(
        client.call(
          operations.listFiles,
          { params: { deploymentId: 1 } },
          {
            reader: () => ({
              write() {},
              end: () => {
                throw new Error('damaged');
              },
            }),
          },
        ),
      );
      assert.match(damaged.message, /incomplete or damaged/);
    });
  }
});
