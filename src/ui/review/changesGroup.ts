/** The group *Changes on This Dev Branch* of one Source Control view, and the parent's version of a file for the gutter. */

import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import { BranchReview } from '../../session/review/branchReview.ts';
import type { ForkPoints } from '../../session/review/forkPoints.ts';
import type { ListedBranches } from '../../session/review/listedBranches.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { fileRow, parentUri } from './branchFiles.ts';

interface ChangesGroupOptions {
  app: App;
  followed: FollowedBranch;
  deployment: DeploymentSession;
  control: vscode.SourceControl;
  branches: ListedBranches;
  forkPoints: ForkPoints;
}

export class ChangesGroup implements Disposable {
  readonly review: BranchReview;
  readonly #followed: FollowedBranch;
  readonly #group: vscode.SourceControlResourceGroup;
  readonly #lifetime = new Lifetime();
  readonly #parentChanged = this.#lifetime.add(new Emitter<void>());
  #listing: Tree | undefined;

  constructor({ app, followed, deployment, control, branches, forkPoints }: ChangesGroupOptions) {
    this.#followed = followed;
    const { branchName, engine } = followed;
    this.#group = this.#lifetime.add(
      control.createResourceGroup('branch', vscode.l10n.t('Changes on This Dev Branch')),
    );
    this.#group.hideWhenEmpty = true;
    const onFailure = (failure: unknown) =>
      app.log.debug(`The parent of ${branchName} could not be compared: ${messageOf(failure)}`);
    this.review = this.#lifetime.add(
      new BranchReview({ deployment, branchName, engine, branches, forkPoints, onFailure }),
    );
    this.#lifetime.add(this.review.changes.onChange(() => this.#render()));
    this.#lifetime.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.review.look();
      }),
    );
    this.#render();
  }

  /** Fires when the gutter has to compare with another version. */
  get onDidChangeParent(): Event<void> {
    return this.#parentChanged.event;
  }

  /** The parent's version of a file, null if the parent has none; undefined while the parent is not known. */
  originalOf(file: string): vscode.Uri | null | undefined {
    const changes = this.review.changes.value;
    if (!changes) return undefined;
    return changes.before.has(file) ? parentUri(this.#followed, changes.parent.branchName, file) : null;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #render(): void {
    const changes = this.review.changes.value;
    if (changes?.before !== this.#listing) {
      this.#listing = changes?.before;
      this.#parentChanged.fire();
    }
    this.#group.resourceStates =
      changes?.files.map((change) => fileRow(this.#followed, change, changes.parent.branchName)) ?? [];
  }
}
