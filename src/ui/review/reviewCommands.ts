/** Registers the commands and documents of reviews, and restores their tabs. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Folders } from '../../session/folders.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { reviewPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, RunCommand } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { OpenMerges } from '../sync/openMerges.ts';
import type { ModelTests } from '../tests/modelTests.ts';
import type { ChangesGroup } from './changesGroup.ts';
import type { Reviews } from './reviews.ts';

type ReviewCommand =
  | 'dataModel.model.keepOldNames'
  | 'dataModel.review.openDiff'
  | 'dataModel.review.openChanges'
  | 'dataModel.review.discard';

export class ReviewCommands implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #documents: ReadOnlyDocuments;
  readonly #tests: ModelTests;
  readonly #merges: () => Promise<OpenMerges>;
  #reviews: Promise<Reviews> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments, tests: ModelTests, merges: () => Promise<OpenMerges>) {
    this.#app = app;
    this.#tests = tests;
    this.#merges = merges;
    this.#documents = documents;
    this.#lifetime.add(
      documents.registerReader(['review'], async (address, signal) =>
        (await this.reviews()).documents.read(address, signal),
      ),
    );
  }

  reviews(): Promise<Reviews> {
    this.#reviews ??= import('./reviews.ts').then(({ Reviews }) =>
      this.#lifetime.add(new Reviews(this.#app, this.#documents, this.#tests, this.#merges)),
    );
    return this.#reviews;
  }

  /** Reads the reviews again whose tabs were open when the window was closed. */
  restoreTabs(run: RunCommand): vscode.Disposable {
    return vscode.window.registerWebviewPanelSerializer(reviewPanelType, {
      deserializeWebviewPanel: async (panel, state) => (await this.reviews()).restore(panel, state, run),
    });
  }

  /** Adds the group to a Source Control view, for as long as the branch is followed. */
  async addGroup(control: vscode.SourceControl, followed: FollowedBranch, lifetime: Lifetime): Promise<ChangesGroup> {
    return (await this.reviews()).addGroup(control, followed, lifetime);
  }

  /** Compares a followed branch with its parent again. */
  look(followed: FollowedBranch): void {
    this.#reviews?.then(
      (reviews) => reviews.of(followed)?.look(),
      () => {},
    );
  }

  /** @param allFolders the projects, bound or not */
  commands(allFolders: readonly Folders[]): Pick<CommandHandlers, ReviewCommand> {
    const commands = () => import('./branchFileCommands.ts');
    return {
      'dataModel.model.keepOldNames': async () =>
        (await import('./keepOldNames.ts')).keepOldNames(allFolders, await this.reviews()),
      'dataModel.review.openDiff': async (...args) =>
        (await commands()).openParentDiff(this.#app, await this.reviews(), args),
      'dataModel.review.openChanges': async (argument?: unknown) =>
        (await commands()).openAllChanges(this.#app, await this.reviews(), argument),
      'dataModel.review.discard': async (...args) =>
        (await commands()).discardChanges(this.#app, await this.reviews(), args),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
