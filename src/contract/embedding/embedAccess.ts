/** Access to embedded content: workbooks of a tenant, grants on a workbook, embeddable dashboards, their Python. Spec: group E. */

import * as z from 'zod/mini';
import { Dashboard } from '../content/dashboards.ts';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { cursorPaging, DeploymentId, listResponse } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';
import { tenantPath } from './embedTenants.ts';

const id = z.union([z.number(), z.string()]);
const accessSources = ['tenant', 'allEmbedUsers', 'folder'] as const;
const accessActions = ['read', 'none'] as const;

const EmbedTenantWorkbook = z.looseObject({
  id,
  name: z.nullish(z.string()),
  slug: z.nullish(z.string()),
  dashboardPublicId: z.nullish(z.string()),
  /** The published one. The specification does not say whether the list has it. */
  dashboard: z.nullish(Dashboard),
  /** Why the users of the tenant may read it. */
  accessSources: z.nullish(z.array(z.string())),
});
export type EmbedTenantWorkbook = z.output<typeof EmbedTenantWorkbook>;

const EmbedAccessTenantEntry = z.looseObject({ embedTenantName: z.string(), action: z.string() });
const EmbedAccessAllEmbedUsers = z.looseObject({ action: z.string() });
export const EmbedAccess = z.looseObject({
  tenants: z.nullish(z.array(EmbedAccessTenantEntry)),
  allEmbedUsers: z.nullish(EmbedAccessAllEmbedUsers),
});
export type EmbedAccess = z.output<typeof EmbedAccess>;

/** Tenants that are not named keep their access. */
const UpdateEmbedAccessInput = z.strictObject({
  tenants: z.optional(z.array(z.strictObject({ embedTenantName: z.string(), action: z.enum(accessActions) }))),
  allEmbedUsers: z.optional(z.strictObject({ action: z.enum(accessActions) })),
});

const DashboardEmbeddingInput = z.strictObject({ allowEmbed: z.boolean() });
const DashboardEmbedding = z.looseObject({ publicId: z.nullish(z.string()), allowEmbed: z.boolean() });

const PythonRunInput = z.strictObject({
  widgetId: z.string(),
  /** In the format of the dashboard's own filters. */
  filters: z.optional(z.array(record(z.string(), z.unknown()))),
});

/** The result of one run of a widget's Python. */
const PythonRun = z.looseObject({
  widgetId: z.nullish(z.string()),
  /** `completed` or `failed`. */
  status: z.string(),
  /** Why it failed. */
  error: z.nullish(z.string()),
  /** The text that the code printed, and its variable `result`. */
  output: z.nullish(z.looseObject({ text: z.nullish(z.string()), result: z.optional(z.unknown()) })),
});

const EmbedTenantWorkbooksListResponse = listResponse(EmbedTenantWorkbook);

export const dashboardPath = z.strictObject({ publicId: z.string().check(z.minLength(1)) });
const workbookPath = z.extend(deploymentPath, { workbookId: id });

const noWorkbook = { status: 404, when: 'the deployment has no such workbook' };
const noTenant = { status: 404, when: 'the embed tenant is unknown' };
const notEditor = { status: 403, when: 'the caller lacks edit access to the workbook' };
export const noDashboard = { status: 404, when: 'the dashboard is unknown' };
/** Neither the tenant nor all embed users have access to the workbook or its folder. */
export const notReader = { status: 403, when: 'the embed viewer may not read the workbook' };

/** By the names of the specification, for the OpenAPI document. */
export const embedAccessSchemas = {
  DashboardEmbeddingResponse: DashboardEmbedding,
  EmbedAccessAllEmbedUsers,
  EmbedAccessResponse: EmbedAccess,
  EmbedAccessTenantEntry,
  EmbedPythonFilteredRunInput: PythonRunInput,
  EmbedTenantWorkbook,
  EmbedTenantWorkbooksListResponse,
  PythonAnalysisFilteredRun: PythonRun,
  UpdateDashboardEmbeddingInput: DashboardEmbeddingInput,
  UpdateEmbedAccessInput,
};

export const embedAccessOperations = {
  listEmbedTenantWorkbooks: operation({
    id: 'listEmbedTenantWorkbooks',
    group: 'E',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks',
    summary: 'List the workbooks that the users of an embed tenant may read',
    params: z.extend(tenantPath, { deploymentId: DeploymentId }),
    query: z.strictObject({ accessSource: z.optional(z.enum(accessSources)), ...cursorPaging }),
    response: EmbedTenantWorkbooksListResponse,
    list: { item: EmbedTenantWorkbook, paging: ['cursor'] },
    access: 'admin',
    failures: [noTenant],
  }),
  getEmbedAccess: operation({
    id: 'getEmbedAccess',
    group: 'E',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access',
    summary: 'Read which embed tenants may read a workbook',
    params: workbookPath,
    permission: { all: ['WorkbookEdit'] },
    response: EmbedAccess,
    failures: [notEditor, noWorkbook],
  }),
  setEmbedAccess: operation({
    id: 'setEmbedAccess',
    group: 'E',
    method: 'PUT',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access',
    summary: 'Set which embed tenants may read a workbook',
    params: workbookPath,
    body: UpdateEmbedAccessInput,
    permission: { all: ['WorkbookEdit'] },
    response: EmbedAccess,
    idempotent: true,
    failures: [notEditor, noWorkbook, noTenant],
  }),
  setDashboardEmbedding: operation({
    id: 'setDashboardEmbedding',
    group: 'E',
    method: 'PATCH',
    changes: 'resource',
    path: '/api/v1/embed/dashboard/{publicId}',
    summary: 'Allow or disallow embedding of a published dashboard',
    params: dashboardPath,
    body: DashboardEmbeddingInput,
    permission: { all: ['WorkbookEdit'] },
    response: DashboardEmbedding,
    idempotent: true,
    failures: [notEditor, noDashboard],
  }),
  runDashboardPython: operation({
    id: 'runDashboardPython',
    group: 'E',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/embed/dashboard/{publicId}/python-run',
    summary: 'Run the Python of a dashboard’s widget with the current filters',
    params: dashboardPath,
    body: PythonRunInput,
    permission: { all: ['DeploymentRead'] },
    response: PythonRun,
    access: 'viewer',
    failures: [
      noDashboard,
      notEditor,
      notReader,
      { status: 404, when: 'the dashboard has no such widget' },
      { status: 400, when: 'the widget has no Python' },
    ],
  }),
};
