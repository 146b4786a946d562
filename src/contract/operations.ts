/** The table of all operations: the one place that client, emulator, OpenAPI document and contract test read. */

import { branchOperations } from './branches.ts';
import { dashboardExportOperations } from './dashboardExports.ts';
import { dataModelOperations } from './dataModel.ts';
import { deploymentOperations } from './deployments.ts';
import { embedAccessOperations } from './embedAccess.ts';
import { embedCommentOperations } from './embedComments.ts';
import { embedSessionOperations } from './embedSessions.ts';
import { embedTenantOperations } from './embedTenants.ts';
import { metaTokenOperations } from './metaTokens.ts';
import { userOperations } from './users.ts';

export const operations = {
  ...deploymentOperations,
  ...branchOperations,
  ...dataModelOperations,
  ...userOperations,
  ...embedSessionOperations,
  ...embedTenantOperations,
  ...embedAccessOperations,
  ...embedCommentOperations,
  ...dashboardExportOperations,
  ...metaTokenOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
