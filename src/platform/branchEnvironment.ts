/** The environment whose data API answers for a branch. Spec: Environment. */

import type { ErrorArgument } from '../base/errors.ts';
import { deploymentOperations, type Environment } from '../contract/deployments/deployments.ts';
import type { CallOptions, Reader } from './client.ts';
import { restUrlOf } from './environmentAddresses.ts';
import type { PlatformErrorCode } from './errors.ts';
import { PlatformError } from './platformError.ts';

export interface BranchOfDeployment {
  client: Reader;
  deploymentId: string | number;
  /** undefined: production. */
  branchName?: string | undefined;
}

export type BranchEnvironment = Environment & { url: string };

/** @throws PlatformError `no-environment`, `no-production`, or if the environments cannot be listed */
export async function branchEnvironment(
  { client, deploymentId, branchName }: BranchOfDeployment,
  options: CallOptions = {},
): Promise<BranchEnvironment> {
  const params = { deploymentId };
  let production: BranchEnvironment | undefined;
  for await (const environment of client.items(deploymentOperations.listEnvironments, { params }, options)) {
    const url = restUrlOf(environment);
    if (!url) continue;
    if (isFor(environment, url, branchName)) return { ...environment, url };
    if (environment.type === 'production') production = { ...environment, url };
  }
  const failed = (code: PlatformErrorCode, ...args: ErrorArgument[]) =>
    new PlatformError(code, [client.host, ...args], { host: client.host, operation: 'data API' });
  if (branchName === undefined) throw failed('no-production');
  // No environment has the name of the production branch.
  const { deployBranchName } = await client.call(deploymentOperations.getDeploymentSettings, { params }, options);
  if (branchName !== (deployBranchName ?? 'main')) throw failed('no-environment', branchName);
  if (!production) throw failed('no-production');
  return production;
}

function isFor({ type, name }: Environment, url: string, branchName: string | undefined): boolean {
  if (branchName === undefined) return type === 'production';
  if (type === 'production') return false;
  const segments = branchName.split('/').map(encodeURIComponent).join('/');
  return name === branchName || url.includes(`/dev-mode/${segments}/`);
}
