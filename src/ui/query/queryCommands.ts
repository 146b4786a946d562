/** Registers the commands of queries and restores result panels. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { queryPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { QueryPanels } from './queryPanels.ts';

type QueryCommand = Exclude<Extract<keyof CommandHandlers, `dataModel.query.${string}`>, 'dataModel.query.new'>;

export class QueryCommands implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #folderOfMap: () => Promise<BoundFolder | undefined>;
  readonly #lifetime = new Lifetime();
  #panels: Promise<QueryPanels> | undefined;

  /** @param folderOfMap the folder of the model map that is shown */
  constructor(app: App, documents: ReadOnlyDocuments, folderOfMap: () => Promise<BoundFolder | undefined>) {
    this.#app = app;
    this.#documents = documents;
    this.#folderOfMap = folderOfMap;
    this.#lifetime.add(
      vscode.window.registerWebviewPanelSerializer(queryPanelType, {
        deserializeWebviewPanel: async (panel, state) => (await this.panels()).restore(panel, state),
      }),
    );
    this.#lifetime.add(
      documents.registerReader(['query-sql'], async (address) => (await this.panels()).sqlText(address)),
    );
  }

  panels(): Promise<QueryPanels> {
    this.#panels ??= import('./queryPanels.ts').then(({ QueryPanels }) =>
      this.#lifetime.add(new QueryPanels(this.#app, this.#documents)),
    );
    return this.#panels;
  }

  commands(): Pick<CommandHandlers, QueryCommand> {
    return {
      'dataModel.query.run': async (argument?: unknown) => (await this.panels()).run(argument),
      'dataModel.query.ofMember': async (argument?: unknown) => {
        const { makeMemberQuery } = await import('./memberQueries.ts');
        const document = await makeMemberQuery(this.#app, argument, this.#folderOfMap);
        return (await this.panels()).run(document);
      },
      'dataModel.query.compare': async (argument?: unknown) => (await this.panels()).compare(argument),
      'dataModel.query.why': async (argument?: unknown) => (await this.panels()).explain(argument),
      'dataModel.query.showPlace': async (uri: string, line: number) => {
        const { showPlace } = await import('./explainQuery.ts');
        await showPlace(uri, line);
      },
      'dataModel.query.history': async () => (await this.panels()).openHistory(),
      'dataModel.query.edit': async () => (await this.panels()).shown.edit(),
      'dataModel.query.saveAs': async (argument?: unknown) => (await this.panels()).saveAs(argument),
      'dataModel.query.export': async () => (await this.panels()).shown.exportResult(),
      'dataModel.query.openSql': async () => (await this.panels()).shown.openSql(),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
