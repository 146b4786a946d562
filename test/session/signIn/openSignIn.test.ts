/** A signed-in connection at the emulator: calls go on while its tokens expire. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import { awaitTokens, startSignIn } from '../../../src/platform/signIn/deviceFlow.ts';
import type { TokenPair } from '../../../src/platform/signIn/tokenPair.ts';
import type { Connection, ConnectionRecord } from '../../../src/session/connection.ts';
import { Connections } from '../../../src/session/connections.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { PlatformSession } from '../../../src/session/platformSession.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { DeviceFlowClient, Page } from '../../emulator/signIn/deviceFlowClient.ts';
import { TestClock } from '../../platform/signIn/answers.ts';
import { filesBelow } from '../../vscode/filesBelow.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('a connection that was signed in with a browser', () => {
  const folder = temporaryFolder('signed-in-connection');
  let under: EmulatorUnderTest;
  const secrets = new Map<string, string>();
  let records: readonly ConnectionRecord[] = [];
  const lines: string[] = [];
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(async () => {
    await under.close();
    folder.remove();
  });
  /** The connections of one window. All windows have the same stores. */
  const openWindow = () =>
    new Connections({
      secrets: {
        get: async (name) => secrets.get(name),
        store: async (name, value) => void secrets.set(name, value),
        delete: async (name) => void secrets.delete(name),
      },
      records: {
        read: () => records,
        write: async (next) => {
          records = next;
        },
      },
      openPlatform: (endpoint, connection: Connection): Promise<PlatformSession> => {
        const log = makeLog((_, message) => lines.push(message));
        return openPlatform(endpoint, connection, log, {}, folder.path);
      },
      log: makeLog((_, message) => lines.push(message)),
    });
  const stored = () => JSON.parse([...secrets.values()][0] ?? '{}') as TokenPair;
  const me = async (window: Connections) => {
    const session = await window.get(under.emulator.url)!.open();
    return (await session.client.call(operations.getMe)).username;
  };
  /** The pair of an approved sign-in. The test's clock is years behind, so the pair counts as expired. */
  const signIn = async (): Promise<TokenPair> => {
    const transport = new Transport();
    const host = { baseUrl: under.emulator.url, transport };
    const clock = new TestClock((ms) => under.emulator.advanceClock(ms));
    const code = await startSignIn(host, undefined, clock);
    const page = await Page.open(code.openUri);
    await page.submit({ decision: 'approve', api_key: under.emulator.apiKey });
    const pair = await awaitTokens(host, code, undefined, clock);
    transport.dispose();
    return pair;
  };

  it('refreshes its tokens once for all windows, before they expire and after a 401', async () => {
    const first = await signIn();
    const one = openWindow();
    await one.add(under.emulator.url, first);
    const two = openWindow();
    assert.deepEqual(await Promise.all([me(one), me(two), me(one)]), ['developer', 'developer', 'developer']);
    const second = stored();
    assert.notEqual(second.refreshToken, first.refreshToken);
    assert.ok(second.expiresAt > Date.now());

    under.emulator.advanceClock(2 * 3_600_000);
    // The platform would end the sign-in if a refresh token came twice.
    assert.deepEqual(await Promise.all([me(one), me(two), me(two)]), ['developer', 'developer', 'developer']);
    const third = stored();
    assert.notEqual(third.refreshToken, second.refreshToken);

    for (const token of [first, second, third].flatMap((pair) => [pair.accessToken, pair.refreshToken!])) {
      for (const file of filesBelow(folder.path)) {
        assert.ok(!readFileSync(path.join(folder.path, file), 'utf8').includes(token), file);
      }
      assert.ok(!lines.some((line) => line.includes(token)), 'a token in the log');
    }
    await one.remove(under.emulator.url);
    assert.equal(secrets.size, 0);
    under.emulator.advanceClock(2 * 3_600_000);
    await assert.rejects(me(two), { code: 'key-not-stored' });
    one.dispose();
    two.dispose();
  });

  it('asks to sign in again when the platform has ended the sign-in', async () => {
    const pair = await signIn();
    const window = openWindow();
    await window.add(under.emulator.url, pair);
    await me(window);
    const fields = { grant_type: 'refresh_token', refresh_token: pair.refreshToken! };
    const reused = await new DeviceFlowClient(under.emulator.url).post('/auth/oauth2/refresh', fields);
    assert.equal(reused.status, 400);
    await assert.rejects(me(window), { code: 'sign-in-ended', action: 'Sign in again.' });
    window.dispose();
  });
});
