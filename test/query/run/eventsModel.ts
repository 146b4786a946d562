/** Generated tables and a model over them, an emulator that serves both, and the same tables for SQL written by hand. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cell } from '../../../src/contract/messages/resultShape.ts';
import { Client } from '../../../src/platform/client.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { ByHand } from '../../emulator/data/byHand.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';

/**
 * Events spread over a year, and one a second before, at and after each change of the clocks in Berlin, New York and Sydney.
 * Prices are multiples of a quarter, so that sums are exact in any order.
 */
const script = `
CREATE TABLE moments AS
  WITH changes(moment) AS (VALUES (TIMESTAMP '2025-10-26 01:00:00'), (TIMESTAMP '2026-03-29 01:00:00'), (TIMESTAMP '2025-11-02 06:00:00'),
                                  (TIMESTAMP '2026-03-08 07:00:00'), (TIMESTAMP '2025-10-04 16:00:00'), (TIMESTAMP '2026-04-04 16:00:00')),
  steps(step) AS (VALUES (-1800), (-1), (0), (1), (1800), (3600), (86400))
  SELECT TIMESTAMP '2025-10-01' + to_seconds((id * 77641) % 31536000) AS moment FROM range(1, 601) AS numbers(id)
  UNION ALL SELECT moment + to_seconds(step) FROM changes CROSS JOIN steps
  UNION ALL VALUES (TIMESTAMP '2025-12-31 23:59:59'), (TIMESTAMP '2026-01-01 00:00:00'), (TIMESTAMP '2026-02-28 23:59:59'),
                   (TIMESTAMP '2026-06-30 14:00:00');
CREATE TABLE events AS
  SELECT id, moment,
         CASE id % 7 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'Nord' WHEN 3 THEN 'nord-west' WHEN 4 THEN 'O''Hara, "50%"' ELSE 'Süd_1' END AS region,
         CASE WHEN id % 11 = 0 THEN NULL ELSE (id * 37) % 101 - 20 END AS amount,
         ((id * 53) % 211) * 0.25 AS price,
         9007199254740993 + id AS big,
         CASE id % 5 WHEN 0 THEN NULL WHEN 1 THEN 0 ELSE 1 END AS paid,
         id % 43 AS customer
  FROM (SELECT row_number() OVER (ORDER BY moment) AS id, moment FROM moments);
CREATE TABLE lines AS SELECT id AS event_id, id * 10 + k AS id, k * 3 AS pieces
  FROM events JOIN (SELECT 1 AS k UNION ALL SELECT 2 UNION ALL SELECT 3) ON k <= events.id % 4;
`;

const model = `cubes:
  - name: events
    sql_table: events
    joins:
      - name: lines
        sql: "{CUBE}.id = {lines.event_id}"
        relationship: one_to_many
    measures:
      - { name: count, type: count }
      - { name: amounts, sql: amount, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: takings, sql: price, type: sum, format: currency }
      - { name: mean, sql: price, type: avg, format: "$,.3f" }
      - { name: least, sql: amount, type: min }
      - { name: most, sql: amount, type: max }
      - { name: customers, sql: customer, type: count_distinct }
      - { name: about_customers, sql: customer, type: count_distinct_approx }
      - { name: big_total, sql: big, type: sum }
      - { name: biggest, sql: big, type: max }
      - name: paid_total
        sql: amount
        type: sum
        filters: [{ sql: "{CUBE}.paid = 1" }]
      - name: paid_customers
        sql: customer
        type: count_distinct
        filters: [{ sql: "{CUBE}.paid = 1" }, { sql: "{CUBE}.amount > 0" }]
      - { name: paid_share, sql: "1.0 * {paid_total} / NULLIF({total}, 0)", type: number, format: percent_1 }
      - { name: all_paid, sql: "MIN({CUBE}.paid) = 1", type: boolean }
      - { name: last_region, sql: "MAX({CUBE}.region)", type: string }
      - { name: latest, sql: "MAX({CUBE}.moment)", type: time }
      - { name: running, sql: amount, type: sum, rolling_window: { trailing: unbounded } }
      - { name: week_total, sql: amount, type: sum, rolling_window: { trailing: 7 day } }
      - { name: around, sql: customer, type: count_distinct, rolling_window: { trailing: 2 day, leading: 1 day } }
      - { name: month_so_far, sql: amount, type: sum, rolling_window: { type: to_date, granularity: month } }
      - { name: spread, sql: "MAX({CUBE}.amount) - MIN({CUBE}.amount)", type: number_agg, multi_stage: true }
      - { name: double_spread, sql: "{spread} * 2", type: number }
      - { name: place, type: rank, multi_stage: true, order_by: [{ sql: "{total}", dir: desc }], reduce_by: [region] }
      - { name: paid_state_total, sql: "{total}", type: sum, multi_stage: true, group_by: [paid] }
      - { name: month_before, sql: "{total}", type: number, multi_stage: true, time_shift: [{ time_dimension: at, interval: 1 month, type: prior }] }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: region, sql: region, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: price, sql: price, type: number }
      - { name: big, sql: big, type: number }
      - { name: paid, sql: paid, type: boolean }
      - name: size
        type: string
        case:
          when:
            - { sql: "{CUBE}.price > 40", label: large }
            - { sql: "{CUBE}.price > 10", label: "medium" }
          else: { label: small }
      - { name: pieces, sql: "{lines.pieces}", type: number, sub_query: true }
      - name: at
        sql: moment
        type: time
        format: "%Y-%m"
        granularities:
          - { name: quarter_hour, interval: 15 minutes }
          - { name: fiscal_year, interval: 1 year, offset: 3 months }
          - { name: fortnight, interval: 2 weeks, origin: "2025-10-06" }
          - { name: middle_to_middle, interval: 1 month, offset: 14 days }
          - { name: two_months, interval: 2 months, origin: "2026-02-15" }
          - { name: half_of_month_ends, interval: 2 quarters, origin: "2026-01-31" }
          - { name: mixed, interval: 1 month 3 days, origin: "2026-01-01" }
          - { name: sunday_week, interval: 1 week, offset: -1 day }
    segments:
      - { name: settled, sql: "{CUBE}.paid = 1" }
  - name: lines
    sql_table: lines
    measures:
      - { name: pieces, sql: pieces, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: event_id, sql: event_id, type: number }
`;

type Query = Record<string, unknown>;

interface Events {
  /** The result of a query of the data API. */
  ask(query: Query): Promise<ResultTable>;
  /** The rows of SQL on the same tables, numbers as text. */
  byHand(sql: string): Promise<(string | null)[][]>;
  /** Compares the rows of a query with those of SQL, in any order: the query's columns as `tableOf` orders them. */
  assertSame(query: Query, sql: string): Promise<void>;
}

type Running = Events & { close(): Promise<void> };

/** Call inside `describe`. Starts an emulator with the model before its tests, and stops it after them. */
export function useEvents(): () => Events {
  let running: Running | undefined;
  before(async () => {
    running = await startEvents();
  });
  after(() => running?.close());
  return () => running!;
}

async function startEvents(): Promise<Running> {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
  const tables = path.join(folder, 'tables.sql');
  writeFileSync(tables, script);
  const under: EmulatorUnderTest = await emulatorUnderTest({ source: tables, sample: false });
  const deployment = await under.newDeployment({ 'model/cubes/events.yml': model });
  assert.equal((await deployment.status('main', true)).errorText, null);
  const client = new Client({ baseUrl: under.emulator.url, credential: { token: under.emulator.apiKey } });
  const runner = new QueryRunner({ client, deploymentId: deployment.id });
  const database = await ByHand.open(script);
  const ask = async (query: Query) => (await runner.run(query)).table;
  const byHand = (sql: string) => database.rows(sql);
  return {
    ask,
    byHand,
    async assertSame(query, sql) {
      const { rows } = await ask({ limit: 5000, ...query });
      const expected = await byHand(sql);
      assert.ok(expected.length > 0, 'SQL without rows proves nothing');
      assert.deepEqual(sorted(rows), sorted(expected));
    },
    async close() {
      runner.dispose();
      client.dispose();
      database.close();
      await under.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Rows as texts; the data API returns true for a 1 of a boolean member. */
function sorted(rows: readonly (readonly Cell[])[]): string[] {
  return rows
    .map((row) => JSON.stringify(row.map((cell) => (cell === true ? '1' : cell === false ? '0' : cell))))
    .sort();
}
