/** The Deployments view: shows the rows of the model and loads the content of expanded rows while the view is visible. */

import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { unboundFolders } from '../folders/workspaceFolders.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { withProgress } from '../shell/notifications.ts';
import { changedParents, isSameRow } from '../tree/changedRows.ts';
import { countMatchingRows } from '../tree/filterRows.ts';
import { maxSearchedItems } from '../tree/loads.ts';
import { type Row, type RowTarget, rowId } from '../tree/row.ts';
import { findRow } from '../tree/rowSearch.ts';
import { treeItem } from '../tree/treeItem.ts';
import { deploymentRows } from './deploymentRows.ts';
import { DeploymentsModel } from './deploymentsModel.ts';
import { showFilterInput } from './filterInput.ts';

const viewId: ViewId = 'dataModel.deployments';

export class DeploymentsTree implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #lifetime = new Lifetime();
  readonly #model: DeploymentsModel;
  readonly #view: vscode.TreeView<Row>;
  readonly #changed = new vscode.EventEmitter<Row[] | undefined>();
  readonly #redraw: Debounce;
  readonly #revealed = new Set<string>();
  #rows: readonly Row[] = [];
  #stale = true;
  /** Rows that VS Code has to read the children of again, by id. Undefined is the root. */
  readonly #changedParents = new Set<string | undefined>();
  /** The objects that VS Code knows, by id: it finds a row by its object. */
  readonly #elements = new Map<string, Row>();

  constructor(app: App) {
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
    // Loading a list causes several changes in a row.
    this.#redraw = this.#lifetime.add(new Debounce(() => this.#redrawIfChanged(), 30));
    this.#lifetime.add(
      this.#model.onChange(() => {
        this.#stale = true;
        this.#redraw.poke();
      }),
    );
    this.#lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#model.notifyWorkspaceChange()));
    this.#lifetime.add(this.#changed);
    this.#view = this.#lifetime.add(
      vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true }),
    );
  }

  get onDidChangeTreeData(): vscode.Event<Row[] | undefined> {
    return this.#changed.event;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return treeItem(row);
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row && row.expand === 'never') return [];
    if (row && this.#view.visible) {
      const loading = this.#load(row);
      // VS Code has no rows until this returns, and a command on a row gets no row. So wait only where no row is known.
      if (this.#childrenOf(row).length === 0) await this.#firstRows(row, loading);
    }
    return this.#childrenOf(row).map((child) => this.#elementOf(child));
  }

  getParent(row: Row): Row | undefined {
    this.#updateRows();
    const parent = findRow(this.#rows, row.id)?.parent;
    return parent && this.#elementOf(parent);
  }

  /** Shows and selects the row of a deployment. Does nothing if the platform does not list it. */
  async reveal(target: RowTarget): Promise<void> {
    this.#setFilter('');
    await this.#model.find(target);
    // VS Code finds only rows that it has read, so it must read a new one first.
    this.#redrawIfChanged();
    const found = findRow(this.#rows, rowId(target));
    if (found) await this.#view.reveal(this.#elementOf(found.row), { select: true, focus: true, expand: true });
  }

  commands(): Pick<
    CommandHandlers,
    | 'dataModel.deployments.refresh'
    | 'dataModel.deployments.filter'
    | 'dataModel.deployments.clearFilter'
    | 'dataModel.deployments.loadMore'
  > {
    return {
      'dataModel.deployments.refresh': (row?: Row) =>
        withProgress(vscode.l10n.t('Loading deployments'), () => this.#model.reload(row), {
          location: { viewId },
        }),
      'dataModel.deployments.loadMore': (row?: Row) => row && this.#model.loadMore(row),
      'dataModel.deployments.filter': () => showFilterInput(this.#model.filter, (text) => this.#setFilter(text)),
      'dataModel.deployments.clearFilter': () => this.#setFilter(''),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #load(row: Row): Promise<void> {
    await this.#model.load(row);
    if (row.kind === 'connection') this.#revealSoon();
  }

  /** Resolves when a row has children, at the latest when its load ends. */
  async #firstRows(row: Row, loading: Promise<void>): Promise<void> {
    const waiting = new Lifetime();
    const shown = new Promise<void>((resolve) => {
      waiting.add(this.#model.onChange(() => this.#childrenOf(row).length > 0 && resolve()));
    });
    await Promise.race([loading, shown]).finally(() => waiting.dispose());
  }

  #childrenOf(row: Row | undefined): readonly Row[] {
    this.#updateRows();
    return row ? (findRow(this.#rows, row.id)?.row.children ?? []) : this.#rows;
  }

  /** A row that looks the same stays the same object, so that it can be reloaded without the rows beside it. */
  #elementOf(row: Row): Row {
    const known = this.#elements.get(row.id);
    if (known && isSameRow(known, row)) return known;
    this.#elements.set(row.id, row);
    return row;
  }

  /** While VS Code reloads rows, their commands do not work. So it reloads only rows that changed. */
  #redrawIfChanged(): void {
    this.#updateRows();
    const parents = [...this.#changedParents];
    this.#changedParents.clear();
    if (parents.includes(undefined)) {
      this.#elements.clear();
      this.#changed.fire(undefined);
      return;
    }
    const shown = parents.flatMap((id) => (id === undefined ? [] : (this.#elements.get(id) ?? [])));
    if (shown.length > 0) this.#changed.fire(shown);
  }

  #updateRows(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const before = this.#rows;
    this.#rows = deploymentRows(this.#model.state(), vscode.l10n);
    for (const id of changedParents(before, this.#rows)) this.#changedParents.add(id);
  }

  /** Scrolls to a bound deployment, once for each binding. */
  #revealSoon(): void {
    setTimeout(() => {
      if (!this.#view.visible || this.#lifetime.disposed || this.#model.filter !== '') return;
      this.#updateRows();
      for (const row of this.#rows.flatMap(({ children }) => children)) {
        if (!row.context.includes(';bound;') || this.#revealed.has(row.id)) continue;
        this.#revealed.add(row.id);
        this.#view.reveal(this.#elementOf(row), { select: false, focus: false, expand: true }).then(
          () => {},
          // The row may have been removed.
          () => {},
        );
      }
    }, 0);
  }

  #setFilter(text: string): void {
    this.#model.filter = text.trim();
    this.#showFilter();
    if (this.#model.filter === '') return;
    void this.#model.search().then(() => this.#showFilter());
  }

  #showFilter(): void {
    const { filter } = this.#model;
    setContextKey('dataModel.filtered', filter !== '');
    if (filter === '') {
      this.#view.message = '';
      return;
    }
    this.#updateRows();
    const found = countMatchingRows(this.#rows, filter);
    const { connections } = this.#model.state();
    const isIncomplete = connections.some(
      ({ deployments }) => deployments?.hasMore && deployments.items.length >= maxSearchedItems,
    );
    const { l10n } = vscode;
    this.#view.message = [
      found === 1 ? l10n.t('1 match for “{0}”.', filter) : l10n.t('{0} matches for “{1}”.', found, filter),
      l10n.t('Branches are searched only in deployments that were expanded.'),
      isIncomplete && l10n.t('Only the first {0} deployments were searched.', maxSearchedItems),
    ]
      .filter(Boolean)
      .join(' ');
  }
}
