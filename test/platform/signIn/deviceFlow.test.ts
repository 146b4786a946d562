/** The client's side of RFC 8628; the numbers in titles are its sections. */

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { CancelledError, UserError } from '../../../src/base/errors.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import { awaitTokens, type DeviceCode, startSignIn } from '../../../src/platform/signIn/deviceFlow.ts';
import { refreshTokens } from '../../../src/platform/signIn/tokenPair.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { Page } from '../../emulator/signIn/deviceFlowClient.ts';
import { type ScriptedAnswer, type ScriptedHost, scriptedHost, TestClock } from './answers.ts';

const secret = 'dc-secret-device-code';
const pending = { status: 400, body: { error: 'authorization_pending' } };
const slowDown = { status: 400, body: { error: 'slow_down' } };
const tokens = { body: { access_token: 'at-1', refresh_token: 'rt-1', token_type: 'Bearer', expires_in: 3600 } };

describe('a sign-in with a browser', () => {
  let scripted: ScriptedHost | undefined;
  afterEach(async () => {
    await scripted?.close();
    scripted = undefined;
  });
  const start = async (answer: ScriptedAnswer) => {
    scripted = await scriptedHost(answer);
    return startSignIn(scripted.host, undefined, new TestClock());
  };
  const codes = (more: Partial<DeviceCode> = {}, clock = new TestClock()): DeviceCode => ({
    userCode: 'WDJB-MJHT',
    verificationUri: 'https://acme.example.com/device',
    openUri: 'https://acme.example.com/device',
    expiresAt: clock.now() + 900_000,
    deviceCode: secret,
    intervalMs: 5000,
    ...more,
  });
  const poll = async (clock: TestClock, answers: ScriptedAnswer[], more: Partial<DeviceCode> = {}) => {
    scripted = await scriptedHost(...answers);
    return awaitTokens(scripted.host, codes(more), undefined, clock);
  };
  const failureOf = async (work: Promise<unknown>, code: string): Promise<UserError> => {
    const failure = await work.then(
      () => assert.fail('expected a failure'),
      (thrown: unknown) => thrown,
    );
    assert.ok(failure instanceof UserError, inspect(failure));
    assert.equal(failure.code, code);
    assert.ok(failure.action, 'says what to do');
    assert.ok(!inspect(failure, { depth: 8 }).includes(secret), 'the error contains the device code');
    return failure;
  };

  describe('starts (3.1, 3.2)', () => {
    const answer = {
      device_code: secret,
      user_code: 'WDJB-MJHT',
      verification_uri: 'https://acme.example.com/device',
      verification_uri_complete: 'https://acme.example.com/device?user_code=WDJB-MJHT',
      expires_in: 1800,
      interval: 7,
    };

    it('with a form that names the client, and reads the codes', async () => {
      const started = await start({ body: answer });
      const now = new TestClock().now();
      assert.deepEqual(started, {
        deviceCode: secret,
        userCode: 'WDJB-MJHT',
        verificationUri: answer.verification_uri,
        openUri: answer.verification_uri_complete,
        expiresAt: now + 1_800_000,
        intervalMs: 7000,
      });
      const [request] = scripted!.server.received;
      assert.deepEqual([request?.method, request?.url], ['POST', '/auth/device/code']);
      assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
      assert.equal(request?.headers.authorization, undefined);
      assert.ok(scripted!.forms()[0]?.client_id);
    });

    it('with an interval of 5 seconds and a lifetime of 900 where the host names none, and in camel case', async () => {
      const { device_code: deviceCode, user_code: userCode, verification_uri: verificationUri } = answer;
      const started = await start({ body: { deviceCode, userCode, verificationUri } });
      assert.equal(started.intervalMs, 5000);
      assert.equal(started.expiresAt, new TestClock().now() + 900_000);
      assert.equal(started.openUri, verificationUri);
    });

    it('with an interval and a lifetime between a second and an hour, whatever the host names', async () => {
      for (const [given, ms] of [
        [0.001, 1000],
        [4e9, 3_600_000],
        ['1e400', 3_600_000],
      ] as const) {
        const started = await start({ body: { ...answer, interval: given, expires_in: given } });
        assert.equal(started.intervalMs, ms);
        assert.equal(started.expiresAt, new TestClock().now() + ms);
        await scripted!.close();
      }
    });

    for (const [title, offered] of [
      ['the web page of an unknown route', { html: true }],
      ['404', { status: 404, body: { error: 'Not found' } }],
      ['405 with a page', { status: 405, html: true }],
      ['a redirect to a page', { status: 302, headers: { location: 'https://login.example.com/' }, html: true }],
    ] as const) {
      it(`not where the host answers with ${title}`, async () => {
        const failure = await failureOf(start(offered), 'sign-in-not-offered');
        assert.ok(failure.message.includes('127.0.0.1'));
      });
    }

    it('not where the host refuses the client, and names its reason', async () => {
      const failure = await failureOf(
        start({ status: 400, body: { error: 'unauthorized_client' } }),
        'sign-in-refused',
      );
      assert.ok(failure.message.includes('unauthorized_client'));
    });

    for (const [field, value] of [
      ['user_code', undefined],
      ['user_code', 'A-21-character-code-x'],
      ['user_code', 'A\nB'],
      ['user_code', '\u202eABC'],
      ['device_code', 17],
      ['verification_uri', 'not an address'],
      ['verification_uri', 'javascript:alert(1)'],
      ['verification_uri', 'file:///etc/hosts'],
      ['verification_uri', 'http://acme.example.com/device'],
    ] as const) {
      it(`not with ${field} ${value}`, async () => {
        const failure = await failureOf(start({ body: { ...answer, [field]: value } }), 'sign-in-answer');
        assert.ok(failure.message.includes(field));
      });
    }

    it('opens no other kind of address than a page', async () => {
      const started = await start({ body: { ...answer, verification_uri_complete: 'vscode://evil/run' } });
      assert.equal(started.openUri, answer.verification_uri);
    });

    it('reports a host that fails, not a missing sign-in', async () => {
      await failureOf(start({ status: 503, body: {} }), 'server');
      await failureOf(start({ broken: true }), 'reset');
    });
  });

  describe('polls (3.4, 3.5)', () => {
    it('in the interval of the host until there are tokens', async () => {
      const clock = new TestClock();
      const pair = await poll(clock, [pending, pending, tokens], { intervalMs: 7000 });
      assert.deepEqual(clock.waits, [7000, 7000, 7000]);
      assert.deepEqual(pair, { accessToken: 'at-1', refreshToken: 'rt-1', expiresAt: clock.now() + 3_600_000 });
      assert.deepEqual(new Set(scripted!.paths()), new Set(['/auth/device/token']));
      const { grant_type, device_code, client_id } = scripted!.forms()[0]!;
      assert.deepEqual([grant_type, device_code], ['urn:ietf:params:oauth:grant-type:device_code', secret]);
      assert.ok(client_id);
    });

    it('5 seconds slower after each slow_down', async () => {
      const clock = new TestClock();
      await poll(clock, [slowDown, pending, slowDown, tokens]);
      assert.deepEqual(clock.waits, [5000, 10_000, 10_000, 15_000]);
    });

    it('at half the frequency after a timeout, a broken connection or 503, and goes on', async () => {
      const clock = new TestClock();
      await poll(clock, [{ broken: true }, { status: 503 }, pending, tokens]);
      assert.deepEqual(clock.waits, [5000, 10_000, 20_000, 20_000]);
    });

    it('after the pause that the host asks for', async () => {
      const clock = new TestClock();
      await poll(clock, [{ status: 429, headers: { 'retry-after': '42' } }, tokens]);
      assert.deepEqual(clock.waits, [5000, 42_000]);
    });

    it('until the code expires, and not once more', async () => {
      const clock = new TestClock();
      const begun = clock.now();
      await failureOf(poll(clock, [pending], { expiresAt: begun + 12_000 }), 'sign-in-expired');
      assert.deepEqual(clock.waits, [5000, 5000, 2000]);
    });

    for (const [error, code] of [
      ['access_denied', 'sign-in-denied'],
      ['expired_token', 'sign-in-expired'],
      ['invalid_grant', 'sign-in-refused'],
    ] as const) {
      it(`ends with ${code} at ${error}`, () =>
        failureOf(poll(new TestClock(), [pending, { status: 400, body: { error } }]), code));
    }

    it('shows no secret that the host repeats', async () => {
      const echo = { status: 400, body: { error: `unknown ${secret}` } };
      const failure = await failureOf(poll(new TestClock(), [echo]), 'sign-in-refused');
      assert.ok(!failure.describe().includes(secret));
    });

    it('stops when it is cancelled', async () => {
      const abort = new AbortController();
      const clock = new TestClock(() => clock.waits.length === 2 && abort.abort(new CancelledError()));
      scripted = await scriptedHost(pending);
      await assert.rejects(awaitTokens(scripted.host, codes(), abort.signal, clock), CancelledError);
      assert.equal(scripted.server.received.length, 1);
    });
  });

  describe('at the emulator', () => {
    let under: EmulatorUnderTest;
    const transport = new Transport();
    before(async () => {
      under = await emulatorUnderTest();
    });
    after(async () => {
      transport.dispose();
      await under.close();
    });

    it('gives tokens for the user who approves, however long that takes', async () => {
      const host = { baseUrl: under.emulator.url, transport };
      const clock = new TestClock((ms) => under.emulator.advanceClock(ms));
      const started = await startSignIn(host, undefined, clock);
      const page = await Page.open(started.openUri);
      await page.submit({ decision: 'approve', api_key: under.emulator.apiKey });
      const pair = await awaitTokens(host, started, undefined, clock);
      assert.equal(pair.expiresAt, clock.now() + 3_600_000);
      const refreshed = await refreshTokens(host, pair, clock.now);
      assert.notEqual(refreshed.refreshToken, pair.refreshToken);
      await failureOf(refreshTokens(host, pair, clock.now), 'sign-in-ended');
    });

    it('expires when the user does not decide', async () => {
      const host = { baseUrl: under.emulator.url, transport };
      const clock = new TestClock((ms) => under.emulator.advanceClock(ms));
      const started = await startSignIn(host, undefined, clock);
      await failureOf(awaitTokens(host, started, undefined, clock), 'sign-in-expired');
      assert.equal(new Set(clock.waits).size, 1, 'never told to slow down');
    });
  });
});
