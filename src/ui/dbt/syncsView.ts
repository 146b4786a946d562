/** The dbt Syncs view. Its rows and commands load when the view is shown first. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Row } from '../tree/row.ts';
import { Tree } from '../tree/tree.ts';
import type { SyncRow } from './syncRows.ts';
import type { SyncsSource } from './syncsSource.ts';

export class SyncsView implements Disposable {
  readonly tree: Tree<SyncRow>;
  readonly #lifetime = new Lifetime();
  readonly #load: () => Promise<SyncsSource>;

  constructor(app: App, documents: ReadOnlyDocuments) {
    let source: Promise<SyncsSource> | undefined;
    this.#load = () => {
      source ??= import('./syncsSource.ts').then((module) =>
        this.#lifetime.add(new module.SyncsSource(app, documents)),
      );
      return source;
    };
    this.tree = this.#lifetime.add(new Tree('dataModel.dbtSyncs', app.connections, this.#load));
    this.#lifetime.add(
      documents.registerReader(['dbt-log', 'dbt-file', 'dbt-result'], async (address, signal) =>
        (await this.#load()).read(address, signal),
      ),
    );
  }

  commands(): Pick<CommandHandlers, Extract<keyof CommandHandlers, `dataModel.dbt.${string}`>> {
    return {
      'dataModel.dbt.start': async (selected) => (await this.#load()).start(selected),
      'dataModel.dbt.cancel': async (_selected, row: SyncRow) => (await this.#load()).cancel(row),
      'dataModel.dbt.openLog': async (row: SyncRow) => (await this.#load()).openLog(row),
      'dataModel.dbt.openResult': async (_selected, row: SyncRow) => (await this.#load()).openResult(row),
      'dataModel.dbt.review': async (row: SyncRow) => (await this.#load()).review(row),
      'dataModel.dbt.accept': async (row: SyncRow) => (await this.#load()).accept(row),
      'dataModel.dbt.acceptAll': async (row: SyncRow) => (await this.#load()).accept(row),
      // The button in the view's title gets the focused row.
      'dataModel.dbt.show': async (row?: Row) => (await this.#load()).show(row && this.tree.has(row) ? undefined : row),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
