/** The saved state of integrations: OAuth clients, the tokens of users, issuers of OIDC tokens. */

import * as z from 'zod';

const OAuthIntegration = z.object({
  id: z.number(),
  name: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  authorizationUrl: z.string().nullable(),
  tokenUrl: z.string().nullable(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OAuthIntegrationRecord = z.output<typeof OAuthIntegration>;

const UserToken = z.object({
  integrationId: z.number(),
  userId: z.number(),
  scopes: z.array(z.string()),
  connectedAt: z.string(),
});
export type UserTokenRecord = z.output<typeof UserToken>;

/** An authorization that waits for the user's decision. */
const Authorization = z.object({
  /** Hash of the secret in the address of the page. */
  state: z.string(),
  integrationId: z.number(),
  userId: z.number(),
  /** Milliseconds since the epoch, of the platform's clock. */
  expiresAt: z.number(),
});

const OidcTokenConfig = z.object({
  id: z.number(),
  name: z.string(),
  issuer: z.string(),
  audience: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OidcTokenConfigRecord = z.output<typeof OidcTokenConfig>;

export const IntegrationsRecord = z.object({
  oauth: z.array(OAuthIntegration).default([]),
  userTokens: z.array(UserToken).default([]),
  authorizations: z.array(Authorization).default([]),
  oidc: z.array(OidcTokenConfig).default([]),
  nextId: z.number().default(1),
});
