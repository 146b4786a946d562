/** Authorizations of OAuth integrations by users: started by an operation, decided on a page in the browser. Spec: group G. */

import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { OAuthIntegrationRecord } from '../../records/integrationsRecord.ts';
import type { UserRecord } from '../../records/platformRecord.ts';
import { hashOf, newSecret } from '../../signIn/secrets.ts';

/** Milliseconds in which the user has to decide. */
const decisionTime = 10 * 60_000;

interface OpenAuthorization {
  integration: OAuthIntegrationRecord;
  user: UserRecord;
}

/** @throws HttpFailure 404 */
export function requireIntegration({ record }: Platform, id: number): OAuthIntegrationRecord {
  const integration = record.integrations.oauth.find((entry) => entry.id === id);
  if (!integration) throw new HttpFailure(404, `OAuth integration ${id} not found`);
  return integration;
}

/** The secret in the address of the page where the user decides. */
export function startAuthorization(platform: Platform, integrationId: number, userId: number): string {
  const { integrations } = platform.record;
  const now = platform.services.clock();
  const secret = newSecret();
  integrations.authorizations = integrations.authorizations.filter(({ expiresAt }) => now < expiresAt);
  integrations.authorizations.push({ state: hashOf(secret), integrationId, userId, expiresAt: now + decisionTime });
  return secret;
}

/** Undefined for a secret that is unknown, used or expired, and after the user was deactivated. */
export function findAuthorization(platform: Platform, secret: string): OpenAuthorization | undefined {
  const { authorizations, oauth } = platform.record.integrations;
  const state = hashOf(secret);
  const entry = authorizations.find((open) => open.state === state && platform.services.clock() < open.expiresAt);
  const integration = oauth.find(({ id }) => id === entry?.integrationId);
  const user = platform.activeUser(entry?.userId);
  return integration && user && { integration, user };
}

/** Ends the authorization; the user has a token if they approved. */
export function decideAuthorization(platform: Platform, secret: string, isApproved: boolean): void {
  const open = findAuthorization(platform, secret);
  const { integrations } = platform.record;
  const state = hashOf(secret);
  integrations.authorizations = integrations.authorizations.filter((entry) => entry.state !== state);
  if (!open || !isApproved) return;
  const [integrationId, userId] = [open.integration.id, open.user.id];
  removeTokens(platform, (token) => token.integrationId === integrationId && token.userId === userId);
  const connectedAt = platform.now.toISOString();
  integrations.userTokens.push({ integrationId, userId, scopes: [...open.integration.scopes], connectedAt });
}

/** Removes tokens of users, and the authorizations that would lead to them. */
export function removeTokens(
  { record: { integrations } }: Platform,
  isRemoved: (entry: { integrationId: number; userId: number }) => boolean,
): void {
  integrations.userTokens = integrations.userTokens.filter((token) => !isRemoved(token));
  integrations.authorizations = integrations.authorizations.filter((entry) => !isRemoved(entry));
}
