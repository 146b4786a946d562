/** The deployments tree without its view: each change computes the rows and compares them, as the view does. */

import { type Log, makeLog, silentLog } from '../../../src/base/log.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import { deploymentRows, searchedKinds as kinds } from '../../../src/ui/deployments/deploymentRows.ts';
import { DeploymentsModel } from '../../../src/ui/deployments/deploymentsModel.ts';
import type { DeploymentsRow as Row } from '../../../src/ui/deployments/deploymentsState.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { changedRows } from '../../../src/ui/tree/changedRows.ts';
import { countMatchingRows, filterRows } from '../../../src/ui/tree/filterRows.ts';
import { findRow } from '../../../src/ui/tree/row.ts';
import { processorTime } from '../benchmark.ts';

/** Counts the answers of a platform in the log of its client. */
export class AnswerCount {
  count = 0;
  readonly log: Log = makeLog((_, message) => {
    if (/ → \d{3} in /.test(message)) this.count += 1;
  });
}

export class TreeUnderBench {
  rows: readonly Row[] = [];
  /** Processor time of each redraw, in milliseconds. */
  readonly redraws: number[] = [];
  readonly #model: DeploymentsModel;
  readonly #answers = new AnswerCount();
  readonly #connections: Connections;
  #filter = '';

  constructor(url: string) {
    this.#connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: (endpoint, connection) => openPlatform(endpoint, connection, this.#answers.log),
      environment: { url, apiKey: 'key-of-the-benchmark' },
      log: silentLog,
    });
    const folders = new Folders(async () => {
      throw new Error('The benchmark binds no folder');
    });
    this.#model = new DeploymentsModel({
      connections: this.#connections,
      folders,
      unboundFolders: () => [],
      closedError: () => {
        throw new Error('The connection was closed');
      },
    });
  }

  redraw(): void {
    const start = processorTime();
    this.#update();
    this.redraws.push(processorTime() - start);
  }

  /** Expands a row. @returns the number of answers that its first rows waited for */
  async paint(row: Row): Promise<number> {
    this.#answers.count = 0;
    let answers: number | undefined;
    const subscription = this.#model.onChange(() => {
      this.redraw();
      if (this.childrenOf(row).length > 0) answers ??= this.#answers.count;
    });
    await this.#model.load(row);
    subscription.dispose();
    this.redraw();
    return answers ?? Number.POSITIVE_INFINITY;
  }

  /** Expands a row, or loads its next page. */
  async load(row: Row): Promise<void> {
    await (row.kind === 'more' ? this.#model.loadMore(row) : this.#model.load(row));
    this.redraw();
  }

  /** @returns milliseconds of processor time until the rows and the number of matches are known */
  filter(text: string): { ms: number; matches: number } {
    const start = processorTime();
    this.#filter = text;
    this.#update();
    const matches = text === '' ? 0 : countMatchingRows(this.rows, { text, kinds });
    return { ms: processorTime() - start, matches };
  }

  find(kind: Row['kind'], parent?: Row): Row | undefined {
    return this.childrenOf(parent).find((row) => row.kind === kind);
  }

  childrenOf(row: Row | undefined): readonly Row[] {
    return row ? (findRow(this.rows, row.id)?.row.children ?? []) : this.rows;
  }

  #update(): void {
    const all = deploymentRows(this.#model.state(), plainLocalizer);
    const rows = this.#filter === '' ? all : filterRows(all, { text: this.#filter, kinds });
    if (changedRows(this.rows, rows).length > 0) this.rows = rows;
  }

  dispose(): void {
    this.#model.dispose();
    this.#connections.dispose();
  }
}
