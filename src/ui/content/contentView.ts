/** The Content view. Its rows and commands load when the view is shown first. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, SelectedDeployment } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Row } from '../tree/row.ts';
import { Tree } from '../tree/tree.ts';
import type { ContentCommand } from './contentCommands.ts';
import type { ContentRow } from './contentRow.ts';
import type { ContentSource } from './contentSource.ts';

const rowsType = 'application/vnd.code.tree.datamodel.content';

export class ContentView implements Disposable {
  readonly tree: Tree<ContentRow>;
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  #source: Promise<ContentSource> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.tree = this.#lifetime.add(
      new Tree<ContentRow>('dataModel.content', app.connections, () => this.source(), {
        dragAndDropController: {
          dragMimeTypes: [],
          dropMimeTypes: [rowsType],
          handleDrag: (rows, transfer) => transfer.set(rowsType, new vscode.DataTransferItem(rows)),
          handleDrop: async (row, transfer) => (await this.source()).drop(row, transfer.get(rowsType)?.value),
        },
        canSelectMany: true,
      }),
    );
  }

  source(): Promise<ContentSource> {
    this.#source ??= import('./contentSource.ts').then(({ ContentSource: Source }) =>
      this.#lifetime.add(new Source(this.#app, this.#documents)),
    );
    return this.#source;
  }

  commands(): Pick<CommandHandlers, ContentCommand> {
    const handler = (id: ContentCommand) => async (row?: ContentRow, selection?: ContentRow[]) =>
      (await this.source()).run(id, row, selection);
    const onDeployment = (id: ContentCommand) => {
      const run = handler(id);
      return (_deployment: SelectedDeployment, row?: ContentRow, selection?: ContentRow[]) => run(row, selection);
    };
    const show = handler('dataModel.content.show');
    return {
      // The button in the view's title gets the focused row.
      'dataModel.content.show': (row?: Row) => show(row && this.tree.has(row) ? undefined : (row as ContentRow)),
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
