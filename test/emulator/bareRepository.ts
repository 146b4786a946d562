/** Bare git repositories for tests. */

import { Repository } from '../../src/emulator/git/repository.ts';

const author = { name: 'Upstream Author', email: 'author@example.com' };

/** Commits files, text by path, to a branch of a bare repository, which is created if it is missing. @returns the commit's id */
export async function commitToBare(
  gitdir: string,
  branchName: string,
  files: Readonly<Record<string, string>>,
  parents: readonly string[] = [],
): Promise<string> {
  const repository = await Repository.open(gitdir, branchName);
  const blobs = Object.entries(files).map(
    async ([path, text]) => [path, await repository.writeFile(Buffer.from(text))] as const,
  );
  const tree = await repository.writeTree(new Map(await Promise.all(blobs)));
  const head = await repository.commit({ tree, parents, message: 'A commit' }, author, new Date());
  await repository.setBranch(branchName, head);
  return head;
}
