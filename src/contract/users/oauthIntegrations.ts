/** OAuth clients of the account, and the tokens that users get with them. Spec: group G; the shapes are “not shown” there. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';

const id = z.union([z.number(), z.string()]);
const text = z.nullish(z.string());
const texts = z.nullish(z.array(z.string()));

/** The client's secret can be written and is never returned. */
const OAuthIntegration = z.looseObject({
  id,
  name: z.string(),
  clientId: text,
  authorizationUrl: text,
  tokenUrl: text,
  scopes: texts,
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
});

const shortText = z.string().check(z.minLength(1), z.maxLength(255));
const address = z.string().check(z.regex(/^https?:\/\/\S+$/));
const fields = {
  name: shortText,
  clientId: shortText,
  clientSecret: z.string().check(z.minLength(1)),
  authorizationUrl: address,
  tokenUrl: address,
  scopes: z.array(shortText),
};
const OAuthIntegrationUpdateInput = z.partial(z.strictObject(fields));
const OAuthIntegrationCreateInput = z.extend(OAuthIntegrationUpdateInput, {
  name: fields.name,
  clientId: fields.clientId,
  clientSecret: fields.clientSecret,
});

/** The token itself is never returned. */
const UserOAuthToken = z.looseObject({
  integrationId: id,
  integrationName: text,
  scopes: texts,
  connectedAt: z.nullish(Timestamp),
});

/** The page where the user authorizes the integration, in a browser. */
const UserOAuthInitiation = z.looseObject({ authorizationUrl: z.string() });

export const oauthIntegrationSchemas = {
  OAuthIntegration,
  OAuthIntegrationCreateInput,
  OAuthIntegrationUpdateInput,
  UserOAuthInitiation,
  UserOAuthToken,
};

const integrations = '/api/v1/oauth-integrations/';
const integration = `${integrations}{id}`;
const params = z.strictObject({ id: wholeNumber });
const tokens = '/api/v1/user-oauth-tokens/';
const token = `${tokens}{integrationId}`;
const tokenParams = z.strictObject({ integrationId: wholeNumber });
const unknown = { status: 404, when: 'the integration is unknown' };
const notConnected = { status: 404, when: 'the user has no token of this integration' };

export const oauthIntegrationOperations = {
  listOauthIntegrations: operation({
    id: 'listOauthIntegrations',
    group: 'G',
    method: 'GET',
    path: integrations,
    summary: 'List the OAuth integrations of the account, without secrets',
    response: listResponse(OAuthIntegration),
    list: { item: OAuthIntegration, paging: [] },
  }),
  createOauthIntegration: operation({
    id: 'createOauthIntegration',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: integrations,
    summary: 'Create an OAuth integration',
    body: OAuthIntegrationCreateInput,
    response: OAuthIntegration,
    access: 'admin',
  }),
  getOauthIntegration: operation({
    id: 'getOauthIntegration',
    group: 'G',
    method: 'GET',
    path: integration,
    summary: 'Read an OAuth integration, without its secret',
    params,
    response: OAuthIntegration,
    failures: [unknown],
  }),
  updateOauthIntegration: operation({
    id: 'updateOauthIntegration',
    group: 'G',
    method: 'PUT',
    changes: 'resource',
    path: integration,
    summary: 'Change fields of an OAuth integration; the others stay',
    params,
    body: OAuthIntegrationUpdateInput,
    response: OAuthIntegration,
    access: 'admin',
    idempotent: true,
    failures: [unknown],
  }),
  deleteOauthIntegration: operation({
    id: 'deleteOauthIntegration',
    group: 'G',
    method: 'DELETE',
    changes: 'resource',
    path: integration,
    summary: 'Delete an OAuth integration with the tokens of its users',
    params,
    response: z.unknown(),
    status: 204,
    access: 'admin',
    failures: [unknown],
  }),
  listUserOauthTokens: operation({
    id: 'listUserOauthTokens',
    group: 'G',
    method: 'GET',
    path: tokens,
    summary: 'List the integrations that the caller has authorized',
    response: listResponse(UserOAuthToken),
    list: { item: UserOAuthToken, paging: [] },
  }),
  getUserOauthToken: operation({
    id: 'getUserOauthToken',
    group: 'G',
    method: 'GET',
    path: token,
    summary: 'Read when the caller authorized an integration',
    params: tokenParams,
    response: UserOAuthToken,
    failures: [notConnected],
  }),
  deleteUserOauthToken: operation({
    id: 'deleteUserOauthToken',
    group: 'G',
    method: 'DELETE',
    changes: 'resource',
    path: token,
    summary: 'Delete the caller’s token of an integration',
    params: tokenParams,
    response: z.unknown(),
    status: 204,
    failures: [notConnected],
  }),
  initiateUserOauthToken: operation({
    id: 'initiateUserOauthToken',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: `${token}/initiate`,
    summary: 'Start the authorization of an integration, which the caller completes in a browser',
    params: tokenParams,
    response: UserOAuthInitiation,
    failures: [unknown],
  }),
};
