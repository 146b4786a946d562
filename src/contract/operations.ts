/**
 * The table of all operations, for the emulator, the API document and the tests. Callers of the client import the table of their
 * group, so that their bundle has no other.
 */

import { appConfigOperations } from './content/appConfig.ts';
import { folderOperations } from './content/folders.ts';
import { notificationOperations } from './content/notifications.ts';
import { reportOperations } from './content/reports.ts';
import { workbookOperations } from './content/workbooks.ts';
import { workspaceOperations } from './content/workspace.ts';
import { branchOperations } from './dataModel/branches.ts';
import { dataModelOperations } from './dataModel/dataModel.ts';
import { dbtSyncOperations } from './dataModel/dbtSyncs.ts';
import { metricViewOperations } from './dataModel/metricViews.ts';
import { auditLogOperations } from './deployments/auditLogs.ts';
import { creationStepOperations } from './deployments/creationSteps.ts';
import { deploymentOperations } from './deployments/deployments.ts';
import { metaTokenOperations } from './deployments/metaTokens.ts';
import { runtimeOperations } from './deployments/runtime.ts';
import { dashboardExportOperations } from './embedding/dashboardExports.ts';
import { embedAccessOperations } from './embedding/embedAccess.ts';
import { embedCommentOperations } from './embedding/embedComments.ts';
import { embedSessionOperations } from './embedding/embedSessions.ts';
import { embedTenantOperations } from './embedding/embedTenants.ts';
import { accountOperations } from './users/account.ts';
import { githubOperations } from './users/github.ts';
import { groupOperations } from './users/groups.ts';
import { meOperations } from './users/me.ts';
import { oauthIntegrationOperations } from './users/oauthIntegrations.ts';
import { oidcTokenConfigOperations } from './users/oidcTokenConfigs.ts';
import { userAttributeOperations } from './users/userAttributes.ts';
import { userOperations } from './users/users.ts';

export const operations = {
  ...deploymentOperations,
  ...runtimeOperations,
  ...branchOperations,
  ...dataModelOperations,
  ...dbtSyncOperations,
  ...meOperations,
  ...userOperations,
  ...groupOperations,
  ...userAttributeOperations,
  ...oauthIntegrationOperations,
  ...oidcTokenConfigOperations,
  ...metricViewOperations,
  ...accountOperations,
  ...githubOperations,
  ...embedSessionOperations,
  ...embedTenantOperations,
  ...embedAccessOperations,
  ...embedCommentOperations,
  ...dashboardExportOperations,
  ...metaTokenOperations,
  ...auditLogOperations,
  ...creationStepOperations,
  ...folderOperations,
  ...reportOperations,
  ...workbookOperations,
  ...workspaceOperations,
  ...notificationOperations,
  ...appConfigOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
