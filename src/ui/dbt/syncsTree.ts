/** Registers the dbt Syncs view and its commands. Their code loads on first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { treeItem } from '../tree/treeItem.ts';
import type { SyncRow } from './syncRows.ts';
import type { SyncsView } from './syncsView.ts';

const viewId: ViewId = 'dataModel.dbtSyncs';

export class SyncsTree implements vscode.TreeDataProvider<SyncRow>, Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<undefined>());
  readonly #load: () => Promise<SyncsView>;

  constructor(app: App, documents: ReadOnlyDocuments) {
    const tree = this.#lifetime.add(
      vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true }),
    );
    let view: Promise<SyncsView> | undefined;
    this.#load = () => {
      view ??= import('./syncsView.ts').then((module) =>
        this.#lifetime.add(new module.SyncsView(app, documents, tree, () => this.#changed.fire(undefined))),
      );
      return view;
    };
    this.#lifetime.add(
      documents.registerReader(['dbt-log', 'dbt-file'], async (address, signal) =>
        (await this.#load()).read(address, signal),
      ),
    );
  }

  get onDidChangeTreeData(): vscode.Event<undefined> {
    return this.#changed.event;
  }

  getTreeItem(row: SyncRow): vscode.TreeItem {
    return treeItem(row);
  }

  async getChildren(row?: SyncRow): Promise<SyncRow[]> {
    return (await this.#load()).getChildren(row);
  }

  commands(): Pick<CommandHandlers, Extract<keyof CommandHandlers, `dataModel.dbt.${string}`>> {
    return {
      'dataModel.dbt.start': async (row?: SyncRow) => (await this.#load()).start(row),
      'dataModel.dbt.cancel': async (row: SyncRow) => (await this.#load()).cancel(row),
      'dataModel.dbt.openLog': async (row: SyncRow) => (await this.#load()).openLog(row),
      'dataModel.dbt.review': async (row: SyncRow) => (await this.#load()).review(row),
      'dataModel.dbt.accept': async (row: SyncRow) => (await this.#load()).accept(row),
      'dataModel.dbt.acceptAll': async (row: SyncRow) => (await this.#load()).accept(row),
      'dataModel.dbt.refresh': async () => (await this.#load()).refresh(),
      'dataModel.dbt.filter': async () => (await this.#load()).filter(),
      'dataModel.dbt.chooseDeployment': async () => (await this.#load()).choose(),
      'dataModel.dbt.loadMore': async (row: SyncRow) => (await this.#load()).loadMore(row),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
