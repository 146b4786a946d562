/** Connects a deployment to a git repository: a bare one on this machine. Spec: group C. */

import { isPersonalBranch } from '../../../contract/dataModel/branches.ts';
import { findClashingBranch, isBranchName } from '../../git/projectPath.ts';
import type { HostedRepository, Repositories } from '../../git/repositories.ts';
import { fetchObjects, readUpstream, type Upstream } from '../../git/upstream.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';

export const repositoryHandlers: Pick<Handlers, 'connectGithub'> = {
  connectGithub: async ({ deployment, body: { repository, installationId, branch } }) => {
    const { gitdir } = await requireRepository(deployment.services.repositories, repository, installationId);
    const upstream = await readUpstream(gitdir);
    const branchName = branch || upstream?.defaultBranch;
    return deployment.change(async () => {
      if (!upstream || branchName === undefined || !upstream.heads.has(branchName)) {
        throw new HttpFailure(400, `Repository '${repository}' has no branch '${branchName ?? ''}'`);
      }
      await renameDeployBranch(deployment, branchName);
      await clone(deployment, upstream);
      const { record } = deployment;
      record.remote = { repository, gitdir };
      Object.assign(record.settings, { creationMethod: 'github', deployMode: 'git' });
      await deployment.builds.queue(deployment.deployBranch);
      return { success: true };
    });
  },
};

/** The repository of this name, of any installation or of the named one. @throws HttpFailure 404 */
async function requireRepository(
  repositories: Repositories,
  name: string,
  installationId: string | number | undefined,
): Promise<HostedRepository> {
  const found = await repositories.find(name);
  if (!found) {
    const reason = 'it cannot reach repositories outside this machine. Start it with --repositories DIR';
    throw new HttpFailure(404, `This emulator has no repository '${name}': ${reason}`);
  }
  if (installationId !== undefined && String(installationId) !== String(found.installationId)) {
    throw new HttpFailure(404, `Installation '${installationId}' has no repository '${name}'`);
  }
  return found;
}

/** Copies the repository's branches: the selected one becomes the production branch, the others shared branches. */
async function clone(deployment: LiveDeployment, { gitdir, heads }: Upstream): Promise<void> {
  const { repository, record, deployBranch } = deployment;
  await fetchObjects(gitdir, repository.gitdir);
  for (const [name, head] of heads) {
    const known = deployment.branch(name);
    const names = record.branches.map((branch) => branch.name);
    if (
      known ? known.parent !== null && known.work !== null : findClashingBranch(name, names) || isPersonalBranch(name)
    )
      continue;
    await repository.setBranch(name, head);
    if (known) known.head = head;
    else deployment.addBranch({ name, parent: deployBranch.name, head, ownerId: null });
  }
}

async function renameDeployBranch(deployment: LiveDeployment, branchName: string): Promise<void> {
  const { record, repository, deployBranch } = deployment;
  const before = deployBranch.name;
  if (branchName === before) return;
  if (!isBranchName(branchName)) throw new HttpFailure(400, `'${branchName}' is not a valid branch name`);
  const others = record.branches.filter((branch) => branch !== deployBranch).map((branch) => branch.name);
  if (others.includes(branchName) || findClashingBranch(branchName, others)) {
    throw new HttpFailure(
      409,
      `Branch '${branchName}' cannot become the production branch next to '${others.join("', '")}'`,
    );
  }
  await repository.deleteBranch(before);
  await repository.setBranch(branchName, deployBranch.head);
  deployBranch.name = branchName;
  record.deployBranch = branchName;
  for (const branch of record.branches) if (branch.parent === before) branch.parent = branchName;
  for (const session of record.sessions) if (session.branch === before) session.branch = branchName;
}
