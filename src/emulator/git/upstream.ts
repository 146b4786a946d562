/**
 * The repository a deployment was connected to, as a folder on this machine: cloned once, pushed to where it is bare, as git
 * itself would allow it. Knows nothing of builds.
 */

import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as git from 'isomorphic-git';
import { HttpFailure } from '../httpFailure.ts';
import type { DeploymentState } from '../store/deploymentState.ts';
import { atomicFs as fs } from './atomicFs.ts';

export interface Upstream {
  gitdir: string;
  bare: boolean;
  /** Commit by branch name. */
  heads: ReadonlyMap<string, string>;
  /** The branch a clone checks out. */
  defaultBranch: string;
}

/** The git repository in a folder; undefined where it holds none, or none with a commit. */
export async function readUpstream(folder: string): Promise<Upstream | undefined> {
  const inside = join(folder, '.git');
  const bare = !(await isFolder(inside));
  const gitdir = bare ? folder : inside;
  if (!(await isFolder(join(gitdir, 'objects')))) return undefined;
  const names = await git.listBranches({ fs, gitdir });
  const heads = new Map(
    await Promise.all(
      names.map(async (name) => [name, await git.resolveRef({ fs, gitdir, ref: `refs/heads/${name}` })] as const),
    ),
  );
  const current = await git.currentBranch({ fs, gitdir, test: true });
  const [first] = names;
  const defaultBranch = current && heads.has(current) ? current : first;
  return defaultBranch === undefined ? undefined : { gitdir, bare, heads, defaultBranch };
}

/** Brings every object of another repository into ours. */
export async function fetchObjects(from: string, to: string): Promise<void> {
  const source = join(from, 'objects');
  for (const entry of await readdir(source, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('tmp_') || entry.name.endsWith('.tmp')) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, 'objects', path.slice(source.length + 1));
    await mkdir(join(target, '..'), { recursive: true });
    await copyFile(path, target, constants.COPYFILE_EXCL).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure;
    });
  }
}

/** Pushes a shared branch to the bare repository the deployment is connected to, if it is: who pushes last wins. */
export async function pushBranch({ record, repository }: DeploymentState, name: string, head: string): Promise<void> {
  const gitdir = record.remote?.gitdir;
  if (!gitdir) return;
  await fetchObjects(repository.gitdir, gitdir);
  await git.writeRef({ fs, gitdir, ref: `refs/heads/${name}`, value: head, force: true });
}

/** Deletes a branch in the bare repository the deployment is connected to, if it is. */
export async function deleteUpstreamBranch({ record }: DeploymentState, name: string): Promise<void> {
  const gitdir = record.remote?.gitdir;
  if (!gitdir) return;
  const known = await git.listBranches({ fs, gitdir });
  if (known.includes(name)) await git.deleteRef({ fs, gitdir, ref: `refs/heads/${name}` });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** The folder that stands for a repository of this name. @throws HttpFailure 404 */
export function repositoryFolder({ services }: DeploymentState, name: string): string {
  const folder = Object.hasOwn(services.repositories, name) ? services.repositories[name] : undefined;
  if (folder === undefined) {
    throw new HttpFailure(404, `This emulator has no repository '${name}': it reaches none outside this machine`);
  }
  return folder;
}
