/** Builds production again without a change of its files. No operation of the platform does only that. */

import type { DeploymentSession } from '../../session/deploymentSession.ts';

/**
 * Merging a branch to production always builds it (spec: state rule 4). A new branch without commits has nothing to merge, so
 * commits of other users in the meantime stay.
 * @throws PlatformError; the new branch is deleted then
 */
export async function rebuildProduction(
  deployment: Pick<DeploymentSession, 'createBranch' | 'mergeToProduction' | 'deleteBranch'>,
  production: string,
  uniquePart: string,
  signal?: AbortSignal,
): Promise<void> {
  const branchName = `rebuild-${uniquePart}`;
  await deployment.createBranch(branchName, production, signal);
  try {
    await deployment.mergeToProduction(branchName, { message: 'Build again', keepBranch: false }, signal);
  } catch (failure) {
    await deployment.deleteBranch(branchName, false).catch(() => {});
    throw failure;
  }
}
