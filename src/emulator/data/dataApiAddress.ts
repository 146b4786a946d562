/** Where a branch's data API answers. Spec: Environment; notes: Deployments. */

import type { DeploymentState } from '../deployment/deploymentState.ts';
import type { BranchRecord } from '../records/platformRecord.ts';

/** Path of the data API below a deployment's URL. */
const dataApiPath = 'semantic-api';

/** Without a trailing slash: `{url}/load` loads. */
export function dataApiUrl({ dataUrl }: DeploymentState, branch: BranchRecord): string {
  if (branch.parent === null) return `${dataUrl}/${dataApiPath}/v1`;
  return `${dataUrl}/dev-mode/${branch.name.split('/').map(encodeURIComponent).join('/')}/${dataApiPath}/v1`;
}

export interface DataApiAddress {
  deploymentId: string;
  /** Undefined for production. */
  branchName: string | undefined;
  /** What follows the base address: `load`. */
  operation: string;
}

const address = new RegExp(`^/deployments/(\\d+)(?:/dev-mode/(.+?))?/${dataApiPath}/v1/([^/]+)$`);

/** Undefined for a path that is none of the data API's. */
export function parseDataApiPath(path: string): DataApiAddress | undefined {
  const [, deploymentId, branch, operation] = address.exec(path) ?? [];
  if (deploymentId === undefined || operation === undefined) return undefined;
  try {
    return { deploymentId, branchName: branch && decodeURIComponent(branch), operation };
  } catch {
    return undefined;
  }
}
