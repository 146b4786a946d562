/**
 * One deployment's bare git repository: blobs, trees as flat maps, commits, branch refs. The refs only mirror the heads in the
 * platform's state.
 */

import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as git from 'isomorphic-git';
import { LRUCache } from 'lru-cache';
import { hashOf } from '../../base/hash.ts';
import { atomicFs as fs } from './atomicFs.ts';
import { type TreeEntry, treeContent, writeLooseObject } from './looseObject.ts';

/** Project path → id of the blob that holds the file's bytes. */
export type Tree = ReadonlyMap<string, string>;

export interface Author {
  name: string;
  email: string;
}

interface Commit {
  oid: string;
  /** Tree id. */
  tree: string;
  parents: readonly string[];
  message: string;
}

/** Limits of the caches, in bytes, trees and commits. Almost every request reads the head of its branch. */
const cachedBytes = 64 * 1024 * 1024;
const cachedTrees = 64;
const cachedCommits = 1000;

export class Repository {
  readonly gitdir: string;
  readonly #contents = new LRUCache<string, Uint8Array>({
    maxSize: cachedBytes,
    // The cache requires a positive size.
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  readonly #trees = new LRUCache<string, Tree>({ max: cachedTrees, dispose: (tree) => this.#forget(tree) });
  /** The number of cached trees with a file of these bytes. */
  readonly #uses = new Map<string, number>();
  readonly #commits = new LRUCache<string, Commit>({ max: cachedCommits });

  private constructor(gitdir: string) {
    this.gitdir = gitdir;
  }

  /** Opens the repository of a folder, or creates it. */
  static async open(gitdir: string, defaultBranch: string): Promise<Repository> {
    await mkdir(gitdir, { recursive: true });
    await git.init({ fs, gitdir, bare: true, defaultBranch });
    return new Repository(gitdir);
  }

  /** Stores a file's bytes and returns the blob's id. */
  async writeFile(content: Uint8Array): Promise<string> {
    const oid = writeLooseObject(this.gitdir, 'blob', content);
    this.#contents.set(oid, content);
    return oid;
  }

  async readFile(oid: string): Promise<Uint8Array> {
    const known = this.#contents.get(oid);
    if (known) return known;
    const { blob } = await git.readBlob({ fs, gitdir: this.gitdir, oid });
    this.#contents.set(oid, blob);
    return blob;
  }

  /** SHA-1 of the file's bytes in lower-case hex. It differs from the git id, which includes a header. */
  async hashOf(oid: string): Promise<string> {
    return hashOf(await this.readFile(oid));
  }

  async readTree(oid: string): Promise<Tree> {
    const known = this.#trees.get(oid);
    if (known) return known;
    const files = new Map<string, string>();
    await this.#collect(oid, '', files);
    this.#keep(oid, files);
    return files;
  }

  async writeTree(tree: Tree): Promise<string> {
    const oid = this.#writeFolder([...tree].map(([path, blob]) => [path.split('/'), blob] as const));
    this.#keep(oid, new Map(tree));
    return oid;
  }

  async commit(
    { tree, parents, message }: { tree: string; parents: readonly string[]; message: string },
    author: Author,
    at: Date,
  ): Promise<string> {
    const stamp = { ...author, timestamp: Math.floor(at.getTime() / 1000), timezoneOffset: 0 };
    const commit = { tree, parent: [...parents], message: `${message.trimEnd()}\n`, author: stamp, committer: stamp };
    return git.writeCommit({ fs, gitdir: this.gitdir, commit });
  }

  async readCommit(oid: string): Promise<Commit> {
    const known = this.#commits.get(oid);
    if (known) return known;
    const { commit } = await git.readCommit({ fs, gitdir: this.gitdir, oid });
    const read = { oid, tree: commit.tree, parents: commit.parent, message: commit.message };
    this.#commits.set(oid, read);
    return read;
  }

  /** The best common ancestors of two commits: none for unrelated histories, several after criss-cross merges. */
  async mergeBases(a: string, b: string): Promise<string[]> {
    if (a === b) return [a];
    const bases = (await git.findMergeBase({ fs, gitdir: this.gitdir, oids: [a, b] })) as string[];
    return [...bases].sort();
  }

  async setBranch(branchName: string, oid: string): Promise<void> {
    await git.writeRef({ fs, gitdir: this.gitdir, ref: `refs/heads/${branchName}`, value: oid, force: true });
  }

  async deleteBranch(branchName: string): Promise<void> {
    const heads = join(this.gitdir, 'refs', 'heads');
    const path = join(heads, branchName);
    await rm(path, { force: true });
    // An empty folder would block a branch of the same name.
    for (let folder = dirname(path); folder.length > heads.length; folder = dirname(folder)) {
      if (!(await isEmpty(folder))) break;
      await rmdir(folder);
    }
  }

  /** Makes the refs equal to `heads`: they can be outdated after the process was killed. */
  async mirror(heads: ReadonlyMap<string, string>): Promise<void> {
    for (const name of await git.listBranches({ fs, gitdir: this.gitdir })) {
      if (!heads.has(name)) await this.deleteBranch(name);
    }
    for (const [name, oid] of heads) await this.setBranch(name, oid);
  }

  #keep(oid: string, tree: Tree): void {
    if (this.#trees.has(oid)) return;
    for (const blob of tree.values()) this.#uses.set(blob, (this.#uses.get(blob) ?? 0) + 1);
    this.#trees.set(oid, tree);
  }

  /** Each save makes a tree. Without this, the bytes of every earlier save would stay in memory. */
  #forget(tree: Tree): void {
    for (const blob of tree.values()) {
      const uses = this.#uses.get(blob)! - 1;
      if (uses > 0) this.#uses.set(blob, uses);
      else {
        this.#uses.delete(blob);
        this.#contents.delete(blob);
      }
    }
  }

  async #collect(oid: string, prefix: string, files: Map<string, string>): Promise<void> {
    const { tree } = await git.readTree({ fs, gitdir: this.gitdir, oid });
    for (const entry of tree) {
      if (entry.type === 'tree') await this.#collect(entry.oid, `${prefix}${entry.path}/`, files);
      else if (entry.type === 'blob' && entry.mode !== '120000') files.set(`${prefix}${entry.path}`, entry.oid);
    }
  }

  #writeFolder(files: readonly (readonly [path: readonly string[], blob: string])[]): string {
    const entries: TreeEntry[] = [];
    const folders = new Map<string, (readonly [readonly string[], string])[]>();
    for (const [[name = '', ...rest], blob] of files) {
      if (rest.length === 0) entries.push({ mode: '100644', name, oid: blob });
      else if (folders.has(name)) folders.get(name)!.push([rest, blob]);
      else folders.set(name, [[rest, blob]]);
    }
    for (const [name, inside] of folders) entries.push({ mode: '40000', name, oid: this.#writeFolder(inside) });
    return writeLooseObject(this.gitdir, 'tree', treeContent(entries));
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true && (await readdir(folder)).length === 0;
}
