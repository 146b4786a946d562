/** Files of a commit of a folder's git repository. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '../../base/errors.ts';

/** The most bytes of all files of a commit. */
const maxBytes = 512 * 1024 * 1024;
const timeoutMs = 60_000;

/** The hash of a commit; undefined if the repository has none of that name, or the folder is not in a repository. */
export async function commitOf(name: string, folder: string): Promise<string | undefined> {
  try {
    const hash = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return hash.toString().trim();
  } catch {
    return undefined;
  }
}

/**
 * The bytes of the files below a folder, by their paths in it. Links and submodules are left out.
 * @throws UserError if git fails
 */
export async function filesOfCommit(
  commit: string,
  folder: string,
  isIncluded: (path: string) => boolean,
): Promise<Map<string, Buffer>> {
  const listed = (await git(folder, ['ls-tree', '-r', '-z', commit])).toString('utf8');
  const found = listed.split('\0').flatMap((line) => {
    const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return blob !== undefined && path !== undefined && isIncluded(path) ? [{ blob, path }] : [];
  });
  const contents = await git(folder, ['cat-file', '--batch'], found.map(({ blob }) => `${blob}\n`).join(''));
  const files = new Map<string, Buffer>();
  let at = 0;
  for (const { path } of found) {
    // `HASH blob SIZE`, the content, a line feed.
    const end = contents.indexOf(10, at);
    const size = Number(contents.subarray(at, end).toString('latin1').split(' ')[2]);
    files.set(path, contents.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return files;
}

async function git(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const running = promisify(execFile)('git', args, {
    cwd: folder,
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: timeoutMs,
  });
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    return (await running).stdout;
  } catch (cause) {
    throw new UserError('git cannot read the repository of the folder.', { where: folder, cause });
  }
}
