/** The handler of each operation. A missing one is a compile error. */

import { appConfigHandlers } from './content/appConfig.ts';
import { folderHandlers } from './content/folders.ts';
import { notificationHandlers } from './content/notifications.ts';
import { reportHandlers } from './content/reports.ts';
import { workbookHandlers } from './content/workbooks.ts';
import { workspaceHandlers } from './content/workspace.ts';
import { branchHandlers } from './dataModel/branches.ts';
import { dataModelHandlers } from './dataModel/dataModel.ts';
import { dbtSyncHandlers } from './dataModel/dbtSyncs.ts';
import { metricViewHandlers } from './dataModel/metricViews.ts';
import { repositoryHandlers } from './dataModel/repository.ts';
import { uploadHandlers } from './dataModel/uploads.ts';
import type { Handlers } from './definition/handler.ts';
import { auditLogHandlers } from './deployments/auditLogs.ts';
import { creationStepHandlers } from './deployments/creationSteps.ts';
import { deploymentHandlers } from './deployments/deployments.ts';
import { metaTokenHandlers } from './deployments/metaTokens.ts';
import { platformHandlers } from './deployments/platform.ts';
import { runtimeHandlers } from './deployments/runtime.ts';
import { dashboardExportHandlers } from './embedding/dashboardExports.ts';
import { embedAccessHandlers } from './embedding/embedAccess.ts';
import { embedCommentHandlers } from './embedding/embedComments.ts';
import { embedSessionHandlers } from './embedding/embedSessions.ts';
import { embedTenantHandlers } from './embedding/embedTenants.ts';
import { accountHandlers } from './users/account.ts';
import { githubHandlers } from './users/github.ts';
import { oauthIntegrationHandlers } from './users/oauthIntegrations.ts';
import { oidcTokenConfigHandlers } from './users/oidcTokenConfigs.ts';
import { userAttributeHandlers } from './users/userAttributes.ts';
import { userHandlers } from './users/users.ts';

export const handlers: Handlers = {
  ...deploymentHandlers,
  ...branchHandlers,
  ...dataModelHandlers,
  ...uploadHandlers,
  ...runtimeHandlers,
  ...repositoryHandlers,
  ...platformHandlers,
  ...userHandlers,
  ...userAttributeHandlers,
  ...oauthIntegrationHandlers,
  ...oidcTokenConfigHandlers,
  ...metricViewHandlers,
  ...accountHandlers,
  ...githubHandlers,
  ...dbtSyncHandlers,
  ...embedSessionHandlers,
  ...embedTenantHandlers,
  ...embedAccessHandlers,
  ...embedCommentHandlers,
  ...dashboardExportHandlers,
  ...metaTokenHandlers,
  ...auditLogHandlers,
  ...creationStepHandlers,
  ...folderHandlers,
  ...reportHandlers,
  ...workbookHandlers,
  ...workspaceHandlers,
  ...notificationHandlers,
  ...appConfigHandlers,
};
