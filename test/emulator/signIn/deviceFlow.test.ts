/** Expectations of RFC 8628 (device flow), sections in the titles, and of the platform's notes: “Credentials”. */

import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { clientId, DeviceFlowClient, deviceGrant, Page } from './deviceFlowClient.ts';

const second = 1000;

describe('the device flow of the emulator', () => {
  let under: EmulatorUnderTest;
  let device: DeviceFlowClient;
  before(async () => {
    // A stopped clock: the tests wait up to a tenth of a second before a limit.
    const start = Date.now();
    under = await emulatorUnderTest({ clock: () => start });
    device = new DeviceFlowClient(under.emulator.url);
  });
  after(() => under.close());
  const wait = (seconds: number) => under.emulator.advanceClock(seconds * second);
  const decide = async (uri: string, decision: string, apiKey = under.emulator.apiKey) => {
    const answer = await (await Page.open(uri)).submit({ decision, api_key: apiKey });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };

  describe('the authorization request (3.1, 3.2)', () => {
    it('answers with both codes, both addresses, 900 seconds and an interval of 5', async () => {
      const { status, headers, body } = await device.post('/auth/device/code', { client_id: clientId, scope: 'all' });
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(typeof body.device_code === 'string' && body.device_code.length >= 32);
      assert.match(String(body.user_code), /^[A-Z]{4}-[A-Z]{4}$/);
      assert.equal(body.verification_uri, `${under.emulator.url}/auth/device`);
      assert.equal(
        body.verification_uri_complete,
        `${under.emulator.url}/auth/device?user_code=${encodeURIComponent(String(body.user_code))}`,
      );
      assert.deepEqual([body.expires_in, body.interval], [900, 5]);
    });

    it('gives other codes each time; user codes have no vowels and no letters that look like others (6.1)', async () => {
      const started = await Promise.all(Array.from({ length: 20 }, () => device.start()));
      assert.equal(new Set(started.map(({ device_code }) => device_code)).size, 20);
      assert.equal(new Set(started.map(({ user_code }) => user_code)).size, 20);
      for (const { user_code } of started) assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ-]{9}$/);
    });

    it('names the host that the client used, so that a browser reaches the page there', async () => {
      const url = under.emulator.url.replace('127.0.0.1', 'localhost');
      assert.equal((await new DeviceFlowClient(url).start()).verification_uri, `${url}/auth/device`);
    });

    for (const [title, fields] of [
      ['without client_id', {}],
      ['with an empty client_id', { client_id: '' }],
      ['with client_id twice', [['client_id', 'a'] as [string, string], ['client_id', 'b'] as [string, string]]],
    ] as const) {
      it(`is refused ${title} (RFC 6749, 3.2 and 5.2)`, async () => {
        const { status, body } = await device.post('/auth/device/code', fields as Record<string, string>);
        assert.deepEqual([status, body.error], [400, 'invalid_request']);
        assert.equal(typeof body.error_description, 'string');
      });
    }

    it('is refused if it is not form-encoded', async () => {
      const response = await fetch(`${under.emulator.url}/auth/device/code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId }),
      });
      const { error } = (await response.json()) as { error: unknown };
      assert.deepEqual([response.status, error], [400, 'invalid_request']);
    });
  });

  describe('polling (3.4, 3.5)', () => {
    it('is pending until the user decides, then gives the tokens once', async () => {
      const { device_code, verification_uri_complete } = await device.start();
      assert.equal(await device.refusal(device_code), 'authorization_pending');
      wait(5);
      assert.equal(await device.refusal(device_code), 'authorization_pending');
      await decide(verification_uri_complete, 'approve');
      wait(5);
      const { status, headers, body } = await device.poll(device_code);
      assert.equal(status, 200);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(String(body.token_type).toLowerCase(), 'bearer');
      assert.equal(body.expires_in, 3600);
      assert.ok(body.access_token && body.refresh_token && body.access_token !== body.refresh_token);
      // The notes: some clients read these names.
      assert.deepEqual([body.accessToken, body.refreshToken], [body.access_token, body.refresh_token]);
      assert.equal(await device.refusal(device_code), 'invalid_grant', 'the device code is single-use');
    });

    it('is slowed down by 5 seconds, each time that it is faster than the interval', async () => {
      const { device_code } = await device.start();
      assert.equal(await device.refusal(device_code), 'authorization_pending');
      wait(4.9);
      assert.equal(await device.refusal(device_code), 'slow_down');
      wait(9.9);
      assert.equal(await device.refusal(device_code), 'slow_down', 'the interval is 10 seconds now');
      wait(14.9);
      assert.equal(await device.refusal(device_code), 'slow_down', 'the interval is 15 seconds now');
      wait(20);
      assert.equal(await device.refusal(device_code), 'authorization_pending');
    });

    it('gives the tokens to a fast client, too, once the user has approved', async () => {
      const { device_code, verification_uri_complete } = await device.start();
      assert.equal(await device.refusal(device_code), 'authorization_pending');
      await decide(verification_uri_complete, 'approve');
      assert.equal((await device.poll(device_code)).status, 200);
    });

    it('ends with access_denied when the user denies', async () => {
      const { device_code, verification_uri_complete } = await device.start();
      await decide(verification_uri_complete, 'deny', '');
      assert.equal(await device.refusal(device_code), 'access_denied');
    });

    it('ends with expired_token after 900 seconds, also for a code that was approved', async () => {
      const { device_code } = await device.start();
      const approved = await device.start();
      await decide(approved.verification_uri_complete, 'approve');
      wait(899.9);
      assert.equal(await device.refusal(device_code), 'authorization_pending');
      wait(0.1);
      assert.equal(await device.refusal(device_code), 'expired_token');
      assert.equal(await device.refusal(approved.device_code), 'expired_token');
    });

    it('refuses an unknown code, and the code of another client (RFC 6749, 5.2)', async () => {
      const { device_code } = await device.start();
      assert.equal(await device.refusal('dc-unknown'), 'invalid_grant');
      const { status, body } = await device.poll(device_code, 'another-client');
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    });

    for (const [title, fields, error] of [
      ['grant_type', { device_code: 'x', client_id: clientId }, 'invalid_request'],
      ['device_code', { grant_type: deviceGrant, client_id: clientId }, 'invalid_request'],
      ['client_id', { grant_type: deviceGrant, device_code: 'x' }, 'invalid_request'],
    ] as const) {
      it(`needs ${title}`, async () => {
        const { status, body } = await device.post('/auth/device/token', fields as unknown as Record<string, string>);
        assert.deepEqual([status, body.error], [400, error]);
      });
    }

    it('refuses another grant type', async () => {
      const { status, body } = await device.post('/auth/device/token', { grant_type: 'password', client_id: clientId });
      assert.deepEqual([status, body.error], [400, 'unsupported_grant_type']);
    });
  });

  describe('refreshing (RFC 6749, 6)', () => {
    it('gives another pair; the first access token lives on until it expires', async () => {
      const first = await device.signIn(under.emulator.apiKey);
      const second = await device.refreshed(first.refresh_token);
      assert.notEqual(second.access_token, first.access_token);
      assert.notEqual(second.refresh_token, first.refresh_token);
      assert.equal(await statusOf(first.access_token), 200);
      assert.equal(await statusOf(second.access_token), 200);
      const third = await device.refreshed(second.refresh_token);
      assert.equal(await statusOf(third.access_token), 200);
    });

    it('refuses a used refresh token and ends the whole sign-in', async () => {
      const first = await device.signIn(under.emulator.apiKey);
      const other = await device.signIn(under.emulator.apiKey);
      const second = await device.refreshed(first.refresh_token);
      const { status, body } = await device.refresh(first.refresh_token);
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      assert.deepEqual((await device.refresh(second.refresh_token)).body.error, 'invalid_grant');
      assert.equal(await statusOf(first.access_token), 401);
      assert.equal(await statusOf(second.access_token), 401);
      assert.equal(await statusOf(other.access_token), 200, 'another sign-in of the user goes on');
    });

    it('works long after the access token has expired', async () => {
      const { access_token, refresh_token } = await device.signIn(under.emulator.apiKey);
      wait(3599);
      assert.equal(await statusOf(access_token), 200);
      wait(1);
      assert.equal(await statusOf(access_token), 401, 'access tokens live for one hour');
      wait(7 * 24 * 3600);
      assert.equal(await statusOf((await device.refreshed(refresh_token)).access_token), 200);
    });

    it('refuses what is not a refresh token of this client', async () => {
      const { access_token, refresh_token } = await device.signIn(under.emulator.apiKey);
      for (const token of ['rt-unknown.x', access_token, refresh_token.slice(0, -1)]) {
        assert.equal((await device.refresh(token)).body.error, 'invalid_grant');
      }
      const { status, body } = await device.post('/auth/oauth2/refresh', { grant_type: 'refresh_token' });
      assert.deepEqual([status, body.error], [400, 'invalid_request']);
      const other = { grant_type: 'password', refresh_token };
      assert.equal((await device.post('/auth/oauth2/refresh', other)).body.error, 'unsupported_grant_type');
    });
  });

  const statusOf = async (token: string) => {
    const { url, apiKey, deploymentId } = under.emulator;
    return (await new DeploymentClient(url, apiKey, deploymentId).as(token).send('GET', '/api/v1/users/me')).status;
  };
});
