/** The rows of the Deployments view. Loaded when the view is first shown. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { unboundFolders } from '../folders/workspaceFolders.ts';
import type { App } from '../shell/app.ts';
import { maxSearchedItems } from '../tree/loads.ts';
import type { RowTarget } from '../tree/row.ts';
import type { RowSource, TextFilter } from '../tree/tree.ts';
import { deploymentRows, searchedKinds } from './deploymentRows.ts';
import { DeploymentsModel } from './deploymentsModel.ts';
import type { DeploymentsRow } from './deploymentsState.ts';

export class DeploymentsSource implements RowSource<DeploymentsRow> {
  readonly textFilter: TextFilter = {
    kinds: searchedKinds,
    placeholder: vscode.l10n.t('Name of a deployment, branch, environment, or pod; no text shows all'),
    limits: () => this.#filterLimits(),
    load: (isWanted) => this.#model.search(isWanted),
  };
  readonly #lifetime = new Lifetime();
  readonly #model: DeploymentsModel;
  readonly #onListed: () => void;

  /** @param onListed called when the deployments of a connection have loaded */
  constructor(app: App, onListed: () => void) {
    this.#onListed = onListed;
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
  }

  get onChange(): Event<void> {
    return this.#model.onChange;
  }

  /** Loads the list until it has the deployment. Does nothing if the platform does not list it. */
  find(target: RowTarget): Promise<unknown> {
    return this.#model.find(target);
  }

  /** The bound deployments that are listed. */
  listedBound(): Required<Pick<RowTarget, 'connectionId' | 'deploymentId'>>[] {
    return this.#model.state().bound.filter((target) => this.#model.isListed(target));
  }

  rows(): readonly DeploymentsRow[] {
    return deploymentRows(this.#model.state(), vscode.l10n);
  }

  async load(row: DeploymentsRow | undefined): Promise<void> {
    if (!row) return;
    await this.#model.load(row);
    if (row.kind === 'connection') setTimeout(this.#onListed);
  }

  loadMore(row: DeploymentsRow): Promise<void> {
    return this.#model.loadMore(row);
  }

  reload(row: DeploymentsRow | undefined): Promise<void> {
    return this.#model.reload(row);
  }

  setVisible(visible: boolean): void {
    this.#model.setVisible(visible);
  }

  dispose(): void {
    this.#model.setVisible(false);
    this.#lifetime.dispose();
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
