/** OAuth integrations, and what users have authorized. Secrets are never returned. Spec: group G. */

import type { Caller, Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { OAuthIntegrationRecord, UserTokenRecord } from '../../records/integrationsRecord.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { removeTokens, requireIntegration, startAuthorization } from './oauthAuthorizations.ts';

type OAuthHandlers = Pick<
  Handlers,
  | 'listOauthIntegrations'
  | 'createOauthIntegration'
  | 'getOauthIntegration'
  | 'updateOauthIntegration'
  | 'deleteOauthIntegration'
  | 'listUserOauthTokens'
  | 'getUserOauthToken'
  | 'deleteUserOauthToken'
  | 'initiateUserOauthToken'
>;

export const oauthIntegrationHandlers: OAuthHandlers = {
  listOauthIntegrations: ({ platform }) => cursorPage(platform.record.integrations.oauth.map(withoutSecret), {}),

  createOauthIntegration: async ({ platform, body }) => {
    const { integrations } = platform.record;
    const now = platform.now.toISOString();
    const integration = {
      id: integrations.nextId++,
      name: body.name,
      clientId: body.clientId,
      clientSecret: body.clientSecret,
      authorizationUrl: body.authorizationUrl ?? null,
      tokenUrl: body.tokenUrl ?? null,
      scopes: body.scopes ?? [],
      createdAt: now,
      updatedAt: now,
    };
    integrations.oauth.push(integration);
    await platform.save();
    return withoutSecret(integration);
  },

  getOauthIntegration: ({ platform, params }) => withoutSecret(requireIntegration(platform, params.id)),

  updateOauthIntegration: async ({ platform, params, body }) => {
    const integration = requireIntegration(platform, params.id);
    Object.assign(integration, body, { updatedAt: platform.now.toISOString() });
    await platform.save();
    return withoutSecret(integration);
  },

  deleteOauthIntegration: async ({ platform, params }) => {
    const { integrations } = platform.record;
    const integration = requireIntegration(platform, params.id);
    integrations.oauth = integrations.oauth.filter((entry) => entry !== integration);
    removeTokens(platform, ({ integrationId }) => integrationId === integration.id);
    await platform.save();
  },

  listUserOauthTokens: ({ platform, caller }) => {
    const own = platform.record.integrations.userTokens.filter(({ userId }) => userId === caller.user.id);
    return cursorPage(
      own.map((token) => toToken(platform, token)),
      {},
    );
  },

  getUserOauthToken: ({ platform, caller, params }) =>
    toToken(platform, requireToken(platform, caller, params.integrationId)),

  deleteUserOauthToken: async ({ platform, caller, params }) => {
    const { integrationId, userId } = requireToken(platform, caller, params.integrationId);
    removeTokens(platform, (token) => token.integrationId === integrationId && token.userId === userId);
    await platform.save();
  },

  initiateUserOauthToken: async ({ platform, caller, params }) => {
    const { id } = requireIntegration(platform, params.integrationId);
    const state = startAuthorization(platform, id, caller.user.id);
    await platform.save();
    return { authorizationUrl: `${platform.services.url()}/auth/oauth/authorize?state=${state}` };
  },
};

function withoutSecret({ clientSecret: _, ...shown }: OAuthIntegrationRecord) {
  return shown;
}

function toToken(platform: Platform, { integrationId, scopes, connectedAt }: UserTokenRecord) {
  return { integrationId, integrationName: requireIntegration(platform, integrationId).name, scopes, connectedAt };
}

/** @throws HttpFailure 404 */
function requireToken({ record }: Platform, { user }: Caller, integrationId: number): UserTokenRecord {
  const { userTokens } = record.integrations;
  const token = userTokens.find((entry) => entry.integrationId === integrationId && entry.userId === user.id);
  if (!token) throw new HttpFailure(404, `You have not authorized the OAuth integration ${integrationId}`);
  return token;
}
