/** The models of other branches, such as the one that a dev branch was created from. */

import { hashOf } from '../../base/hash.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import type { BranchReads } from '../../sync/remote/branchPort.ts';
import { RemoteBranch } from '../../sync/remote/remoteBranch.ts';
import type { DeploymentSession } from '../deploymentSession.ts';
import { sessionErrors } from '../errors.ts';
import type { FolderSession } from '../folderSession.ts';

/** Texts that are equal in the folder are not read. @throws UserError if the parent is not known, PlatformError, CancelledError */
export async function readParentModel(session: FolderSession, signal: AbortSignal): Promise<ModelIndex> {
  const deployment = await session.deployment();
  const { branchName, parentBranch } = await deployment.probeDevMode(signal);
  if (parentBranch === undefined || branchName !== session.branchName) {
    throw sessionErrors.error('no-parent-branch', [session.branchName ?? '']);
  }
  return readBranchModel(session, parentBranch, signal);
}

/** Texts that are equal in the folder are not read. @throws UserError, PlatformError, CancelledError */
export async function readBranchModel(
  session: FolderSession,
  branchName: string,
  signal: AbortSignal,
): Promise<ModelIndex> {
  return readModel(remoteBranch(await session.deployment(), branchName), session.model.project.saved, signal);
}

export function remoteBranch(
  { caller, connectionId: origin, id: deploymentId }: DeploymentSession,
  branchName: string,
): BranchReads {
  return new RemoteBranch(caller, { origin, deploymentId, branchName });
}

/** Texts that are equal in `local` are not read. @throws PlatformError, CancelledError */
export async function readModel(branch: BranchReads, local: ModelIndex, signal: AbortSignal): Promise<ModelIndex> {
  const { modelFolder } = local;
  const index = new ModelIndex({ modelFolder });
  const changed = new Set<string>();
  for (const [path, hash] of await branch.listHashes(signal)) {
    if (!isModelSource(path, modelFolder)) continue;
    const file = local.file(path);
    if (file && !file.unread && hashOf(Buffer.from(file.text)) === hash) index.add(file);
    else changed.add(path);
  }
  if (changed.size === 0) return index;
  const contents = await branch.contents(changed, signal);
  try {
    for (const path of changed) {
      const bytes = contents.get(path);
      if (bytes) index.set(path, Buffer.from(bytes).toString('utf8'));
    }
  } finally {
    contents.dispose?.();
  }
  return index;
}
