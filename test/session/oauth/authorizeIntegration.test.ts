import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { oauthIntegrationOperations } from '../../../src/contract/users/oauthIntegrations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import type { Client } from '../../../src/platform/client.ts';
import { authorizeIntegration } from '../../../src/session/oauth/authorizeIntegration.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { Page } from '../../emulator/signIn/deviceFlowClient.ts';
import { clientOf } from '../workbench.ts';

describe('authorizeIntegration', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let integrationId: number;

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
    client = clientOf(emulator);
    const admin = clientOf({ url: emulator.url, apiKey: emulator.adminApiKey });
    const body = { name: 'warehouse', clientId: 'workbench', clientSecret: 'secret', scopes: ['read'] };
    const { id } = await admin.call(oauthIntegrationOperations.createOauthIntegration, { body });
    integrationId = Number(id);
    admin.dispose();
  });
  after(async () => {
    client.dispose();
    await emulator.close();
  });

  const authorize = (decision: string, timeoutMs = 60_000, abort = new AbortController()) => {
    const open = async (url: string) => {
      if (decision === 'leave') abort.abort(new CancelledError());
      else await (await Page.open(url)).submit({ decision });
    };
    return authorizeIntegration(client, integrationId, { signal: abort.signal, open, intervalMs: 5, timeoutMs });
  };
  const token = () => client.call(oauthIntegrationOperations.getUserOauthToken, { params: { integrationId } });

  it('ends without a token when the user denies it or leaves', async () => {
    await assert.rejects(authorize('deny', 60), { code: 'not-authorized' });
    await assert.rejects(authorize('leave'), CancelledError);
    await assert.rejects(token(), { kind: 'not-found' });
  });

  it('ends when the user approved, also again', async () => {
    await authorize('approve');
    const first = await token();
    await authorize('approve');
    assert.notEqual((await token()).connectedAt, first.connectedAt);
  });

  it('opens no address that is not a page', async () => {
    const fake = Object.create(client) as Client;
    fake.call = (async (operation: { id: string }, ...rest: unknown[]) =>
      operation.id === 'initiateUserOauthToken'
        ? { authorizationUrl: 'file:///etc/passwd' }
        : (client.call as (...args: unknown[]) => Promise<unknown>)(operation, ...rest)) as Client['call'];
    const signal = new AbortController().signal;
    const open = async () => assert.fail('opened');
    await assert.rejects(authorizeIntegration(fake, integrationId, { signal, open }), { code: 'no-page' });
  });
});
