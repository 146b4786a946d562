/** Issuers of OIDC tokens. Spec: group G. */

import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { OidcTokenConfigRecord } from '../../records/integrationsRecord.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type OidcHandlers = Pick<
  Handlers,
  | 'listOidcTokenConfigs'
  | 'createOidcTokenConfig'
  | 'getOidcTokenConfig'
  | 'updateOidcTokenConfig'
  | 'deleteOidcTokenConfig'
>;

export const oidcTokenConfigHandlers: OidcHandlers = {
  listOidcTokenConfigs: ({ platform }) => cursorPage(platform.record.integrations.oidc, {}),

  createOidcTokenConfig: async ({ platform, body }) => {
    const { integrations } = platform.record;
    assertNameFree(platform, body.name);
    const now = platform.now.toISOString();
    const config = { id: integrations.nextId++, ...body, createdAt: now, updatedAt: now };
    integrations.oidc.push(config);
    await platform.save();
    return config;
  },

  getOidcTokenConfig: ({ platform, params }) => requireConfig(platform, params.id),

  updateOidcTokenConfig: async ({ platform, params, body }) => {
    const config = requireConfig(platform, params.id);
    if (body.name !== undefined) assertNameFree(platform, body.name, config);
    Object.assign(config, body, { updatedAt: platform.now.toISOString() });
    await platform.save();
    return config;
  },

  deleteOidcTokenConfig: async ({ platform, params }) => {
    const { integrations } = platform.record;
    const config = requireConfig(platform, params.id);
    integrations.oidc = integrations.oidc.filter((entry) => entry !== config);
    await platform.save();
  },
};

/** @throws HttpFailure 404 */
function requireConfig({ record }: Platform, id: number): OidcTokenConfigRecord {
  const config = record.integrations.oidc.find((entry) => entry.id === id);
  if (!config) throw new HttpFailure(404, `OIDC token config ${id} not found`);
  return config;
}

/** @throws HttpFailure 409 */
function assertNameFree({ record }: Platform, name: string, except?: OidcTokenConfigRecord): void {
  const taken = record.integrations.oidc.some((entry) => entry !== except && entry.name === name);
  if (taken) throw new HttpFailure(409, `name: another OIDC token config is named '${name}'`);
}
