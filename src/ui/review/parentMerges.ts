/** Conflicts with the parent branch that the user solves in the merge editor before anything is committed. */

import type * as vscode from 'vscode';
import type { Hash } from '../../base/hash.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import type { Conflict } from '../../sync/plan/planTypes.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { OpenMerges } from '../sync/openMerges.ts';

interface ParentMergesOptions {
  followed: FollowedBranch;
  /** The parent branch. */
  parent: string;
  /** The parent's version of a file, or another one by its hash. */
  uriOf: (file: string, hash?: Hash) => vscode.Uri;
  /** Called when every conflict is merged and saved. */
  onMerged: (files: readonly string[]) => Promise<void>;
}

export class ParentMerges implements Disposable {
  readonly #options: ParentMergesOptions;
  readonly #lifetime = new Lifetime();
  readonly #merges: OpenMerges;
  readonly #merged = new Set<string>();
  /** All conflicts of the latest review. */
  #conflicts: readonly string[] = [];

  constructor(merges: OpenMerges, options: ParentMergesOptions) {
    this.#options = options;
    this.#merges = merges;
    this.#lifetime.add(merges.handleMerged(options.parent, (_followed, file) => this.saved(file)));
  }

  /** @returns false if the file cannot be merged line by line: it is deleted on one side, or the folder has another version */
  async open(file: string, { before, after, fork, review }: BranchReading): Promise<boolean> {
    const { followed, parent, uriOf } = this.#options;
    const [base, local, remote] = [fork?.get(file), after.get(file), before.get(file)];
    const inFolder = followed.engine.state.value.plan?.local.get(file);
    if (base === undefined || local === undefined || remote === undefined || inFolder !== local) return false;
    this.#conflicts = review.conflicts ?? [];
    const conflict: Conflict = { kind: 'conflict', path: file, base, local, remote, reason: 'both-changed' };
    await this.#merges.open(followed, conflict, { base: uriOf(file, base), uri: uriOf(file), parent });
    return true;
  }

  /** The merged version of a file is saved. The branch is updated only after the last one. */
  async saved(file: string): Promise<void> {
    this.#merged.add(file);
    if (!this.#conflicts.every((each) => this.#merged.has(each))) return;
    const files = [...this.#merged];
    this.#merged.clear();
    await this.#options.onMerged(files);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
