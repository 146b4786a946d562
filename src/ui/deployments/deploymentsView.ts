/** The Deployments view and its own command. Its rows load when the view is shown first. */

import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { type RowTarget, rowId } from '../tree/row.ts';
import { Tree } from '../tree/tree.ts';
import { buildAppearance, isBuildRunning } from './buildAppearance.ts';
import type { DeploymentsSource } from './deploymentsSource.ts';
import type { DeploymentsRow } from './deploymentsState.ts';

export class DeploymentsView implements Disposable {
  readonly tree: Tree<DeploymentsRow>;
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #revealed = new Set<string>();
  #source: Promise<DeploymentsSource> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.tree = this.#lifetime.add(new Tree('dataModel.deployments', app.connections, () => this.#load()));
  }

  commands(): Pick<CommandHandlers, 'dataModel.build.refresh'> {
    return {
      // Reads the build status of a branch, and polls it while the build runs.
      'dataModel.build.refresh': async ({ deployment, branchName }) => {
        const branch = branchName ?? (await deployment.deployBranch());
        const title = vscode.l10n.t('Loading build status');
        const status = await withSlowProgress(title, (signal) => deployment.builds.read(branch, signal));
        const { label, detail } = buildAppearance(status, vscode.l10n);
        showStatus(detail === undefined ? `${branch}: ${label}` : `${branch}: ${label} (${detail})`);
        if (!isBuildRunning(status)) return;
        const { log } = this.#app;
        deployment.builds.follow(branch, (failure) => log.debug(`The build of ${branch}: ${messageOf(failure)}`));
      },
    };
  }

  /** Shows and selects the row of a deployment. Does nothing if the platform does not list it. */
  async reveal(target: RowTarget): Promise<void> {
    this.tree.setFilter('');
    await (await this.#load()).find(target);
    await this.tree.reveal(rowId(target), { select: true, focus: true });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(): Promise<DeploymentsSource> {
    this.#source ??= import('./deploymentsSource.ts').then(({ DeploymentsSource: Source }) => {
      const source = new Source(this.#app, () => this.#revealBound(source));
      return this.#lifetime.add(source);
    });
    return this.#source;
  }

  /** Scrolls to a bound deployment, once for each binding. */
  #revealBound(source: DeploymentsSource): void {
    if (!this.tree.isVisible || this.#lifetime.disposed || this.tree.filterText !== '') return;
    for (const target of source.listedBound()) {
      const id = rowId(target);
      if (this.#revealed.has(id)) continue;
      this.#revealed.add(id);
      // The row may have been removed.
      this.tree.reveal(id, { select: false, focus: false }).catch(() => {});
    }
  }
}
