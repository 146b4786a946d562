/** Windows that share the tokens of a sign-in: one refreshes, and the others use its pair. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { UserError } from '../../../src/base/errors.ts';
import { FolderLock } from '../../../src/base/folderLock.ts';
import { thisMachine } from '../../../src/base/machine.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { TokenPair } from '../../../src/platform/signIn/tokenPair.ts';
import { StoredTokens } from '../../../src/session/signIn/storedTokens.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const pairOf = (n: number): TokenPair => ({ accessToken: `at-${n}`, refreshToken: `rt-${n}`, expiresAt: n });

const signedOut = new UserError('The key is not stored.');

/** The secret store of one editor: a change arrives in the other windows later. */
class Secrets {
  current: TokenPair | undefined = pairOf(0);
  readonly #windows: { shown: TokenPair | undefined }[] = [];

  window() {
    const own = { shown: this.current };
    this.#windows.push(own);
    return {
      read: async () => {
        if (!own.shown) throw signedOut;
        return own.shown;
      },
      write: async (pair: TokenPair) => {
        this.current = pair;
        own.shown = pair;
      },
    };
  }

  arrive(): void {
    for (const window of this.#windows) window.shown = this.current;
  }
}

describe('the tokens of a sign-in in the secret store', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let secrets: Secrets;
  beforeEach(() => {
    folder = temporaryFolder('sign-in-tokens');
    secrets = new Secrets();
  });
  afterEach(() => folder.remove());
  const usedFile = () => path.join(folder.path, 'connection.used');
  /** `onDelay` is called instead of waiting. */
  const open = (onDelay: () => void = () => assert.fail('nothing to wait for')) => {
    let now = 0;
    return new StoredTokens({
      slot: secrets.window(),
      host: 'acme.example.com',
      lock: new FolderLock({ ...thisMachine(), clock: systemClock, folder: path.join(folder.path, 'connection') }),
      disk: thisMachine().disk,
      usedFile: usedFile(),
      clock: {
        now: () => now,
        delay: async (ms) => {
          now += ms;
          onDelay();
        },
      },
    });
  };
  const failure = (writeState: 'not-sent' | 'unknown' | 'refused-by-server') =>
    new PlatformError('reset', ['acme.example.com', 'broken'], {
      host: 'acme.example.com',
      operation: 'signIn',
      writeState,
    });
  const failing = (tokens: StoredTokens, thrown: Error) =>
    assert.rejects(
      tokens.replace(async () => {
        throw thrown;
      }),
      thrown,
    );

  it('are replaced by one window after the other, each with the newest pair', async () => {
    const seen: string[] = [];
    let running = 0;
    const renew = async (newest: TokenPair) => {
      running += 1;
      assert.equal(running, 1, 'one at a time');
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(newest.accessToken);
      running -= 1;
      return pairOf(seen.length);
    };
    const windows = [open(() => secrets.arrive()), open(() => secrets.arrive()), open(() => secrets.arrive())];
    await Promise.all(windows.map((window) => window.replace(renew)));
    assert.deepEqual(seen, ['at-0', 'at-1', 'at-2']);
    assert.deepEqual(secrets.current, pairOf(3));
  });

  it('are not sent a second time while the pair of another window is on its way', async () => {
    let delays = 0;
    const other = open(() => {
      delays += 1;
      if (delays === 3) secrets.arrive();
    });
    await open().replace(async () => pairOf(1));
    const newest = await other.replace(async (pair) => pair);
    assert.deepEqual(newest, pairOf(1));
    assert.equal(delays, 3);
  });

  it('are used again when no other pair arrives: the other window was closed', async () => {
    await failing(open(), failure('unknown'));
    const pair = await open(() => {}).replace(async (newest) => {
      assert.deepEqual(newest, pairOf(0));
      return pairOf(1);
    });
    assert.deepEqual(pair, pairOf(1));
  });

  it('are used again without a pause when the platform has not received or not accepted them', async () => {
    const tokens = open();
    await failing(tokens, failure('not-sent'));
    await failing(tokens, failure('refused-by-server'));
    assert.deepEqual(await tokens.replace(async () => pairOf(1)), pairOf(1));
  });

  it('leave no token in a file', async () => {
    await open().replace(async () => pairOf(1));
    const text = readFileSync(usedFile(), 'utf8');
    assert.match(text, /^[0-9a-f]{40,}$/);
    await open(() => secrets.arrive()).replace(async (newest) => newest);
    assert.ok(!existsSync(usedFile()), 'a pair that was not sent is not marked');
  });

  it('are missing after a sign-out in another window', async () => {
    const tokens = open();
    secrets.current = undefined;
    secrets.arrive();
    await assert.rejects(tokens.read(), signedOut);
    await assert.rejects(
      tokens.replace(async () => assert.fail('nothing to refresh')),
      signedOut,
    );
  });

  it('are not replaced while another window does not end', async () => {
    const tokens = new StoredTokens({
      slot: secrets.window(),
      host: 'acme.example.com',
      lock: { acquire: async () => undefined },
      disk: thisMachine().disk,
      usedFile: usedFile(),
      clock: systemClock,
    });
    await assert.rejects(
      tokens.replace(async () => assert.fail('not locked')),
      { code: 'sign-in-busy' },
    );
  });
});
