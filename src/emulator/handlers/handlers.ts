/** The handler of each operation. A missing one is a compile error. */

import { branchHandlers } from './branches.ts';
import { dashboardExportHandlers } from './dashboardExports.ts';
import { dataModelHandlers } from './dataModel.ts';
import { deploymentHandlers } from './deployments.ts';
import { embedAccessHandlers } from './embedAccess.ts';
import { embedCommentHandlers } from './embedComments.ts';
import { embedSessionHandlers } from './embedSessions.ts';
import { embedTenantHandlers } from './embedTenants.ts';
import type { Handlers } from './handler.ts';
import { metaTokenHandlers } from './metaTokens.ts';
import { platformHandlers } from './platform.ts';
import { repositoryHandlers } from './repository.ts';
import { runtimeHandlers } from './runtime.ts';
import { uploadHandlers } from './uploads.ts';

export const handlers: Handlers = {
  ...deploymentHandlers,
  ...branchHandlers,
  ...dataModelHandlers,
  ...uploadHandlers,
  ...runtimeHandlers,
  ...repositoryHandlers,
  ...platformHandlers,
  ...embedSessionHandlers,
  ...embedTenantHandlers,
  ...embedAccessHandlers,
  ...embedCommentHandlers,
  ...dashboardExportHandlers,
  ...metaTokenHandlers,
};
