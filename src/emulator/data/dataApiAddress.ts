/** The URLs of the data APIs. Spec: Environment; notes: Deployments. */

import type { DeploymentState } from '../deployment/deploymentState.ts';
import type { BranchRecord } from '../records/platformRecord.ts';

/** Path of the data API below a deployment's URL. */
const dataApiPath = 'semantic-api';

/** Base URL without a trailing slash; `{url}/load` runs a query. */
export function dataApiUrl({ dataUrl }: DeploymentState, branch: BranchRecord): string {
  if (branch.parent === null) return `${dataUrl}/${dataApiPath}/v1`;
  return `${dataUrl}/dev-mode/${branch.name.split('/').map(encodeURIComponent).join('/')}/${dataApiPath}/v1`;
}

interface DataApiAddress {
  deploymentId: string;
  /** Undefined for production. */
  branchName: string | undefined;
  /** The part after the base URL, such as `load`. */
  operation: string;
}

const pattern = new RegExp(`^/deployments/(\\d+)(?:/dev-mode/(.+?))?/${dataApiPath}/v1/([^/]+)$`);

/** Undefined for a path outside the data API. */
export function parseDataApiPath(path: string): DataApiAddress | undefined {
  const [, deploymentId, branch, operation] = pattern.exec(path) ?? [];
  if (deploymentId === undefined || operation === undefined) return undefined;
  try {
    return { deploymentId, branchName: branch && decodeURIComponent(branch), operation };
  } catch {
    return undefined;
  }
}
