/** The git repository a deployment is connected to: a bare one on this machine. It is read once and pushed to. */

import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as git from 'isomorphic-git';
import { atomicFs as fs } from './atomicFs.ts';

export interface Upstream {
  gitdir: string;
  /** Commit id by branch name. */
  heads: ReadonlyMap<string, string>;
  /** The branch a clone checks out. */
  defaultBranch: string;
}

/** The branches of a bare repository; undefined without a commit. */
export async function readUpstream(gitdir: string): Promise<Upstream | undefined> {
  const names = await git.listBranches({ fs, gitdir });
  const heads = new Map(
    await Promise.all(
      names.map(async (name) => [name, await git.resolveRef({ fs, gitdir, ref: `refs/heads/${name}` })] as const),
    ),
  );
  const current = await git.currentBranch({ fs, gitdir, test: true });
  const [first] = names;
  const defaultBranch = current && heads.has(current) ? current : first;
  return defaultBranch === undefined ? undefined : { gitdir, heads, defaultBranch };
}

/** Id of the commit (or of the tag on it) that a branch or a tag names; without a name, of the default branch. */
export async function findCommit(
  { gitdir, heads, defaultBranch }: Upstream,
  name: string = defaultBranch,
): Promise<string | undefined> {
  const head = heads.get(name);
  if (head !== undefined) return head;
  const tags = await git.listTags({ fs, gitdir });
  return tags.includes(name) ? git.resolveRef({ fs, gitdir, ref: `refs/tags/${name}` }) : undefined;
}

/** A file of a commit; undefined if there is none. */
export async function readFileAt(gitdir: string, commit: string, path: string): Promise<Uint8Array | undefined> {
  try {
    return (await git.readBlob({ fs, gitdir, oid: commit, filepath: path })).blob;
  } catch (failure) {
    if (failure instanceof git.Errors.NotFoundError) return undefined;
    throw failure;
  }
}

/** Copies the objects of one repository to another, without temporary files of a writer. */
export async function fetchObjects(from: string, to: string): Promise<void> {
  const source = join(from, 'objects');
  for (const entry of await readdir(source, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('tmp_') || /\.(tmp|\d+)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, 'objects', path.slice(source.length + 1));
    await mkdir(join(target, '..'), { recursive: true });
    await copyFile(path, target, constants.COPYFILE_EXCL).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure;
    });
  }
}

/** Force-pushes a branch from the repository `from` to the bare repository `to`: the last push wins. */
export async function pushBranch(from: string, to: string, branchName: string, head: string): Promise<void> {
  await fetchObjects(from, to);
  await git.writeRef({ fs, gitdir: to, ref: `refs/heads/${branchName}`, value: head, force: true });
}

/** Deletes a branch of a bare repository if it exists. */
export async function deleteUpstreamBranch(gitdir: string, branchName: string): Promise<void> {
  const known = await git.listBranches({ fs, gitdir });
  if (known.includes(branchName)) await git.deleteRef({ fs, gitdir, ref: `refs/heads/${branchName}` });
}
