/** Contents of the result panel for tests. */

import type {
  QueryCompared,
  QueryContent,
  QueryResult,
  QueryRunState,
} from '../../../src/contract/messages/queryChannel.ts';
import type { Cell, ComparedRow, ResultColumn, RowChange } from '../../../src/contract/messages/resultShape.ts';

export const status: ResultColumn = {
  key: 'orders.status',
  member: 'orders.status',
  title: 'Orders Status',
  kind: 'dimension',
  type: 'string',
};
export const month: ResultColumn = {
  key: 'orders.created_at.month',
  member: 'orders.created_at',
  title: 'Orders Created At',
  kind: 'time',
  type: 'time',
  granularity: 'month',
};
export const count: ResultColumn = {
  key: 'orders.count',
  member: 'orders.count',
  title: 'Orders Count',
  kind: 'measure',
  type: 'number',
};
export const amount: ResultColumn = {
  key: 'orders.total_amount',
  member: 'orders.total_amount',
  title: 'Total Amount',
  kind: 'measure',
  type: 'number',
  format: 'currency',
};
export const share: ResultColumn = {
  key: 'orders.completed_share',
  member: 'orders.completed_share',
  title: 'Completed Share',
  kind: 'measure',
  type: 'number',
  format: 'percent',
};

type Rows = readonly (readonly Cell[])[];

export function resultOf(columns: ResultColumn[], rows: Rows, over: Partial<QueryResult> = {}): QueryResult {
  return {
    columns,
    rows,
    sql: 'SELECT "orders".status "orders__status", count(*) "orders__count"\nFROM public.orders AS "orders"\nWHERE ("orders".created_at >= $1::timestamptz) -- this year\nGROUP BY 1 ORDER BY 2 DESC LIMIT 10000',
    dialect: 'PostgreSQL',
    isFormatted: true,
    parameters: ['2026-01-01T00:00:00.000Z'],
    ms: 42,
    cut: null,
    total: null,
    lastRefreshTime: '2026-03-01T10:00:00.000Z',
    answeredBy: 'source',
    request: { query: { measures: ['orders.count'], dimensions: ['orders.status'], limit: 10_000 } },
    ...over,
  };
}

export function contentOf(result: QueryResult | null, over: Partial<QueryContent> = {}): QueryContent {
  return {
    sequence: 1,
    document: 'file:///q.query.yml',
    isScratch: false,
    title: 'orders by status',
    branch: 'dev-ada',
    state: 'done',
    startedAt: Date.UTC(2026, 2, 1, 12),
    waiting: false,
    building: null,
    failure: null,
    otherVersion: null,
    earlier: null,
    result,
    compared: null,
    ...over,
  };
}

/** The state of a query that is done. */
export function stateOf(over: Partial<QueryRunState>): QueryRunState {
  const { sequence, state, startedAt, waiting, building, failure, otherVersion, earlier } = contentOf(null);
  return { sequence, state, startedAt, waiting, building, failure, otherVersion, earlier, ...over };
}

function comparedOf(columns: ResultColumn[], rows: readonly ComparedRow[]): QueryCompared {
  const counted = (change: RowChange) => rows.filter((row) => row.change === change).length;
  return {
    branch: 'main',
    columns,
    rows,
    added: counted('added'),
    removed: counted('removed'),
    changed: counted('changed'),
    newMembers: [],
    sql: 'SELECT 1',
  };
}

export const statuses = resultOf(
  [status, count, amount, share],
  [
    ['completed', '1204', '98765432109876543210.5', '0.8123'],
    ['processing', '310', '1200.25', '0.1'],
    [null, '7', '9007199254740993', null],
    ['', '12', '9007199254740992', '0.05'],
    ['shipped', '95', '-45.5', '0.0377'],
  ],
);

export const byMonth = resultOf(
  [month, count, amount],
  Array.from({ length: 14 }, (_, at) => [
    new Date(Date.UTC(2025, at, 1)).toISOString().slice(0, -1),
    at === 5 ? null : String(Math.round(40 + 30 * Math.sin(at) + at * 6)),
    String(Math.round(30 + 45 * Math.cos(at / 2)) + 0.5),
  ]),
);

export const comparedStatuses = comparedOf(
  [status, count, amount],
  [
    { change: 'same', before: ['completed', '1204', '10.00'], after: ['completed', '1204', '10.0'] },
    { change: 'changed', before: ['processing', '310', '1200.25'], after: ['processing', '298', '1200.25'] },
    { change: 'removed', before: ['returned', '4', null], after: null },
    { change: 'added', before: null, after: ['shipped', '95', '45.5'] },
    { change: 'changed', before: ['', '9007199254740993', null], after: ['', '9007199254740995', '3.1'] },
  ],
);

/** As many rows and columns as asked for, of all kinds. */
export function largeResult(rowCount: number, columnCount: number): QueryResult {
  const columns = Array.from({ length: columnCount }, (_, at): ResultColumn => {
    const [base] = [[status, count, amount, month, share][at % 5]!];
    return { ...base, key: `${base.key}_${at}`, title: `${base.title} ${at}` };
  });
  const cell = (row: number, at: number): Cell => {
    if ((row * 7 + at) % 41 === 0) return null;
    switch (at % 5) {
      case 0:
        return `value ${(row * 31 + at) % 977} of ${row}`;
      case 1:
        return String((row * 7919) % 100_003);
      case 2:
        return `${(row * 104_729) % 1_000_003}.${String((row * at) % 100).padStart(2, '0')}`;
      case 3:
        return new Date(Date.UTC(2000 + (row % 30), at % 12, 1)).toISOString().slice(0, -1);
      default:
        return String(((row * 13) % 1_000) / 1_000);
    }
  };
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map((_column, at) => cell(row, at)));
  return resultOf(columns, rows);
}
