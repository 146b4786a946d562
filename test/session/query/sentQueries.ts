/** Queries whose answers a test decides. */

import { CancelledError } from '../../../src/base/errors.ts';
import type { DataMeta } from '../../../src/contract/dataApi.ts';
import type { Client } from '../../../src/platform/client.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import type { QueryRun, QueryTarget } from '../../../src/query/run/runQuery.ts';
import type { QueryBranch, QuerySubject } from '../../../src/session/query/querySession.ts';

export const production = { name: 'main', isProduction: true };
export const dev = { name: 'dev-ada', isProduction: false };
export const client = {} as Client;

export function runOf(count: string, status = 'new'): QueryRun {
  const table: ResultTable = {
    columns: [
      { key: 'orders.status', member: 'orders.status', title: 'Status', kind: 'dimension', type: 'string' },
      { key: 'orders.count', member: 'orders.count', title: 'Count', kind: 'measure', type: 'number' },
    ],
    rows: [[status, count]],
  };
  const sql = { text: `SELECT ${count}`, parameters: [] };
  return {
    table,
    sql,
    shownSql: { text: sql.text, dialect: undefined, isFormatted: true },
    annotation: {},
    ms: 3,
    request: {},
    total: null,
    lastRefreshTime: null,
    answeredBy: undefined,
  };
}

/** The dev branch has a measure and a dimension more. */
function metaOf({ branchName }: QueryTarget): DataMeta {
  const names = (all: string[]) => all.map((name) => ({ name: `orders.${name}` }));
  const isDev = branchName === dev.name;
  const measures = names(isDev ? ['count', 'fresh'] : ['count']);
  return { cubes: [{ name: 'orders', measures, dimensions: names(isDev ? ['status', 'city'] : ['status']) }] };
}

/** A query that the test ends. */
export interface Sent {
  target: QueryTarget;
  query: unknown;
  signal: AbortSignal;
  wait(): void;
  answer(run: QueryRun): Promise<void>;
  refuse(failure: unknown): Promise<void>;
}

export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export const subjectOn = (branch: QueryBranch, limit = 1): QuerySubject => ({
  query: { limit },
  target: { client, deploymentId: '1' },
  branch,
});

/**
 * Runners that collect what they are asked.
 * @param ignoresAbort whether the answer of an aborted query still arrives
 */
export function sentQueries(ignoresAbort: () => boolean = () => false) {
  const sent: Sent[] = [];
  const disposed: QueryTarget[] = [];
  const runnerFor = (target: QueryTarget) => ({
    run: (
      query: unknown,
      { signal, onWait }: { signal?: AbortSignal | undefined; onWait?: (() => void) | undefined } = {},
    ) =>
      new Promise<QueryRun>((resolve, reject) => {
        if (!ignoresAbort()) signal!.addEventListener('abort', () => reject(new CancelledError()));
        sent.push({
          target,
          query,
          signal: signal!,
          wait: () => onWait?.(),
          answer: (run) => {
            resolve(run);
            return settled();
          },
          refuse: (failure) => {
            reject(failure);
            return settled();
          },
        });
      }),
    meta: async () => metaOf(target),
    dispose: () => void disposed.push(target),
  });
  return { sent, disposed, runnerFor };
}
