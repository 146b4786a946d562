/** The device flow with a public OAuth client, which checks each answer against the RFCs 6749 and 8628. */

import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { Page } from './deviceFlowClient.ts';

describe('a public OAuth client', () => {
  const client = { client_id: 'a-public-client' };
  const options = { [oauth.allowInsecureRequests]: true };
  let under: EmulatorUnderTest;
  let server: oauth.AuthorizationServer;
  before(async () => {
    under = await emulatorUnderTest({ sample: false });
    const { url } = under.emulator;
    server = {
      issuer: url,
      device_authorization_endpoint: `${url}/auth/device/code`,
      token_endpoint: `${url}/auth/device/token`,
    };
  });
  after(() => under.close());
  const pass = (seconds: number) => under.emulator.advanceClock(seconds * 1000);

  async function start(): Promise<oauth.DeviceAuthorizationResponse> {
    const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope: 'all' }, options);
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  }
  async function poll({ device_code }: oauth.DeviceAuthorizationResponse) {
    const response = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device_code, options);
    return oauth.processDeviceCodeResponse(server, client, response);
  }
  async function refresh(token: string) {
    const refreshing = { ...server, token_endpoint: `${under.emulator.url}/auth/oauth2/refresh` };
    const response = await oauth.refreshTokenGrantRequest(refreshing, client, oauth.None(), token, options);
    return oauth.processRefreshTokenResponse(refreshing, client, response);
  }
  const refusedAs = async (answer: Promise<unknown>, error: string) =>
    assert.rejects(answer, (failure) => {
      assert.ok(failure instanceof oauth.ResponseBodyError, String(failure));
      assert.deepEqual([failure.status, failure.error], [400, error]);
      return true;
    });
  async function decide({ verification_uri_complete }: oauth.DeviceAuthorizationResponse, decision: string) {
    const page = await Page.open(verification_uri_complete!);
    assert.equal((await page.submit({ decision, api_key: under.emulator.apiKey })).status, 200);
  }
  async function signedIn() {
    const started = await start();
    await decide(started, 'approve');
    return poll(started);
  }
  const statusOf = async (token: string) => {
    const response = await oauth.protectedResourceRequest(
      token,
      'GET',
      new URL('/api/v1/users/me', under.emulator.url),
      undefined,
      undefined,
      options,
    );
    return response.status;
  };

  it('signs in after waiting, and calls the platform', async () => {
    const started = await start();
    await refusedAs(poll(started), 'authorization_pending');
    pass(started.interval!);
    await decide(started, 'approve');
    const { access_token, refresh_token, token_type, expires_in } = await poll(started);
    assert.deepEqual([token_type, expires_in, typeof refresh_token], ['bearer', 3600, 'string']);
    assert.equal(await statusOf(access_token), 200);
    await refusedAs(poll(started), 'invalid_grant');
  });

  it('is slowed down, and goes on after five seconds more', async () => {
    const started = await start();
    await refusedAs(poll(started), 'authorization_pending');
    await refusedAs(poll(started), 'slow_down');
    pass(started.interval! + 5);
    await refusedAs(poll(started), 'authorization_pending');
  });

  it('sees a denial', async () => {
    const started = await start();
    await decide(started, 'deny');
    await refusedAs(poll(started), 'access_denied');
  });

  it('sees that the code has expired', async () => {
    const started = await start();
    pass(started.expires_in);
    await refusedAs(poll(started), 'expired_token');
  });

  it('refreshes with a token that is replaced each time, and ends the sign-in with a used one', async () => {
    const first = await signedIn();
    pass(3600);
    await assert.rejects(statusOf(first.access_token), (failure) => {
      assert.ok(failure instanceof oauth.WWWAuthenticateChallengeError, String(failure));
      assert.deepEqual([failure.status, failure.cause[0]?.scheme], [401, 'bearer']);
      return true;
    });
    const second = await refresh(first.refresh_token!);
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(await statusOf(second.access_token), 200);
    await refusedAs(refresh(first.refresh_token!), 'invalid_grant');
    await refusedAs(refresh(second.refresh_token!), 'invalid_grant');
    await assert.rejects(statusOf(second.access_token));
  });
});
