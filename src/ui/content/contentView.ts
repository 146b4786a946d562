/** Registers the Content view. Its rows and commands load when the view is shown first. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, SelectedDeployment } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { treeItem } from '../tree/treeItem.ts';
import type { ContentCommand } from './contentCommands.ts';
import type { ContentRow } from './contentRow.ts';
import type { ContentRows } from './contentTree.ts';

const viewId: ViewId = 'dataModel.content';
const rowsType = 'application/vnd.code.tree.datamodel.content';

export class ContentView implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<undefined>();
  #rows: Promise<ContentRows> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(
      vscode.window.createTreeView<ContentRow>(viewId, {
        treeDataProvider: {
          onDidChangeTreeData: this.#changed.event,
          getTreeItem: treeItem,
          getChildren: async (row) => (await this.rows()).childrenOf(row),
        },
        dragAndDropController: {
          dragMimeTypes: [],
          dropMimeTypes: [rowsType],
          handleDrag: (rows, transfer) => transfer.set(rowsType, new vscode.DataTransferItem(rows)),
          handleDrop: async (row, transfer) => (await this.rows()).drop(row, transfer.get(rowsType)?.value),
        },
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
  }

  rows(): Promise<ContentRows> {
    this.#rows ??= import('./contentTree.ts').then(({ ContentRows: Rows }) =>
      this.#lifetime.add(new Rows(this.#app, this.#documents, () => this.#changed.fire(undefined))),
    );
    return this.#rows;
  }

  commands(): Pick<CommandHandlers, ContentCommand> {
    const handler = (id: ContentCommand) => async (row?: ContentRow, selection?: ContentRow[]) =>
      (await this.rows()).run(id, row, selection);
    const onDeployment = (id: ContentCommand) => {
      const run = handler(id);
      return (_deployment: SelectedDeployment, row?: ContentRow, selection?: ContentRow[]) => run(row, selection);
    };
    return {
      'dataModel.content.refresh': handler('dataModel.content.refresh'),
      'dataModel.content.show': handler('dataModel.content.show'),
      'dataModel.content.loadMore': handler('dataModel.content.loadMore'),
      'dataModel.content.open': handler('dataModel.content.open'),
      'dataModel.content.openInWeb': handler('dataModel.content.openInWeb'),
      'dataModel.content.copyId': handler('dataModel.content.copyId'),
      'dataModel.content.rename': onDeployment('dataModel.content.rename'),
      'dataModel.content.move': onDeployment('dataModel.content.move'),
      'dataModel.content.duplicate': onDeployment('dataModel.content.duplicate'),
      'dataModel.content.delete': onDeployment('dataModel.content.delete'),
      'dataModel.content.connect': onDeployment('dataModel.content.connect'),
      'dataModel.content.changeAddress': onDeployment('dataModel.content.changeAddress'),
      'dataModel.content.markRefreshed': onDeployment('dataModel.content.markRefreshed'),
      'dataModel.content.disconnect': onDeployment('dataModel.content.disconnect'),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
