/** The account's settings, its groups and the token for its usage analytics. Spec: group G; Limits. */

import { sign } from 'hono/jwt';
import type { Platform } from '../../platform/platform.ts';
import { userGroups } from '../../records/userGroups.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { requireDefaultDeployment } from './accountSettings.ts';

type AccountHandlers = Pick<
  Handlers,
  'getTenantSettings' | 'updateTenantSettings' | 'createUsageAnalyticsToken' | 'listGroups'
>;

/** Seconds. Limits: “Usage-analytics token lifetime”. */
const analyticsLifetime = 3600;

export const accountHandlers: AccountHandlers = {
  getTenantSettings: ({ platform }) => toSettings(platform),

  updateTenantSettings: async ({ platform, body }) => {
    const { account } = platform.record;
    const { defaultDeploymentId: id, name, databricksMetricViewsEnabled } = body;
    if (id !== undefined) account.defaultDeploymentId = id === null ? null : requireDefaultDeployment(platform, id);
    account.name = name ?? account.name;
    account.databricksMetricViewsEnabled = databricksMetricViewsEnabled ?? account.databricksMetricViewsEnabled;
    await platform.save();
    return toSettings(platform);
  },

  createUsageAnalyticsToken: async ({ platform, caller }) => {
    const iat = Math.floor(platform.services.clock() / 1000);
    const exp = iat + analyticsLifetime;
    const claims = { scope: 'usage-analytics', userId: caller.user.id, iat, exp };
    const token = await sign(claims, platform.record.directory.tokenSecret, 'HS256');
    return { token, expiresAt: new Date(exp * 1000).toISOString() };
  },

  listGroups: ({ platform, query }) => {
    const search = query.search?.toLowerCase() ?? '';
    const found = userGroups.filter(({ name }) => name.toLowerCase().includes(search));
    return cursorPage(
      found.map(({ id, name, description, actions }) => {
        const memberCount = platform.record.users.filter(({ groupIds }) => groupIds.includes(id)).length;
        return { id, name, description, memberCount, actions: [...actions] };
      }),
      query,
      ({ id }) => id,
    );
  },
};

function toSettings({ record: { account } }: Platform) {
  const { name, defaultDeploymentId, databricksMetricViewsEnabled } = account;
  return { name, defaultDeploymentId, databricksMetricViewsEnabled };
}
