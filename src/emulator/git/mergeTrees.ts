/** Three-way merges of whole trees, like git: per file, then per line. Writes no conflict markers. */

import mergeLines from 'diff3';
import type { Repository, Tree } from './repository.ts';

interface MergedTree {
  tree: Tree;
  /** Files with conflicting changes, sorted. With conflicts, `tree` must not be used. */
  conflicts: readonly string[];
}

export async function mergeTrees(repository: Repository, base: Tree, ours: Tree, theirs: Tree): Promise<MergedTree> {
  const tree = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const before = base.get(path);
    const mine = ours.get(path);
    const other = theirs.get(path);
    const merged =
      mine === other || other === before
        ? mine
        : mine === before
          ? other
          : await mergeFiles(repository, before, mine, other);
    if (merged === 'conflict') {
      conflicts.add(path);
      if (before !== undefined) tree.set(path, before);
    } else if (merged !== undefined) tree.set(path, merged);
  }
  for (const path of findFileFolderClashes(tree)) conflicts.add(path);
  return { tree, conflicts: [...conflicts].sort() };
}

/** Merges the trees of two commits. The base is their common ancestor, or the merge of all common ancestors. */
export async function mergeCommits(repository: Repository, ours: string, theirs: string): Promise<MergedTree> {
  const base = await commonTree(repository, ours, theirs);
  return mergeTrees(repository, base, await treeOf(repository, ours), await treeOf(repository, theirs));
}

async function commonTree(repository: Repository, ours: string, theirs: string): Promise<Tree> {
  const [first, ...others] = await repository.mergeBases(ours, theirs);
  if (first === undefined) return new Map();
  let tree = await treeOf(repository, first);
  for (const other of others) {
    // If the ancestors conflict, their own ancestor's text stays, so that the file remains a conflict.
    const below = await commonTree(repository, first, other);
    tree = (await mergeTrees(repository, below, tree, await treeOf(repository, other))).tree;
  }
  return tree;
}

async function treeOf(repository: Repository, commit: string): Promise<Tree> {
  return repository.readTree((await repository.readCommit(commit)).tree);
}

async function mergeFiles(
  repository: Repository,
  before: string | undefined,
  mine: string | undefined,
  other: string | undefined,
): Promise<string | 'conflict'> {
  if (before === undefined || mine === undefined || other === undefined) return 'conflict';
  const [base, ours, theirs] = await Promise.all([before, mine, other].map((oid) => repository.readFile(oid)));
  if ([base!, ours!, theirs!].some((content) => content.includes(0))) return 'conflict';
  const blocks = mergeLines(linesOf(ours!), linesOf(base!), linesOf(theirs!));
  if (blocks.some(({ conflict }) => conflict !== undefined)) return 'conflict';
  return repository.writeFile(Buffer.from(blocks.flatMap(({ ok = [] }) => ok).join(''), 'latin1'));
}

/** Lines with their line ends. Latin-1 maps every byte to one character and back, in any encoding. */
function linesOf(content: Uint8Array): string[] {
  return (
    Buffer.from(content)
      .toString('latin1')
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

/** Paths that are both a file and a folder. No tree can hold them. */
export function findFileFolderClashes(tree: Tree): string[] {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return [...tree.keys()].filter((path) => folders.has(path));
}
