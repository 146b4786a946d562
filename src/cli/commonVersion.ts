/** The common version of a folder and a branch that were never synchronised here, such as a fresh checkout: of `sync --base`. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '../base/errors.ts';
import { type Hash, hashOf } from '../base/hash.ts';
import type { Log } from '../base/log.ts';
import { type Branch, branchOperations } from '../contract/dataModel/branches.ts';
import type { Client } from '../platform/client.ts';
import { Filter } from '../sync/plan/filter.ts';
import type { SyncTarget } from '../sync/plan/syncTarget.ts';
import type { Tree } from '../sync/plan/tree.ts';
import { type PlatformCaller, RemoteBranch } from '../sync/remote/remoteBranch.ts';

/** The most bytes of all files of a commit. */
const maxBytes = 512 * 1024 * 1024;
const timeoutMs = 60_000;

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
  const commit = await commitOf(name, target.projectFolder);
  log.info(`The common version is the commit ${commit.slice(0, 10)}.`);
  return filesOf(commit, target);
}

/** @throws UserError */
async function commitOf(name: string, folder: string): Promise<string> {
  try {
    return (await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]))
      .toString()
      .trim();
  } catch {
    throw new UserError(
      `There is no branch “${name}” on the platform, and no commit of that name in the git repository of ${folder}.`,
    );
  }
}

/** The files of a commit that may be synchronised, by their paths in the folder. Links and submodules never are. */
async function filesOf(commit: string, { projectFolder, modelFolder }: SyncTarget): Promise<Tree> {
  const filter = new Filter({ modelFolder });
  const listed = (await git(projectFolder, ['ls-tree', '-r', '-z', commit])).toString('utf8');
  const files = listed.split('\0').flatMap((line) => {
    const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return blob !== undefined && path !== undefined && filter.includes(path) ? [{ blob, path }] : [];
  });
  const contents = await git(projectFolder, ['cat-file', '--batch'], files.map(({ blob }) => `${blob}\n`).join(''));
  const tree = new Map<string, Hash>();
  let at = 0;
  for (const { path } of files) {
    // `HASH blob SIZE`, the content, a line feed.
    const end = contents.indexOf(10, at);
    const size = Number(contents.subarray(at, end).toString('latin1').split(' ')[2]);
    tree.set(path, hashOf(contents.subarray(end + 1, end + 1 + size)));
    at = end + size + 2;
  }
  return tree;
}

async function git(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const running = promisify(execFile)('git', args, {
    cwd: folder,
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: timeoutMs,
  });
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}
