/** Connects a deployment to a git repository: a folder on this machine. Spec: group C. */

import { messageOf } from '../../../base/errors.ts';
import { isPersonalBranch } from '../../../contract/dataModel/branches.ts';
import { HttpFailure } from '../../errors/httpFailure.ts';
import { findClashingBranch, isBranchName } from '../../git/projectPath.ts';
import { fetchObjects, readUpstream, type Upstream } from '../../git/upstream.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import { readProjectFiles } from '../../store/projectFolder.ts';
import type { Handlers } from '../definition/handler.ts';

export const repositoryHandlers: Pick<Handlers, 'connectGithub'> = {
  connectGithub: async ({ platform, deployment, caller, body }) => {
    const folder = repositoryFolder(deployment, body.repository);
    const upstream = await readUpstream(folder);
    const files = upstream ? undefined : await readPlainFolder(folder, body.repository);
    const branch = upstream ? (body.branch ?? upstream.defaultBranch) : body.branch;
    return deployment.change(async () => {
      const branchName = branch || deployment.record.deployBranch;
      if (upstream && !upstream.heads.has(branchName)) {
        throw new HttpFailure(400, `Repository '${body.repository}' has no branch '${branchName}'`);
      }
      await renameDeployBranch(deployment, branchName);
      if (upstream) await clone(deployment, upstream);
      else if (files) {
        const message = `Clone of ${body.repository}`;
        await platform.importFiles(deployment, deployment.deployBranch, files, caller.user, message);
      }
      const { record } = deployment;
      record.remote = { repository: body.repository, gitdir: upstream?.bare ? upstream.gitdir : null };
      Object.assign(record.settings, { creationMethod: 'github', deployMode: 'git' });
      await deployment.builds.queue(deployment.deployBranch);
      return { success: true };
    });
  },
};

/** The folder that serves as the repository of this name. @throws HttpFailure 404 */
function repositoryFolder({ services }: LiveDeployment, name: string): string {
  const folder = Object.hasOwn(services.repositories, name) ? services.repositories[name] : undefined;
  if (folder === undefined) {
    throw new HttpFailure(
      404,
      `This emulator has no repository '${name}': it cannot reach repositories outside this machine`,
    );
  }
  return folder;
}

/** @throws HttpFailure 404 */
function readPlainFolder(folder: string, name: string): Promise<Map<string, Uint8Array>> {
  return readProjectFiles(folder).catch((failure: unknown) => {
    throw new HttpFailure(404, `Repository '${name}' cannot be read: ${messageOf(failure)}`);
  });
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
      `Branch '${branchName}' cannot become the production branch beside '${others.join("', '")}'`,
    );
  }
  await repository.deleteBranch(before);
  await repository.setBranch(branchName, deployBranch.head);
  deployBranch.name = branchName;
  record.deployBranch = branchName;
  for (const branch of record.branches) if (branch.parent === before) branch.parent = branchName;
  for (const session of record.sessions) if (session.branch === before) session.branch = branchName;
}
