/** When a client refreshes the tokens of a sign-in, and how often. */

import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import { authorizationOf, type RenewableCredential } from '../../../src/platform/credential.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { signInCredential, type TokenStore } from '../../../src/platform/signIn/signInCredential.ts';
import type { TokenPair } from '../../../src/platform/signIn/tokenPair.ts';
import { closeAll, serverOf } from '../clientUnderTest.ts';
import { json } from '../http/testServer.ts';

const minute = 60_000;
const ended = () =>
  new PlatformError('sign-in-ended', ['acme.example.com'], { host: 'acme.example.com', operation: 'signIn' });

/** A store that several windows share, and a platform that accepts each refresh token once. */
class Setting {
  now = 0;
  stored: TokenPair = { accessToken: 'at-0', refreshToken: 'rt-0', expiresAt: 60 * minute };
  /** The failure of the next refresh. */
  failure: Error | undefined;
  refreshes = 0;
  #last = Promise.resolve();

  readonly store: TokenStore = {
    read: async () => this.stored,
    replace: async (renew) => {
      const turn = this.#last.then(async () => {
        this.stored = await renew(this.stored);
      });
      this.#last = turn.catch(() => {});
      await turn;
      return this.stored;
    },
  };

  window(): RenewableCredential {
    return signInCredential({ store: this.store, refresh: (pair) => this.#refresh(pair), now: () => this.now });
  }

  async #refresh({ refreshToken }: TokenPair): Promise<TokenPair> {
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure;
    if (refreshToken !== `rt-${this.refreshes}`) throw ended();
    this.refreshes += 1;
    const n = this.refreshes;
    return { accessToken: `at-${n}`, refreshToken: `rt-${n}`, expiresAt: this.now + 60 * minute };
  }
}

describe('the credential of a sign-in', () => {
  let setting: Setting;
  beforeEach(() => {
    setting = new Setting();
  });
  const outage = () =>
    new PlatformError('server', ['acme.example.com'], { host: 'acme.example.com', operation: 'signIn', status: 503 });

  it('is the stored access token until 60 seconds before its expiry, then a refreshed one', async () => {
    const window = setting.window();
    setting.now = 59 * minute - 1;
    assert.deepEqual(await window.current(), { token: 'at-0', scheme: 'bearer' });
    assert.equal(setting.refreshes, 0);
    setting.now = 59 * minute;
    assert.equal((await window.current()).token, 'at-1');
    assert.equal(setting.stored.refreshToken, 'rt-1');
  });

  it('is a bearer token, whatever it starts with', async () => {
    setting.stored = { ...setting.stored, accessToken: 'sk-1' };
    assert.equal(authorizationOf(await setting.window().current()), 'Bearer sk-1');
  });

  it('is refreshed once for all calls of a window', async () => {
    const window = setting.window();
    setting.now = 2 * 60 * minute;
    const sent = await Promise.all([window.current(), window.current(), window.renew({ token: 'at-0' })]);
    assert.deepEqual(new Set(sent.map(({ token }) => token)), new Set(['at-1']));
    assert.equal(setting.refreshes, 1);
  });

  it('is refreshed once for all windows', async () => {
    const windows = [setting.window(), setting.window(), setting.window()];
    await Promise.all(windows.map((window) => window.current()));
    setting.now = 60 * minute;
    const sent = await Promise.all(windows.map((window) => window.current()));
    assert.deepEqual(
      sent.map(({ token }) => token),
      ['at-1', 'at-1', 'at-1'],
    );
    assert.equal(setting.refreshes, 1);
  });

  it('is refreshed after the platform refused it, but not for a call that was sent before', async () => {
    const window = setting.window();
    await window.current();
    assert.equal((await window.renew({ token: 'at-0' })).token, 'at-1');
    assert.equal((await window.renew({ token: 'at-0' })).token, 'at-1');
    assert.equal(setting.refreshes, 1);
  });

  it('is the one of a new sign-in, once the old one is refused', async () => {
    const window = setting.window();
    await window.current();
    setting.stored = { accessToken: 'at-new', refreshToken: 'rt-new', expiresAt: 60 * minute };
    assert.equal((await window.renew({ token: 'at-0' })).token, 'at-new');
    assert.equal(setting.refreshes, 0);
  });

  it('is used to its end when the sign-in routes are down', async () => {
    const window = setting.window();
    setting.now = 59.5 * minute;
    setting.failure = outage();
    assert.equal((await window.current()).token, 'at-0');
    setting.failure = outage();
    setting.now = 60 * minute;
    await assert.rejects(window.current(), { code: 'server' });
    assert.equal((await window.current()).token, 'at-1', 'and refreshed when they are up again');
  });

  it('asks to sign in again when the refresh token is not accepted', async () => {
    setting.stored = { ...setting.stored, refreshToken: 'rt-revoked' };
    setting.now = 60 * minute;
    await assert.rejects(setting.window().current(), { code: 'sign-in-ended', action: 'Sign in again.' });
  });

  it('uses the pair of another machine that was faster', async () => {
    const window = setting.window();
    setting.now = 60 * minute;
    setting.failure = ended();
    const { replace } = setting.store;
    setting.store.replace = (renew) =>
      replace(renew).catch((failure: unknown) => {
        setting.stored = { accessToken: 'at-other', refreshToken: 'rt-other', expiresAt: 120 * minute };
        throw failure;
      });
    assert.equal((await window.current()).token, 'at-other');
  });

  it('does not stop the refresh of other calls when one is cancelled', async () => {
    const window = setting.window();
    setting.now = 60 * minute;
    const abort = new AbortController();
    const cancelled = window.current(abort.signal);
    const other = window.current();
    abort.abort();
    await assert.rejects(cancelled, { name: 'CancelledError' });
    assert.equal((await other).token, 'at-1');
    assert.equal(setting.stored.accessToken, 'at-1');
  });
});

describe('a client with the credential of a sign-in', () => {
  afterEach(closeAll);
  /** A platform that accepts these tokens. */
  const platform = async (setting: Setting, accepted: readonly string[]) => {
    const server = await serverOf(({ headers }, response) => {
      const known = accepted.some((token) => headers.authorization === `Bearer ${token}`);
      if (known) json(response, { id: 1, username: 'ada' });
      else json(response, { error: `Unknown ${headers.authorization}` }, 401);
    });
    const client = new Client({ baseUrl: server.url, credential: setting.window(), retry: { baseMs: 1 } });
    return { server, client, sent: () => server.received.map(({ headers }) => headers.authorization) };
  };

  it('sends a call once more after a 401, with a refreshed token', async () => {
    const setting = new Setting();
    const { client, sent } = await platform(setting, ['at-1']);
    assert.equal((await client.call(operations.getMe)).username, 'ada');
    assert.deepEqual(sent(), ['Bearer at-0', 'Bearer at-1']);
    await client.call(operations.getMe);
    assert.equal(sent().at(-1), 'Bearer at-1');
    client.dispose();
  });

  it('sends it once more only, and shows no token', async () => {
    const setting = new Setting();
    const { client, sent } = await platform(setting, []);
    const failure: unknown = await client.call(operations.getMe).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof PlatformError && failure.kind === 'unauthorized');
    assert.ok(!/at-[01]/.test(failure.describe()), failure.describe());
    assert.deepEqual(sent(), ['Bearer at-0', 'Bearer at-1']);
    client.dispose();
  });

  it('refreshes once for many calls that are refused at the same time', async () => {
    const setting = new Setting();
    const { client } = await platform(setting, ['at-1']);
    await Promise.all(Array.from({ length: 8 }, () => client.call(operations.getMe)));
    assert.equal(setting.refreshes, 1);
    client.dispose();
  });

  it('does not send a call of an API key twice', async () => {
    const { server } = await platform(new Setting(), []);
    const client = new Client({ baseUrl: server.url, credential: { token: 'sk-wrong' }, retry: { baseMs: 1 } });
    await assert.rejects(client.call(operations.getMe), { kind: 'unauthorized' });
    assert.equal(server.received.length, 1);
    client.dispose();
  });
});
