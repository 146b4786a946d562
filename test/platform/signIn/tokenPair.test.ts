import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { UserError } from '../../../src/base/errors.ts';
import { refreshTokens } from '../../../src/platform/signIn/tokenPair.ts';
import { type ScriptedAnswer, type ScriptedHost, scriptedHost } from './answers.ts';

const secret = 'rt-very-secret';
const now = () => 1_000_000;

describe('refreshing the tokens of a sign-in', () => {
  let scripted: ScriptedHost;
  afterEach(() => scripted.close());
  const refresh = async (answer: ScriptedAnswer) => {
    scripted = await scriptedHost(answer);
    return refreshTokens(scripted.host, { accessToken: 'at-old', refreshToken: secret, expiresAt: 0 }, now);
  };
  const codeOf = async (answer: ScriptedAnswer) => {
    const failure: unknown = await refresh(answer).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof UserError, inspect(failure));
    assert.ok(!inspect(failure, { depth: 8 }).includes(secret), 'the error contains the refresh token');
    return failure.code;
  };

  it('sends the refresh token in a form (RFC 6749, 6)', async () => {
    await refresh({ body: { access_token: 'at-1' } });
    assert.deepEqual(scripted.paths(), ['/auth/oauth2/refresh']);
    const { client_id, ...form } = scripted.forms()[0]!;
    assert.ok(client_id);
    assert.deepEqual(form, { grant_type: 'refresh_token', refresh_token: secret });
  });

  it('reads both spellings of the answer', async () => {
    const pair = { accessToken: 'at-1', refreshToken: 'rt-1', expiresAt: now() + 60_000 };
    assert.deepEqual(await refresh({ body: { access_token: 'at-1', refresh_token: 'rt-1', expires_in: 60 } }), pair);
    await scripted.close();
    assert.deepEqual(await refresh({ body: { accessToken: 'at-1', refreshToken: 'rt-1', expiresIn: '60' } }), pair);
  });

  it('takes an hour where the host names no lifetime, and keeps the refresh token where it sends none', async () => {
    const pair = { accessToken: 'at-1', refreshToken: secret, expiresAt: now() + 3_600_000 };
    assert.deepEqual(await refresh({ body: { access_token: 'at-1', refresh_token: null } }), pair);
  });

  it('is due after a day at most and a second at least', async () => {
    for (const [lifetime, ms] of [
      [86_400 * 30, 86_400_000],
      [1e300, 86_400_000],
      ['9'.repeat(400), 86_400_000],
      [0.001, 1000],
    ] as const) {
      const { expiresAt } = await refresh({ body: { access_token: 'at-1', expires_in: lifetime } });
      assert.equal(expiresAt, now() + ms);
      await scripted.close();
    }
    await refresh({ body: { access_token: 'at-1' } });
  });

  it('ends the sign-in when the host no longer accepts the refresh token', async () => {
    assert.equal(await codeOf({ status: 400, body: { error: 'invalid_grant' } }), 'sign-in-ended');
    await scripted.close();
    assert.equal(await codeOf({ status: 401, body: { error: 'Unauthorized' } }), 'sign-in-ended');
  });

  it('does not end it for an outage, a page or an answer without a token', async () => {
    for (const [answer, code] of [
      [{ status: 503, body: { error: 'Unavailable' } }, 'server'],
      [{ broken: true }, 'reset'],
      [{ html: true }, 'sign-in-not-offered'],
      [{ body: { token: 'x' } }, 'sign-in-answer'],
      [{ status: 400, body: { error: 'invalid_client' } }, 'sign-in-refused'],
    ] as const) {
      assert.equal(await codeOf(answer), code);
      await scripted.close();
    }
    scripted = await scriptedHost({});
  });
});
