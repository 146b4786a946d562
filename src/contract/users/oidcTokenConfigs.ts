/** Issuers of OIDC tokens that the account knows. Spec: group G; the shapes are “not shown” there. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';

const text = z.nullish(z.string());

const OidcTokenConfig = z.looseObject({
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  issuer: text,
  audience: text,
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
});

const shortText = z.string().check(z.minLength(1), z.maxLength(255));
const OidcTokenConfigCreateInput = z.strictObject({
  name: shortText,
  issuer: z.string().check(z.regex(/^https?:\/\/\S+$/)),
  audience: shortText,
});
const OidcTokenConfigUpdateInput = z.partial(OidcTokenConfigCreateInput);

export const oidcTokenConfigSchemas = { OidcTokenConfig, OidcTokenConfigCreateInput, OidcTokenConfigUpdateInput };

const configs = '/api/v1/oidc-token-configs/';
const config = `${configs}{id}`;
const params = z.strictObject({ id: wholeNumber });
const unknown = { status: 404, when: 'the config is unknown' };
const taken = { status: 409, when: 'another config has this name' };
const access = 'admin';

export const oidcTokenConfigOperations = {
  listOidcTokenConfigs: operation({
    id: 'listOidcTokenConfigs',
    group: 'G',
    method: 'GET',
    path: configs,
    summary: 'List the issuers of OIDC tokens',
    response: listResponse(OidcTokenConfig),
    list: { item: OidcTokenConfig, paging: [] },
    access,
  }),
  createOidcTokenConfig: operation({
    id: 'createOidcTokenConfig',
    group: 'G',
    method: 'POST',
    changes: 'resource',
    path: configs,
    summary: 'Add an issuer of OIDC tokens',
    body: OidcTokenConfigCreateInput,
    response: OidcTokenConfig,
    access,
    failures: [taken],
  }),
  getOidcTokenConfig: operation({
    id: 'getOidcTokenConfig',
    group: 'G',
    method: 'GET',
    path: config,
    summary: 'Read an issuer of OIDC tokens',
    params,
    response: OidcTokenConfig,
    access,
    failures: [unknown],
  }),
  updateOidcTokenConfig: operation({
    id: 'updateOidcTokenConfig',
    group: 'G',
    method: 'PUT',
    changes: 'resource',
    path: config,
    summary: 'Change fields of an issuer of OIDC tokens; the others stay',
    params,
    body: OidcTokenConfigUpdateInput,
    response: OidcTokenConfig,
    access,
    idempotent: true,
    failures: [unknown, taken],
  }),
  deleteOidcTokenConfig: operation({
    id: 'deleteOidcTokenConfig',
    group: 'G',
    method: 'DELETE',
    changes: 'resource',
    path: config,
    summary: 'Remove an issuer of OIDC tokens',
    params,
    response: z.unknown(),
    status: 204,
    access,
    failures: [unknown],
  }),
};
