/** Authorizes an OAuth integration in a browser, which gives the user a token on the platform. Spec: group G. */

import { delay } from '../../base/async.ts';
import { errorCatalog } from '../../base/errors.ts';
import type { ResponseOf } from '../../contract/definition/operation.ts';
import { oauthIntegrationOperations } from '../../contract/users/oauthIntegrations.ts';
import type { Reader, ResourceWriter } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';

export const authorizationErrors = errorCatalog({
  'no-page': {
    message: 'The platform returned no address of a page where the integration can be authorized.',
    action: 'Ask an administrator to check the authorization URL of the integration.',
  },
  /** `{0}`: minutes. */
  'not-authorized': {
    message: 'The integration was not authorized within {0} minutes.',
    action: 'Sign in again, and approve the integration in the browser.',
  },
});

type UserToken = ResponseOf<typeof oauthIntegrationOperations.getUserOauthToken>;

interface AuthorizeOptions {
  /** Stops waiting. The page in the browser stays. */
  signal: AbortSignal;
  /** Opens the page. Its address holds a secret. */
  open: (url: string) => Promise<void>;
  intervalMs?: number;
  timeoutMs?: number;
}

/** Resolves when the user has a new token. @throws UserError, PlatformError, CancelledError */
export async function authorizeIntegration(
  client: ResourceWriter,
  integrationId: number,
  { signal, open, intervalMs = 2_000, timeoutMs = 600_000 }: AuthorizeOptions,
): Promise<void> {
  const before = await tokenOf(client, integrationId, signal);
  const params = { integrationId };
  const { authorizationUrl } = await client.call(
    oauthIntegrationOperations.initiateUserOauthToken,
    { params },
    { signal },
  );
  const url = URL.canParse(authorizationUrl) ? new URL(authorizationUrl) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw authorizationErrors.error('no-page');
  await open(url.href);
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    await delay(intervalMs, signal);
    const token = await tokenOf(client, integrationId, signal);
    // Without a time, a token that was there before cannot be told from a new one.
    if (token && (!before || token.connectedAt !== before.connectedAt || !token.connectedAt)) return;
  }
  throw authorizationErrors.error('not-authorized', [Math.round(timeoutMs / 60_000)]);
}

/** Undefined if the user has none. */
async function tokenOf(client: Reader, integrationId: number, signal: AbortSignal): Promise<UserToken | undefined> {
  const params = { integrationId };
  try {
    return await client.call(oauthIntegrationOperations.getUserOauthToken, { params }, { signal });
  } catch (failure) {
    if (failure instanceof PlatformError && failure.kind === 'not-found') return undefined;
    throw failure;
  }
}
