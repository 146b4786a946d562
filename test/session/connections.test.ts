import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { type LogLevel, makeLog, silentLog } from '../../src/base/log.ts';
import type { ConnectionRecord, Endpoint, OpenPlatform } from '../../src/session/connection.ts';
import { Connections } from '../../src/session/connections.ts';
import type { PlatformSession } from '../../src/session/platformSession.ts';
import type { TokenSlot } from '../../src/session/signIn/storedTokens.ts';

const key = 'k-7f3a9c21';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The stores of an editor, and a platform that accepts one key. */
function editor(environment?: { url: string; apiKey: string; adminApiKey?: string }) {
  const secrets = new Map<string, string>();
  let records: readonly ConnectionRecord[] = [];
  /** How many more changes of the stores happen before the process ends. */
  const lives = { changes: Number.POSITIVE_INFINITY };
  const change = async (apply: () => unknown) => {
    lives.changes -= 1;
    if (lives.changes < 0) await new Promise(() => {});
    apply();
  };
  const opened: Endpoint[] = [];
  const openPlatform: OpenPlatform = async (endpoint) => {
    opened.push(endpoint);
    return {
      useAdmin: async () => {},
      userName: async () => {
        const { credential } = endpoint;
        const token = 'token' in credential ? credential.token : (await credential.read()).accessToken;
        if (token !== key) throw new UserError('The key is not accepted.');
        return 'ada@example.com';
      },
      dispose: () => {},
    } as unknown as PlatformSession;
  };
  const make = (log = silentLog) =>
    new Connections({
      secrets: {
        get: async (name) => secrets.get(name),
        store: (name, value) => change(() => secrets.set(name, value)),
        delete: (name) => change(() => secrets.delete(name)),
      },
      records: {
        read: () => records,
        write: (next) => change(() => (records = next)),
      },
      openPlatform,
      log,
      ...(environment ? { environment } : {}),
    });
  return { make, secrets, opened, lives, records: () => records };
}

describe('Connections', () => {
  it('checks a key, then stores it under the exact address only', async () => {
    const { make, secrets, records } = editor();
    const connections = make();
    await connections.add('https://Acme.example.com/', { token: ` ${key} ` });
    assert.deepEqual([...secrets.keys()], ['dataModel.connection:https://acme.example.com']);
    assert.deepEqual(records(), [
      { id: 'https://acme.example.com', label: 'acme.example.com', userName: 'ada@example.com' },
    ]);
    assert.ok(!JSON.stringify(records()).includes(key));
  });

  it('stores nothing when the platform does not accept the key', async () => {
    const { make, secrets, records } = editor();
    const connections = make();
    await assert.rejects(connections.add('https://acme.example.com', { token: 'wrong' }), /not accepted/);
    assert.equal(secrets.size, 0);
    assert.deepEqual(records(), []);
    assert.deepEqual(connections.list.value, []);
  });

  it('uses the administrator’s key of the environment until the window reloads, and goes back to the user’s own', async () => {
    const url = 'https://acme.example.com';
    const { make, opened, records } = editor({ url, apiKey: key, adminApiKey: 'Bearer admin-1' });
    const connections = make();
    assert.equal(await connections.get(url)!.hasAdminKey(), true);
    await assert.rejects(connections.useKeyOf(url, 'admin'), /not accepted/);
    assert.equal(connections.get(url)!.record.uses, undefined, 'a key that is not accepted changes nothing');

    const other = editor({ url, apiKey: 'personal', adminApiKey: key });
    const switching = other.make();
    const before = switching.get(url)!;
    await switching.useKeyOf(url, 'admin');
    const after = switching.get(url)!;
    assert.notEqual(after, before, 'everything that uses the connection opens it again');
    assert.deepEqual([after.record.uses, after.record.userName], ['admin', 'ada@example.com']);
    await after.open();
    assert.deepEqual(other.opened.at(-1)?.credential, { token: key });
    assert.deepEqual([records(), other.records()], [[], []], 'nothing is stored');
    assert.deepEqual(opened.at(-1)?.credential, { token: 'admin-1', scheme: 'bearer' });
  });

  it('says that there is no administrator’s key', async () => {
    const connections = editor().make();
    const { id } = await connections.add('https://acme.example.com', { token: key });
    assert.equal(await connections.get(id)!.hasAdminKey(), false);
    await assert.rejects(connections.useKeyOf(id, 'admin'), { code: 'admin-key-not-known' });
  });

  it('rejects an empty key without a request', async () => {
    const { make, opened } = editor();
    await assert.rejects(make().add('https://acme.example.com', { token: '  ' }), UserError);
    assert.equal(opened.length, 0);
  });

  it('opens a stored connection with its key on first use', async () => {
    const { make, opened } = editor();
    await make().add('https://acme.example.com', { token: key, scheme: 'api-key' });
    opened.length = 0;
    const connections = make();
    const connection = connections.get('https://acme.example.com');
    assert.equal(opened.length, 0);
    await Promise.all([connection?.open(), connection?.open()]);
    assert.deepEqual(opened, [{ baseUrl: 'https://acme.example.com', credential: { token: key, scheme: 'api-key' } }]);
  });

  it('suggests an action when the stored key is missing or unreadable, and recovers', async () => {
    const { make, secrets } = editor();
    await make().add('https://acme.example.com', { token: key });
    const [name, secret] = [...secrets][0] ?? ['', ''];
    secrets.set(name, '{"token":');
    const connection = make().get('https://acme.example.com');
    await assert.rejects(
      async () => connection?.open(),
      (failure) => failure instanceof UserError && /Connect/.test(failure.action ?? ''),
    );
    secrets.set(name, secret);
    await connection?.open();
  });

  it('stores the tokens of a sign-in as secrets, and reads and replaces them there', async () => {
    const { make, secrets, opened, records } = editor();
    const pair = { accessToken: key, refreshToken: 'rt-1', expiresAt: 1_000 };
    await make().add('https://acme.example.com', pair);
    assert.deepEqual(opened[0]?.credential, { token: key, scheme: 'bearer' }, 'checked as a bearer token');
    assert.deepEqual([...secrets.keys()], ['dataModel.connection:https://acme.example.com']);
    assert.equal(records()[0]?.signedIn, true);
    assert.ok(!/rt-1|k-7f3a9c21/.test(JSON.stringify(records())));
    const connections = make();
    await connections.get('https://acme.example.com')?.open();
    const slot = opened[1]?.credential as TokenSlot;
    assert.deepEqual(await slot.read(), pair);
    const next = { accessToken: 'at-2', refreshToken: 'rt-2', expiresAt: 2_000 };
    await slot.write(next);
    assert.deepEqual(await slot.read(), next);
    await connections.remove('https://acme.example.com');
    assert.equal(secrets.size, 0);
    await slot.write(next);
    assert.equal(secrets.size, 0, 'a refresh that ends later stores nothing');
    await assert.rejects(slot.read(), { code: 'key-not-stored', action: 'Connect to the platform again.' });
    assert.deepEqual(records(), []);
  });

  it('replaces the tokens of a sign-in by a key', async () => {
    const { make, records, opened } = editor();
    const connections = make();
    await connections.add('https://acme.example.com', { accessToken: key, expiresAt: 1_000 });
    await connections.add('https://acme.example.com', { token: key });
    assert.deepEqual(records(), [
      { id: 'https://acme.example.com', label: 'acme.example.com', userName: 'ada@example.com' },
    ]);
    await make().get('https://acme.example.com')?.open();
    assert.deepEqual(opened.at(-1)?.credential, { token: key });
  });

  it('keeps several connections, replaces one with the same address, and deletes key and record on removal', async () => {
    const { make, secrets, records } = editor();
    const connections = make();
    await connections.add('https://a.example.com', { token: key });
    await connections.add('https://b.example.com', { token: key });
    await connections.add('https://a.example.com', { token: key });
    assert.deepEqual(connections.list.value.map(({ id }) => id).sort(), [
      'https://a.example.com',
      'https://b.example.com',
    ]);
    await connections.remove('https://a.example.com');
    assert.deepEqual([...secrets.keys()], ['dataModel.connection:https://b.example.com']);
    assert.deepEqual(
      records().map(({ id }) => id),
      ['https://b.example.com'],
    );
  });

  it('is signed out after a reload, wherever a sign-out was interrupted', async () => {
    const address = 'https://acme.example.com';
    for (let changes = 0; changes < 5; changes += 1) {
      const { make, secrets, lives, records } = editor();
      const before = make();
      await before.add('https://other.example.com', { token: key });
      await before.add(address, { token: key });
      await before.addAdminKey(address, key);
      lives.changes = changes;
      void before.remove(address);
      await settled();
      lives.changes = Number.POSITIVE_INFINITY;
      const after = make();
      const isListed = after.get(address) !== undefined;
      await settled();
      const kept = ['dataModel.connection:https://other.example.com'];
      const all = [...kept, `dataModel.connection:${address}`, `dataModel.admin:${address}`];
      assert.deepEqual([...secrets.keys()], isListed ? all : kept, `${changes} changes of the stores`);
      assert.equal(records().length, isListed ? 2 : 1, `${changes} changes of the stores`);
      assert.equal(isListed, changes === 0, 'the first change decides');
    }
  });

  it('keeps the new key when the user connects again before an interrupted sign-out is completed', async () => {
    const { make, secrets, lives, records } = editor();
    const before = make();
    await before.add('https://acme.example.com', { token: key });
    lives.changes = 1;
    void before.remove('https://acme.example.com');
    await settled();
    lives.changes = Number.POSITIVE_INFINITY;
    const after = make();
    await after.add('https://acme.example.com', { token: key });
    await settled();
    assert.equal(secrets.size, 1);
    assert.deepEqual(
      records().map(({ removed }) => removed),
      [undefined],
    );
    await after.get('https://acme.example.com')?.open();
  });

  it('keeps the connections that another window has stored', async () => {
    const { make, records } = editor();
    const [one, two] = [make(), make()];
    await one.add('https://a.example.com', { token: key });
    await two.add('https://b.example.com', { token: key });
    await one.remove('https://a.example.com');
    assert.deepEqual(
      records().map(({ id }) => id),
      ['https://b.example.com'],
    );
  });

  it('adds a connection from the environment without storing it', async () => {
    const { make, secrets, records, opened } = editor({ url: 'http://127.0.0.1:4000/', apiKey: key });
    const connections = make();
    await connections.get('http://127.0.0.1:4000')?.open();
    assert.deepEqual(opened[0]?.credential, { token: key });
    assert.equal(secrets.size, 0);
    assert.deepEqual(records(), []);
  });

  it('ignores an invalid address in the environment and logs that without the key', () => {
    const lines: [LogLevel, string][] = [];
    const { make } = editor({ url: `ftp://${key}`, apiKey: key });
    const connections = make(makeLog((level, message) => lines.push([level, message.replaceAll(key, 'KEY')])));
    assert.deepEqual(connections.list.value, []);
    assert.match(lines[0]?.[1] ?? '', /DATA_MODEL_URL/);
  });
});
