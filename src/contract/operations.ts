/** The table of all operations. Client, emulator, OpenAPI document and contract tests derive from it. */

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
