/** Shared by all reviews: the branches that were listed, their documents, the groups in Source Control, and the open page. */

import type * as vscode from 'vscode';
import { throwIfAborted } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { ReviewPageState, type ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import type { BranchReview } from '../../session/review/branchReview.ts';
import { ForkPoints } from '../../session/review/forkPoints.ts';
import { ListedBranches } from '../../session/review/listedBranches.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { OpenMerges } from '../sync/openMerges.ts';
import type { ModelTests } from '../tests/modelTests.ts';
import { ChangesGroup } from './changesGroup.ts';
import type { PromotionReview } from './promotionReview.ts';
import { RestoredReview } from './restoredReview.ts';
import { ReviewDocuments } from './reviewDocuments.ts';
import type { ReviewPanel } from './reviewPanel.ts';

const commandOfStep: Record<ReviewSubject['step'], CommandId> = {
  commit: 'dataModel.branch.commit',
  mergeToParent: 'dataModel.branch.mergeToParent',
  mergeToProduction: 'dataModel.branch.mergeToProduction',
};

export class Reviews implements Disposable {
  readonly branches = new ListedBranches();
  readonly forkPoints: ForkPoints;
  readonly documents: ReviewDocuments;
  readonly tests: ModelTests;
  readonly merges: () => Promise<OpenMerges>;
  readonly #app: App;
  readonly #groups = new Map<SyncEngine, ChangesGroup>();
  readonly #lifetime = new Lifetime();
  #page: PromotionReview | undefined;

  constructor(app: App, documents: ReadOnlyDocuments, tests: ModelTests, merges: () => Promise<OpenMerges>) {
    this.#app = app;
    this.tests = tests;
    this.merges = merges;
    this.forkPoints = new ForkPoints(app.context.globalStorageUri.fsPath);
    this.documents = this.#lifetime.add(new ReviewDocuments(app, documents, this.branches));
    this.#lifetime.onDispose(() => this.#page?.dispose());
  }

  /** The page before a commit or merge that is open. */
  get page(): PromotionReview | undefined {
    return this.#page;
  }

  /** The page replaces another one. */
  showPage(page: PromotionReview): void {
    this.#page?.dispose();
    this.#page = page;
    page.onClose(() => {
      if (this.#page === page) this.#page = undefined;
    });
  }

  /** Restores a tab after a reload of the window, and reads the review again. */
  async restore(tab: vscode.WebviewPanel, stored: unknown, run: RunCommand): Promise<void> {
    const state = ReviewPageState.safeParse(stored);
    if (!state.success || !state.data.subject) return tab.dispose();
    const { subject, message } = state.data;
    const { folders } = this.#app;
    const read = async (page: ReviewPanel) => {
      // The review is about the folder that follows the branch, too.
      const bound = folders.list.value.filter(({ binding }) => binding.connectionId === subject.connectionId);
      await Promise.all(bound.map(async (folder) => (await folder.open()).resume()));
      await run(commandOfStep[subject.step], { target: subject, restored: page });
    };
    await new RestoredReview(this.#app, { tab, subject, message, read }).refresh();
  }

  /** The comparison of a followed branch with its parent; undefined while its group is not there. */
  of({ engine }: FollowedBranch): BranchReview | undefined {
    return this.#groups.get(engine)?.review;
  }

  async addGroup(control: vscode.SourceControl, followed: FollowedBranch, lifetime: Lifetime): Promise<ChangesGroup> {
    const { engine, session } = followed;
    const { branches, forkPoints } = this;
    const deployment = await session.deployment();
    throwIfAborted(lifetime.signal);
    const group = lifetime.add(
      new ChangesGroup({ app: this.#app, followed, deployment, control, branches, forkPoints }),
    );
    this.#groups.set(engine, group);
    lifetime.onDispose(() => this.#groups.delete(engine));
    return group;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
