/** The common version of a folder and a branch that were never synchronised here, such as a fresh checkout: of `sync --base`. */

import { UserError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { Log } from '../base/log.ts';
import { type Branch, branchOperations } from '../contract/dataModel/branches.ts';
import type { Client } from '../platform/client.ts';
import { Filter } from '../sync/plan/filter.ts';
import type { SyncTarget } from '../sync/plan/syncTarget.ts';
import type { Tree } from '../sync/plan/tree.ts';
import { type PlatformCaller, RemoteBranch } from '../sync/remote/remoteBranch.ts';
import { commitOf, filesOfCommit } from './folders/gitFiles.ts';

interface CommonVersion {
  /** A branch of the platform, otherwise a commit of the folder's git repository. */
  name: string;
  client: Client;
  caller: PlatformCaller;
  target: SyncTarget;
  log: Log;
}

/** @throws UserError, PlatformError */
export async function commonVersion({ name, client, caller, target, log }: CommonVersion): Promise<Tree> {
  const { deploymentId } = target;
  for await (const branch of client.items(branchOperations.listBranches, { params: { deploymentId } })) {
    if ((branch as Branch).name !== name) continue;
    log.info(`The common version is the branch ${name}.`);
    return new RemoteBranch(caller, { ...target, branchName: name }).listHashes();
  }
  const { projectFolder, modelFolder } = target;
  const commit = await commitOf(name, projectFolder);
  if (commit === undefined)
    throw new UserError(
      `There is no branch “${name}” on the platform, and no commit of that name in the git repository of ${projectFolder}.`,
    );
  log.info(`The common version is the commit ${commit.slice(0, 10)}.`);
  // The files that may be synchronised.
  const filter = new Filter({ modelFolder });
  const files = await filesOfCommit(commit, projectFolder, (path) => filter.includes(path));
  return new Map([...files].map(([path, bytes]) => [path, hashOf(bytes)]));
}
