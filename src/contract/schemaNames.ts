/** The schemas of the OpenAPI document, by the name that the specification gives them if it has one. */

import type * as z from 'zod/mini';
import { appConfigSchemas } from './content/appConfig.ts';
import { dashboardSchemas } from './content/dashboards.ts';
import { folderSchemas } from './content/folders.ts';
import { notificationSchemas } from './content/notifications.ts';
import { reportSnapshotSchemas } from './content/reportSnapshots.ts';
import { reportSchemas } from './content/reports.ts';
import { workbookSchemas } from './content/workbooks.ts';
import { workspaceSchemas } from './content/workspace.ts';
import { branchSchemas } from './dataModel/branches.ts';
import { dataModelSchemas } from './dataModel/dataModel.ts';
import { metricViewSchemas } from './dataModel/metricViews.ts';
import { dbtSyncSchemas } from './dataModel/syncSchemas.ts';
import { DataModelWriteResponse, PageInfo, Pagination } from './definition/shapes.ts';
import { creationStepSchemas } from './deployments/creationSteps.ts';
import { deploymentSchemas } from './deployments/deployments.ts';
import { runtimeSchemas } from './deployments/runtime.ts';
import { dashboardExportSchemas } from './embedding/dashboardExports.ts';
import { embedAccessSchemas } from './embedding/embedAccess.ts';
import { embedCommentSchemas } from './embedding/embedComments.ts';
import { embedSessionSchemas } from './embedding/embedSessions.ts';
import { embedTenantSchemas } from './embedding/embedTenants.ts';
import { accountSchemas } from './users/account.ts';
import { githubSchemas } from './users/github.ts';
import { groupSchemas } from './users/groups.ts';
import { meSchemas } from './users/me.ts';
import { oauthIntegrationSchemas } from './users/oauthIntegrations.ts';
import { oidcTokenConfigSchemas } from './users/oidcTokenConfigs.ts';
import { userAttributeSchemas } from './users/userAttributes.ts';
import { userSchemas } from './users/users.ts';

/** The schemas under `components`. */
export const schemasByName: Record<string, z.ZodMiniType> = {
  DataModelWriteResponse,
  PageInfo,
  Pagination,
  ...deploymentSchemas,
  ...creationStepSchemas,
  ...runtimeSchemas,
  ...branchSchemas,
  ...dataModelSchemas,
  ...dbtSyncSchemas,
  ...meSchemas,
  ...userSchemas,
  ...groupSchemas,
  ...userAttributeSchemas,
  ...oauthIntegrationSchemas,
  ...oidcTokenConfigSchemas,
  ...metricViewSchemas,
  ...accountSchemas,
  ...githubSchemas,
  ...embedCommentSchemas,
  ...embedTenantSchemas,
  ...embedAccessSchemas,
  ...embedSessionSchemas,
  ...dashboardExportSchemas,
  ...folderSchemas,
  ...reportSchemas,
  ...dashboardSchemas,
  ...workbookSchemas,
  ...workspaceSchemas,
  ...notificationSchemas,
  ...reportSnapshotSchemas,
  ...appConfigSchemas,
};
