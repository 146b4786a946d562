/** Results of the emulator's planner, compared with SQL by hand, and the queries that it refuses. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient } from './dataApiClient.ts';

const tables = `
CREATE TABLE buyers (id INTEGER, region TEXT);
INSERT INTO buyers VALUES (1, 'north'), (2, 'south');
CREATE TABLE sales (id INTEGER, buyer INTEGER, amount INTEGER, status TEXT, currency TEXT, moment TIMESTAMP);
INSERT INTO sales VALUES
  (1, 1, 10, 'new', 'USD', '2026-01-05 10:00:00'),
  (2, 1, 10, 'new', 'EUR', '2026-01-06 10:00:00'),
  (3, 2, 10, 'new', 'USD', '2026-02-20 10:00:00'),
  (4, 2, 40, 'paid', 'USD', '2026-02-20 11:00:00'),
  (5, 2, 40, NULL, 'EUR', '2026-04-20 10:00:00');
CREATE VIEW months AS SELECT strftime(moment, '%Y-%m') AS month, sum(amount) AS total FROM sales GROUP BY 1;
`;

const model = {
  'model/buyers.yml': `cubes:
  - name: buyers
    sql_table: buyers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: region, sql: region, type: string}
`,
  'model/sales.yml': `cubes:
  - name: sales
    sql_table: sales
    joins:
      - {name: buyers, relationship: many_to_one, sql: "{CUBE}.buyer = {buyers.id}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, public: true}
      - {name: status, sql: "{CUBE}.status", type: string}
      - {name: currency, sql: currency, type: string}
      - {name: amount, sql: amount, type: number}
      - {name: at, sql: moment, type: time}
      - name: label
        type: string
        case: {when: [{sql: "{amount} > 10", label: "it's big"}], else: {label: small}}
    measures:
      - {name: count, type: count}
      - {name: total, type: sum, sql: "{amount}"}
      - {name: paid, type: sum, sql: "{amount}", filters: [{sql: "{status} = 'paid'"}]}
      - {name: running, type: sum, sql: "{amount}", rolling_window: {trailing: unbounded}}
      - {name: two_months, type: sum, sql: "{amount}", rolling_window: {trailing: 2 month}}
      - {name: change, type: number, sql: "{running} - {total}"}
      - {name: of_status, type: sum, multi_stage: true, sql: "{total}", group_by: [status]}
      - {name: paid_of_region, type: sum, multi_stage: true, sql: "{paid}", group_by: [buyers.region]}
      - {name: all_regions, type: sum, multi_stage: true, sql: "{total}", reduce_by: [buyers.region]}
      - {name: share, type: number, multi_stage: true, sql: "1.0 * {total} / {all_regions}"}
      - {name: average, type: avg, multi_stage: true, sql: "{total}", add_group_by: [status]}
      - {name: statuses, type: count, multi_stage: true, sql: "{total}", add_group_by: [status]}
      - {name: place, type: rank, multi_stage: true, order_by: [{sql: "{total}", dir: desc}], reduce_by: [buyers.region]}
      - {name: before, type: number, multi_stage: true, sql: "{total}", time_shift: [{interval: 1 month, type: prior}]}
      - {name: two_before, type: number, multi_stage: true, sql: "{two_months}", time_shift: [{time_dimension: at, interval: 1 month, type: prior}]}
      - {name: growth, type: number, multi_stage: true, sql: "{total} - {before}"}
      - {name: long_before, type: number, multi_stage: true, sql: "{before}", time_shift: [{interval: 1 year, type: prior}]}
      - {name: filtered, type: number, multi_stage: true, sql: "{total}", filter: {include: [{member: status, operator: equals, values: [paid]}]}}
      - {name: doubled, type: number, sql: "2 * {filtered}"}
      - {name: share_of, type: number, multi_stage: true, sql: "{total}", reduce_by: [status]}
      - {name: fiscal, type: sum, sql: amount, rolling_window: {type: to_date, granularity: half}}
  - name: limited
    extends: sales
    sql: "SELECT * FROM sales WHERE {FILTER_PARAMS.limited.at.filter('moment')} AND {FILTER_PARAMS.limited.status.filter('status')}"
views:
  - name: report
    cubes:
      - {join_path: sales, includes: [status, currency, at, count, total, before, of_status, filtered]}
    default_filters:
      - {member: currency, operator: equals, values: [USD], unless: [currency, at]}
      - {member: status, operator: set}
`,
};

const months = { dimension: 'sales.at', granularity: 'month', dateRange: ['2026-01-01', '2026-05-31'] };
const everyMonth = ['01', '02', '03', '04', '05'].map((month) => `SELECT '2026-${month}' AS month`).join(' UNION ALL ');
const total = 'SELECT total FROM months WHERE months.month =';
const monthBefore = (month: string) => `strftime(cast(${month} || '-01' as date) - interval '1 month', '%Y-%m')`;
const inReport = "SELECT sum(amount) FROM sales WHERE currency = 'USD' AND status IS NOT NULL";

const byStatus = (cube = 'sales') => ({ dimensions: [`${cube}.status`] });

interface Case {
  title: string;
  query: object;
  /** The columns in the order of \`columns\`, by hand. */
  sql: string;
  columns: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'a rolling window next to a plain measure: every month',
    query: { measures: ['sales.running', 'sales.total', 'sales.change'], timeDimensions: [months] },
    columns: ['sales.at.month', 'sales.running', 'sales.total', 'sales.change'],
    sql: `SELECT m.month, r, t, r - t FROM (SELECT month, (${total} m.month) AS t,
      (SELECT sum(amount) FROM sales WHERE strftime(moment, '%Y-%m') <= m.month) AS r FROM (${everyMonth}) m) m`,
  },
  {
    title: 'a time shift: months without a partner stay',
    query: { measures: ['sales.before', 'sales.total', 'sales.growth'], timeDimensions: [months] },
    columns: ['sales.at.month', 'sales.before', 'sales.total', 'sales.growth'],
    sql: `SELECT month, b, t, t - b FROM (SELECT month, (${total} m.month) AS t,
      (${total} ${monthBefore('m.month')}) AS b FROM (${everyMonth}) m) WHERE coalesce(b, t) IS NOT NULL`,
  },
  {
    title: 'a time shift of a rolling window',
    query: { measures: ['sales.two_before'], timeDimensions: [months] },
    columns: ['sales.at.month', 'sales.two_before'],
    sql: `SELECT month, (SELECT sum(total) FROM months WHERE months.month IN
      (${monthBefore('m.month')}, ${monthBefore(monthBefore('m.month'))})) FROM (${everyMonth}) m`,
  },
  {
    title: 'group_by, over a measure that refers to a dimension',
    query: { measures: ['sales.of_status', 'sales.total'], dimensions: ['sales.status', 'buyers.region'] },
    columns: ['sales.status', 'buyers.region', 'sales.of_status', 'sales.total'],
    sql: `SELECT status, region, sum(sum(amount)) OVER (PARTITION BY status), sum(amount)
      FROM sales JOIN buyers ON buyers.id = buyer GROUP BY 1, 2`,
  },
  {
    title: 'group_by, over a measure with a filter',
    query: { measures: ['sales.paid_of_region', 'sales.paid'], dimensions: ['sales.status', 'buyers.region'] },
    columns: ['sales.status', 'buyers.region', 'sales.paid_of_region', 'sales.paid'],
    sql: `SELECT status, region, sum(sum(if(status = 'paid', amount, NULL))) OVER (PARTITION BY region),
      sum(if(status = 'paid', amount, NULL)) FROM sales JOIN buyers ON buyers.id = buyer GROUP BY 1, 2`,
  },
  {
    title: 'reduce_by and a share of it',
    query: { measures: ['sales.share'], dimensions: ['sales.status', 'buyers.region'] },
    columns: ['sales.status', 'buyers.region', 'sales.share'],
    sql: `SELECT status, region, 1.0 * sum(amount) / sum(sum(amount)) OVER (PARTITION BY status)
      FROM sales JOIN buyers ON buyers.id = buyer GROUP BY 1, 2`,
  },
  {
    title: 'add_group_by, and a time dimension that only limits',
    query: {
      measures: ['sales.average', 'sales.statuses'],
      dimensions: ['buyers.region'],
      timeDimensions: [{ dimension: 'sales.at', dateRange: ['2026-01-01', '2026-12-31'] }],
    },
    columns: ['buyers.region', 'sales.average', 'sales.statuses'],
    sql: `SELECT region, avg(t), count(t) FROM (SELECT region, sum(amount) AS t FROM sales
      JOIN buyers ON buyers.id = buyer GROUP BY region, status) GROUP BY 1`,
  },
  {
    title: 'a rank',
    query: { measures: ['sales.place'], dimensions: ['buyers.region'] },
    columns: ['buyers.region', 'sales.place'],
    sql: `SELECT region, rank() OVER (ORDER BY sum(amount) DESC) FROM sales JOIN buyers ON buyers.id = buyer GROUP BY 1`,
  },
  {
    title: 'the labels of a case, with an apostrophe',
    query: { measures: ['sales.total'], dimensions: ['sales.label'] },
    columns: ['sales.label', 'sales.total'],
    sql: `SELECT if(amount > 10, 'it''s big', 'small'), sum(amount) FROM sales GROUP BY 1`,
  },
  {
    title: 'default filters of a view',
    query: { measures: ['report.total'] },
    columns: ['report.total'],
    sql: inReport,
  },
  {
    title: 'default filters, also where an unless member is selected or grouped by',
    query: {
      measures: ['report.total'],
      dimensions: ['report.currency'],
      timeDimensions: [{ dimension: 'report.at', granularity: 'year' }],
    },
    columns: ['report.currency', 'report.total'],
    sql: `SELECT 'USD', (${inReport})`,
  },
  {
    title: 'default filters, replaced by a filter on an unless member',
    query: {
      measures: ['report.total'],
      filters: [{ or: [{ member: 'report.currency', operator: 'equals', values: ['EUR'] }] }],
    },
    columns: ['report.total'],
    sql: `SELECT sum(amount) FROM sales WHERE currency = 'EUR' AND status IS NOT NULL`,
  },
  {
    title: 'default filters, replaced by a date range of an unless member',
    query: {
      measures: ['report.total'],
      timeDimensions: [{ dimension: 'report.at', dateRange: ['2026-01-01', '2026-12-31'] }],
    },
    columns: ['report.total'],
    sql: `SELECT sum(amount) FROM sales WHERE status IS NOT NULL`,
  },
  {
    title: 'FILTER_PARAMS of a measure that needs nothing from before',
    query: {
      measures: ['limited.of_status'],
      ...byStatus('limited'),
      timeDimensions: [{ ...months, dimension: 'limited.at' }],
    },
    columns: ['limited.status', 'limited.at.month', 'limited.of_status'],
    sql: `SELECT status, strftime(moment, '%Y-%m'), sum(sum(amount)) OVER (PARTITION BY status) FROM sales GROUP BY 1, 2`,
  },
  {
    title: 'a time shift in a view',
    query: {
      measures: ['report.before', 'report.total'],
      timeDimensions: [{ ...months, dimension: 'report.at' }],
      filters: [{ member: 'report.currency', operator: 'set' }],
    },
    columns: ['report.at.month', 'report.before', 'report.total'],
    sql: `SELECT month, b, t FROM (SELECT month,
      (SELECT sum(amount) FROM sales WHERE status IS NOT NULL AND strftime(moment, '%Y-%m') = m.month) AS t,
      (SELECT sum(amount) FROM sales WHERE status IS NOT NULL AND strftime(moment, '%Y-%m') = ${monthBefore('m.month')}) AS b
      FROM (${everyMonth}) m) WHERE coalesce(b, t) IS NOT NULL`,
  },
];

const more = { member: 'sales.of_status', operator: 'gt', values: ['20'] };

/** The reason of a refused query: the member and a part of the message. */
const refusals: readonly [title: string, query: object, member: string, reason: RegExp][] = [
  ['a member that is selected', { measures: ['sales.filtered'] }, 'sales.filtered', /with a `filter`/],
  ['a member that another one refers to', { measures: ['sales.doubled'] }, 'sales.filtered', /with a `filter`/],
  ['a member of a view', { measures: ['report.filtered'] }, 'sales.filtered', /with a `filter`/],
  [
    'a member in a filter only',
    { measures: ['sales.count'], filters: [{ member: 'sales.doubled', operator: 'gt', values: ['1'] }] },
    'sales.filtered',
    /with a `filter`/,
  ],
  [
    'a filter on a measure of several stages',
    { measures: ['sales.total'], ...byStatus(), filters: [{ or: [more, { ...more, operator: 'lt' }] }] },
    'sales.of_status',
    /used in a filter/,
  ],
  [
    'a shift of a shift',
    { measures: ['sales.long_before'], timeDimensions: [months] },
    'sales.before',
    /shifted already/,
  ],
  [
    'a calculated measure without a group',
    { measures: ['sales.share_of'], ...byStatus() },
    'sales.share_of',
    /does not agg/,
  ],
  [
    'groups in a view',
    { measures: ['report.of_status'], dimensions: ['report.status'] },
    'sales.of_status',
    /in a view/,
  ],
  [
    'ungrouped rows',
    { measures: ['sales.of_status'], dimensions: ['sales.id'], ungrouped: true },
    'sales.of_status',
    /ungrou/,
  ],
  [
    'FILTER_PARAMS that would cut a window',
    { measures: ['limited.running'], timeDimensions: [{ ...months, dimension: 'limited.at' }] },
    'limited.at',
    /rolling window or a time shift/,
  ],
  [
    'FILTER_PARAMS that would cut a shift',
    {
      measures: ['limited.before'],
      filters: [{ member: 'limited.at', operator: 'inDateRange', values: months.dateRange }],
    },
    'limited.at',
    /rolling window or a time shift/,
  ],
  [
    'a window to a custom granularity',
    { measures: ['sales.fiscal'], timeDimensions: [months] },
    'sales.fiscal',
    /'half'/,
  ],
];

describe('the planner of the emulator', () => {
  let under: EmulatorUnderTest;
  let data: DataApiClient;
  let folder: string;
  let byHand: ByHand;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'planner-'));
    const file = path.join(folder, 'tables.sql');
    await writeFile(file, tables);
    under = await emulatorUnderTest({ source: file });
    const client = await under.newDeployment(model);
    assert.equal((await client.status('main', true)).errorText, null);
    data = await DataApiClient.of(client);
    byHand = await ByHand.open(tables);
  });
  after(async () => {
    await under.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const { title, query, columns, sql } of cases) {
    it(title, async () => {
      const rows = (await data.rows(query)).map((row) => columns.map((column) => row[column] ?? null));
      const texts = rows.map((row) =>
        row.map((value) => (typeof value === 'string' ? value.replace(/-01T00:00:00\.000$/, '') : value)),
      );
      const order = (list: readonly unknown[]) => list.map((row) => JSON.stringify(row)).sort();
      const expected = await byHand.rows(sql);
      assert.ok(expected.length > 0);
      assert.deepEqual(order(texts), order(expected));
    });
  }

  it('counts the rows that it answers', async () => {
    const { total: count, data: rows } = await data.load({
      measures: ['sales.before', 'sales.total'],
      timeDimensions: [months],
      total: true,
    });
    assert.equal(rows.length, 5);
    assert.equal(count, 5);
  });

  for (const [title, query, member, reason] of refusals) {
    it(`refuses ${title}`, async () => {
      const message = await data.refusal(query);
      assert.ok(message.startsWith(`The emulator cannot calculate '${member}': `), message);
      assert.match(message, reason);
    });
  }

  it('refuses an order by a member that the query does not select, which it would ignore', async () => {
    const query = { measures: ['sales.total'], ...byStatus(), order: { 'sales.count': 'desc' } };
    assert.match(await data.refusal(query), /cannot order by 'sales\.count': the query does not select it/);
  });
});
