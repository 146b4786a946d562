/**
 * The files of a followed dev branch that differ from its parent. The branch's listing is the one that synchronisation has
 * anyway; the parent's is read when the user looks, and when the platform's list of branches shows another commit of it.
 */

import { Coalesced } from '../../base/async.ts';
import { isCancellation } from '../../base/errors.ts';
import { type Observable, Value } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type FileChange, fileChanges } from '../../review/fileChanges.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import type { DeploymentSession } from '../deploymentSession.ts';
import { type ForkPoints, isSameTree } from './forkPoints.ts';
import type { ListedBranch } from './listedBranch.ts';
import type { ListedBranches } from './listedBranches.ts';

export interface BranchChanges {
  parent: ListedBranch;
  /** The listings that are compared. */
  before: Tree;
  after: Tree;
  files: readonly FileChange[];
}

interface BranchReviewOptions {
  deployment: DeploymentSession;
  branchName: string;
  engine: Pick<SyncEngine, 'state'>;
  branches: ListedBranches;
  forkPoints: ForkPoints;
  onFailure: (failure: unknown) => void;
}

export class BranchReview implements Disposable {
  readonly #options: BranchReviewOptions;
  readonly #changes = new Value<BranchChanges | undefined>(undefined);
  readonly #lifetime = new Lifetime();
  readonly #looking = new Coalesced(() => this.#look());
  #parent: ListedBranch | undefined;
  #whileParent = new Lifetime();
  /** The parent's last commit when it was listed. */
  #listedCommit: string | undefined;
  #hasLooked = false;

  constructor(options: BranchReviewOptions) {
    this.#options = options;
    const { deployment, engine } = options;
    this.#lifetime.add(this.#changes);
    this.#lifetime.onDispose(() => this.#whileParent.dispose());
    this.#lifetime.add(engine.state.onChange(() => this.#compare()));
    this.#lifetime.add(deployment.devMode.onChange(() => this.#compare()));
    this.#lifetime.add(
      deployment.branches.onChange(({ phase }) => {
        if (phase !== 'ready') return;
        const commit = this.#parentCommit();
        if (this.#parent?.listed.value && commit !== this.#listedCommit) this.look();
        else this.#compare();
      }),
    );
    this.#compare();
  }

  /** Undefined until the branch and its parent are listed. */
  get changes(): Observable<BranchChanges | undefined> {
    return this.#changes;
  }

  /** Lists the parent again, in the background. */
  look(): void {
    this.#looking.request().catch((failure: unknown) => {
      if (!isCancellation(failure)) this.#options.onFailure(failure);
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #look(): Promise<void> {
    const { deployment, branchName } = this.#options;
    if (!this.#findParent()) await deployment.parentOf(branchName);
    const parent = this.#findParent();
    if (!parent || this.#lifetime.disposed) return;
    this.#listedCommit = this.#parentCommit();
    await parent.list(this.#lifetime.signal);
  }

  #findParent(): ListedBranch | undefined {
    const { deployment, branchName, branches } = this.#options;
    const name = knownParentOf(deployment, branchName);
    if (name === this.#parent?.branchName) return this.#parent;
    this.#whileParent.dispose();
    this.#whileParent = new Lifetime();
    this.#parent = name === undefined ? undefined : branches.of(deployment, name);
    if (this.#parent) this.#whileParent.add(this.#parent.listed.onChange(() => this.#compare()));
    return this.#parent;
  }

  #compare(): void {
    if (this.#lifetime.disposed) return;
    const parent = this.#findParent();
    const after = this.#options.engine.state.value.plan?.listed;
    const before = parent?.listed.value;
    // The first look follows the first comparison of the folder.
    if (after && !before && !this.#hasLooked) {
      this.#hasLooked = true;
      this.look();
    }
    if (!parent || !after || !before) {
      this.#changes.set(undefined);
      return;
    }
    const shown = this.#changes.value;
    if (shown?.parent === parent && shown.before === before && shown.after === after) return;
    const files = fileChanges(before, after);
    this.#changes.set({ parent, before, after, files });
    if (isSameTree(before, after)) this.#recordFork(parent, before);
  }

  #recordFork(parent: ListedBranch, listing: Tree): void {
    const { deployment, branchName, forkPoints, onFailure } = this.#options;
    forkPoints.record(forkOf(deployment, branchName, parent.branchName), listing).catch(onFailure);
  }

  #parentCommit(): string | undefined {
    return this.#parent && lastCommitOf(this.#options.deployment, this.#parent.branchName);
  }
}

export function forkOf({ client, id }: DeploymentSession, branchName: string, parent: string) {
  return { origin: client.baseUrl, deploymentId: id, branchName, parent };
}

/** The parent as the loaded lists name it. */
function knownParentOf({ devMode, branches }: DeploymentSession, branchName: string): string | undefined {
  const { branchName: open, parentBranch } = devMode.value;
  const listed = branches.value.items.find(({ name }) => name === branchName)?.parentBranch ?? undefined;
  return listed ?? (open === branchName ? parentBranch : undefined);
}

function lastCommitOf({ branches }: DeploymentSession, branchName: string): string | undefined {
  return branches.value.items.find(({ name }) => name === branchName)?.lastHash ?? undefined;
}
