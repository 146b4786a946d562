/**
 * The files of the parent when a branch last had all of them: the common base of a later merge. The platform does not report
 * it, so it is recorded on this machine when both branches are seen equal, and after an update from the parent.
 */

import path from 'node:path';
import { type Hash, hashOf } from '../../base/hash.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import { readJson, writeJson } from '../jsonFile.ts';

/** The branch and the parent that it was forked from. */
export interface ForkedBranch {
  /** The origin of the platform. */
  origin: string;
  deploymentId: string;
  branchName: string;
  parent: string;
}

export class ForkPoints {
  readonly #folder: string;
  readonly #known = new Map<string, Promise<Tree | undefined>>();

  /** @param storageFolder absolute path; the same for every window on this machine */
  constructor(storageFolder: string) {
    this.#folder = path.join(storageFolder, 'review');
  }

  /** Undefined when the branch was forked, or last updated, by another program. */
  read(branch: ForkedBranch): Promise<Tree | undefined> {
    const file = this.#fileOf(branch);
    let known = this.#known.get(file);
    if (!known) {
      known = readTree(file);
      this.#known.set(file, known);
    }
    return known;
  }

  /** @throws Error when the disk refuses */
  async record(branch: ForkedBranch, listing: Tree): Promise<void> {
    const file = this.#fileOf(branch);
    const before = await this.read(branch);
    if (before && isSameTree(before, listing)) return;
    this.#known.set(file, Promise.resolve(listing));
    await writeJson(file, [...listing]);
  }

  #fileOf({ origin, deploymentId, branchName, parent }: ForkedBranch): string {
    const key = hashOf(Buffer.from(JSON.stringify([origin, deploymentId, branchName, parent])));
    return path.join(this.#folder, `${key}.json`);
  }
}

export function isSameTree(one: Tree, other: Tree): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [file, hash] of one) if (other.get(file) !== hash) return false;
  return true;
}

async function readTree(file: string): Promise<Tree | undefined> {
  const entries = await readJson(file);
  return Array.isArray(entries) && entries.every(isEntry) ? new Map(entries) : undefined;
}

function isEntry(entry: unknown): entry is [string, Hash] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}
