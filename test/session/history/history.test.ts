import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { History, maxEntries } from '../../../src/session/history/history.ts';
import { redactedJson, redactedText } from '../../../src/session/history/withoutSecrets.ts';
import { type TemporaryFolder, temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

interface Facts {
  title: string;
}

const isFacts = (value: unknown): value is Facts => typeof (value as Facts | undefined)?.title === 'string';

describe('the history of results', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder('history');
  });
  afterEach(() => folder.remove());

  const open = (owner = 'shop') =>
    new History<Facts>({ storageFolder: folder.path, owner, name: 'queries', isFacts, log: { debug: () => {} } });
  const titles = async (history: History<Facts>) => (await history.list()).map(({ facts }) => facts.title);
  const files = () =>
    readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name));

  it('is that of the next window, the newest first, and of one folder only', async () => {
    const history = open();
    await history.record({ title: 'first' }, { rows: [['1.10']] });
    await history.record({ title: 'second' }, { rows: [['2']] });
    const next = open();
    assert.deepEqual(await titles(next), ['second', 'first']);
    assert.deepEqual(await next.content((await next.list())[1]!), { rows: [['1.10']] });
    assert.deepEqual(await open('other').list(), []);
  });

  it('keeps the last 50 results and no file of an older one', async () => {
    const history = open();
    for (let number = 1; number <= 60; number += 1) await history.record({ title: String(number) }, [number]);
    assert.deepEqual(
      await titles(open()),
      Array.from({ length: maxEntries }, (_, at) => String(60 - at)),
    );
    assert.equal(files().length, maxEntries + 1);
  });

  it('is bounded in size: a large result is listed without its rows, and the oldest rows make room', async () => {
    const history = open();
    await history.record({ title: 'too large' }, 'x'.repeat(1_000_001));
    for (let number = 1; number <= 30; number += 1) {
      await history.record({ title: String(number) }, 'x'.repeat(900_000));
    }
    const entries = await open().list();
    assert.equal(entries.length, 31);
    assert.equal(entries.at(-1)!.size, 0);
    assert.equal(await history.content(entries.at(-1)!), undefined);
    assert.ok(entries[0]!.size > 900_000);
    assert.equal(entries[25]!.size, 0);
    const bytes = files().reduce((sum, file) => sum + statSync(file).size, 0);
    assert.ok(bytes < 20_100_000, `${bytes} bytes`);
  });

  it('holds no secrets', async () => {
    const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
    const secrets = { token: 'plain-one', nested: [{ api_key: 'plain-two', password: 'plain-three' }] };
    await open().record(
      { title: `as ${token}` },
      { sql: `select '${token}'`, header: 'Bearer plain-four', ...secrets },
    );
    const kept = files()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    assert.doesNotMatch(kept, /plain-|eyJ/);
    assert.match(kept, /select '…'/);
    if (process.platform !== 'win32') for (const file of files()) assert.equal(statSync(file).mode & 0o077, 0, file);
  });

  it('is empty where its files are damaged', async () => {
    const history = open();
    await history.record({ title: 'first' }, [1]);
    const [index] = files().filter((file) => file.endsWith('index.json'));
    for (const text of [
      '',
      '{',
      'null',
      '{"a":1}',
      '[null, {"id":"../x","size":1,"facts":{"title":"a"}}, {"id":"1"}]',
    ]) {
      writeFileSync(index!, text);
      assert.deepEqual(await open().list(), [], text);
    }
    await history.record({ title: 'again' }, [2]);
    assert.deepEqual(await titles(open()), ['again']);
  });
});

describe('a text without secrets', () => {
  it('keeps a query as it is', () => {
    const text = 'measures: [orders.count]\nas:\n  tenant: acme\n  securityContext:\n    region: eu\n';
    assert.equal(redactedText(text), text);
  });

  it('has a gap in the place of a value that its name calls a secret', () => {
    assert.equal(
      redactedText('as:\n  securityContext:\n    api_key: abc\n'),
      'as:\n  securityContext:\n    api_key: …\n',
    );
  });
});

describe('a JSON text without secrets', () => {
  it('is the same text where it has none, to the digit', () => {
    const text = '{"id":12345678901234567890, "items": [1.10],\n "next_page": null}';
    assert.equal(redactedJson(text), text);
  });

  it('has gaps for fields, lists and variables that are secrets', () => {
    const value = {
      items: [{ id: 7, token: 'plain-1', clientSecret: 'plain-2' }],
      tokens: ['plain-3', ['plain-4'], { label: 'shown', password: 'plain-5' }],
      env_variables: [{ name: 'DB_URL', value: 'plain-6' }],
      note: 'Bearer plain-7',
      widget: { name: 'chart', value: 'shown' },
    };
    const clean = redactedJson(JSON.stringify(value))!;
    assert.doesNotMatch(clean, /plain-/);
    assert.deepEqual(JSON.parse(clean), {
      items: [{ id: 7, token: '…', clientSecret: '…' }],
      tokens: ['…', ['…'], { label: 'shown', password: '…' }],
      env_variables: [{ name: 'DB_URL', value: '…' }],
      note: 'Bearer …',
      widget: { name: 'chart', value: 'shown' },
    });
  });

  it('does not exist if a number would be rounded', () => {
    assert.equal(redactedJson('{"token":"plain","id":12345678901234567890}'), undefined);
  });

  it('is bounded in depth', () => {
    const deep = `${'['.repeat(100_000)}"plain"${']'.repeat(100_000)}`;
    assert.doesNotMatch(redactedJson(deep) ?? '', /plain/);
  });

  it('has no secret in an address, nor in a text that is not JSON', () => {
    assert.equal(redactedText('// GET /v1/x?client_secret=plain&limit=2'), '// GET /v1/x?client_secret=…&limit=2');
    assert.doesNotMatch(redactedJson('{\n  "password": "plain",\n')!, /plain/);
  });
});
