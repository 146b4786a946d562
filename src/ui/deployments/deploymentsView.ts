/** The Deployments view and its own command. */

import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { unboundFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { maxSearchedItems } from '../tree/loads.ts';
import { type RowTarget, rowId } from '../tree/row.ts';
import { type RowSource, Tree } from '../tree/tree.ts';
import { buildAppearance, isBuildRunning } from './buildAppearance.ts';
import { deploymentRows, searchedKinds } from './deploymentRows.ts';
import { DeploymentsModel } from './deploymentsModel.ts';
import type { DeploymentsRow } from './deploymentsState.ts';

export class DeploymentsView implements Disposable {
  readonly tree: Tree<DeploymentsRow>;
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #model: DeploymentsModel;
  readonly #revealed = new Set<string>();

  constructor(app: App) {
    this.#app = app;
    this.#model = this.#lifetime.add(
      new DeploymentsModel({
        connections: app.connections,
        folders: app.folders,
        unboundFolders: () => unboundFolders(app).map(({ name }) => name),
        closedError: (connection) =>
          new UserError(
            connection.origin === 'emulator'
              ? vscode.l10n.t('The local emulator has stopped.')
              : vscode.l10n.t('The connection was closed.'),
          ),
      }),
    );
    this.#lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#model.notifyWorkspaceChange()));
    this.tree = this.#lifetime.add(new Tree('dataModel.deployments', app.connections, () => this.#source()));
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
    await this.#model.find(target);
    await this.tree.reveal(rowId(target), { select: true, focus: true });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #source(): RowSource<DeploymentsRow> {
    const model = this.#model;
    return {
      onChange: model.onChange,
      rows: () => deploymentRows(model.state(), vscode.l10n),
      load: async (row) => {
        if (!row) return;
        await model.load(row);
        if (row.kind === 'connection') setTimeout(() => this.#revealBound());
      },
      loadMore: (row) => model.loadMore(row),
      reload: (row) => model.reload(row),
      textFilter: {
        kinds: searchedKinds,
        placeholder: vscode.l10n.t('Name of a deployment, branch, environment, or pod; no text shows all'),
        limits: () => this.#filterLimits(),
        load: (isWanted) => model.search(isWanted),
      },
      setVisible: (visible) => model.setVisible(visible),
      dispose: () => model.setVisible(false),
    };
  }

  /** Scrolls to a bound deployment, once for each binding. */
  #revealBound(): void {
    if (!this.tree.isVisible || this.#lifetime.disposed || this.tree.filterText !== '') return;
    for (const { connectionId, deploymentId } of this.#model.state().bound) {
      const id = rowId({ connectionId, deploymentId });
      if (this.#revealed.has(id) || !this.#model.isListed({ connectionId, deploymentId })) continue;
      this.#revealed.add(id);
      // The row may have been removed.
      this.tree.reveal(id, { select: false, focus: false }).catch(() => {});
    }
  }

  #filterLimits(): string {
    const isIncomplete = this.#model
      .state()
      .connections.some(({ deployments }) => deployments?.hasMore && deployments.items.length >= maxSearchedItems);
    return [
      vscode.l10n.t('Branches are searched only in deployments that were expanded.'),
      isIncomplete && vscode.l10n.t('Only the first {0} deployments were searched.', maxSearchedItems),
    ]
      .filter(Boolean)
      .join(' ');
  }
}
