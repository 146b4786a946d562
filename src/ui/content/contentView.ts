/** Registers the Content view. Its rows and commands load when the view is shown first. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandler } from '../shell/commands.ts';
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

  commands(): Record<ContentCommand, CommandHandler> {
    const handlerOf =
      (id: ContentCommand): CommandHandler =>
      async (row?: ContentRow, selection?: ContentRow[]) =>
        (await this.rows()).run(id, row, selection);
    return {
      'dataModel.content.refresh': handlerOf('dataModel.content.refresh'),
      'dataModel.content.show': handlerOf('dataModel.content.show'),
      'dataModel.content.loadMore': handlerOf('dataModel.content.loadMore'),
      'dataModel.content.open': handlerOf('dataModel.content.open'),
      'dataModel.content.openInWeb': handlerOf('dataModel.content.openInWeb'),
      'dataModel.content.copyId': handlerOf('dataModel.content.copyId'),
      'dataModel.content.rename': handlerOf('dataModel.content.rename'),
      'dataModel.content.move': handlerOf('dataModel.content.move'),
      'dataModel.content.duplicate': handlerOf('dataModel.content.duplicate'),
      'dataModel.content.delete': handlerOf('dataModel.content.delete'),
      'dataModel.content.connect': handlerOf('dataModel.content.connect'),
      'dataModel.content.changeAddress': handlerOf('dataModel.content.changeAddress'),
      'dataModel.content.markRefreshed': handlerOf('dataModel.content.markRefreshed'),
      'dataModel.content.disconnect': handlerOf('dataModel.content.disconnect'),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
