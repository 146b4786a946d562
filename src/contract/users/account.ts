/** The account: its settings, and the token for its usage analytics. Spec: group G; Limits. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { DeploymentId, Timestamp } from '../definition/shapes.ts';

const TenantSettings = z.looseObject({
  name: z.nullish(z.string()),
  /** The default deployment of users who selected none. */
  defaultDeploymentId: z.nullish(DeploymentId),
  /** Whether the preview feature “Databricks metric views” is activated. */
  databricksMetricViewsEnabled: z.nullish(z.boolean()),
});

/** Omitted fields stay. */
const TenantSettingsInput = z.partial(
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    defaultDeploymentId: z.nullable(DeploymentId),
    databricksMetricViewsEnabled: z.boolean(),
  }),
);

const UsageAnalyticsTokenResponse = z.looseObject({ token: z.string(), expiresAt: Timestamp });

/** By the names of the specification, for the OpenAPI document. */
export const accountSchemas = { TenantSettings, TenantSettingsInput, UsageAnalyticsTokenResponse };

export const accountOperations = {
  getTenantSettings: operation({
    id: 'getTenantSettings',
    group: 'G',
    method: 'GET',
    path: '/api/v1/tenant/settings',
    summary: 'Read the settings of the account',
    response: TenantSettings,
  }),
  updateTenantSettings: operation({
    id: 'updateTenantSettings',
    group: 'G',
    method: 'PUT',
    changes: 'resource',
    path: '/api/v1/tenant/settings',
    summary: 'Merge settings of the account',
    body: TenantSettingsInput,
    response: TenantSettings,
    access: 'admin',
    idempotent: true,
    failures: [{ status: 400, when: '`defaultDeploymentId` names no deployment' }],
  }),
  createUsageAnalyticsToken: operation({
    id: 'createUsageAnalyticsToken',
    group: 'G',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/usage-analytics/token',
    summary: 'Issue a token for the usage analytics, valid for one hour',
    response: UsageAnalyticsTokenResponse,
    access: 'admin',
    idempotent: true,
  }),
};
