/** Every operation of the table with its handler: one that is missing does not compile. */

import { branchHandlers } from './branches.ts';
import { dataModelHandlers } from './dataModel.ts';
import { deploymentHandlers } from './deployments.ts';
import type { Handlers } from './handler.ts';
import { platformHandlers } from './platform.ts';
import { runtimeHandlers } from './runtime.ts';

export const handlers: Handlers = {
  ...deploymentHandlers,
  ...branchHandlers,
  ...dataModelHandlers,
  ...runtimeHandlers,
  ...platformHandlers,
};
