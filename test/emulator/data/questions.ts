/**
 * Random queries of a model with every type of measure and dimension, and the same question as SQL that DuckDB and Postgres
 * understand: one table of joined rows, from which each cube's measures take each of its own rows once in a group.
 */

import { randomFrom } from '../../run/randomFrom.ts';

export const tables = `
CREATE TABLE buyers (id INTEGER, region TEXT, credit DECIMAL(12, 2), vip BOOLEAN);
INSERT INTO buyers SELECT i, CASE WHEN i % 5 = 4 THEN NULL ELSE 'region ' || i % 3 END, i * 10.25, i % 2 = 0
  FROM generate_series(1, 12) AS series(i);
CREATE TABLE sales (id INTEGER, buyer INTEGER, amount DECIMAL(18, 4), quantity INTEGER, status TEXT, paid BOOLEAN, moment TIMESTAMP);
INSERT INTO sales SELECT i, CASE WHEN i % 11 = 0 THEN NULL ELSE i % 10 + 1 END, CASE WHEN i % 13 = 0 THEN NULL ELSE (i * 7919 % 1000) / 8.0 END,
  i % 9, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 7 < 3 THEN 'new' WHEN i % 7 < 5 THEN 'Paid_1' ELSE '50% off' END, i % 3 = 0,
  TIMESTAMP '2026-01-01 00:30:00' + i * 17 * INTERVAL '1 hour' + i * INTERVAL '7 minutes'
  FROM generate_series(1, 400) AS series(i);
CREATE TABLE items (id INTEGER, sale INTEGER, kind TEXT, price DECIMAL(12, 2));
INSERT INTO items SELECT i, i * 3 % 390 + 1, CASE WHEN i % 6 = 0 THEN NULL ELSE 'kind ' || i % 4 END, (i % 50) * 1.01
  FROM generate_series(1, 500) AS series(i);
`;

const sales = `
    joins:
      - {name: buyers, relationship: many_to_one, sql: "{CUBE}.buyer = {buyers.id}"}
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items.sale}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, public: true}
      - {name: status, sql: status, type: string}
      - {name: quantity, sql: quantity, type: number}
      - {name: amount, sql: amount, type: number}
      - {name: paid, sql: paid, type: boolean}
      - name: size
        type: string
        case: {when: [{sql: "{CUBE}.quantity > 5", label: large}, {sql: "{CUBE}.quantity > 2", label: middle}], else: {label: small}}
      - name: at
        sql: moment
        type: time
        granularities:
          - {name: fortnight, interval: 2 weeks, origin: "2026-01-05"}
          - {name: fiscal, interval: 1 year, offset: 3 months}
          - {name: sunday_week, interval: 1 week, offset: -1 day}
    segments:
      - {name: small, sql: "{CUBE}.quantity < 4"}
    measures:
      - {name: count, type: count}
      - {name: paid_count, type: count, filters: [{sql: "{CUBE}.paid"}]}
      - {name: total, type: sum, sql: amount}
      - {name: average, type: avg, sql: amount}
      - {name: least, type: min, sql: amount}
      - {name: most, type: max, sql: amount}
      - {name: statuses, type: count_distinct, sql: status}
      - {name: about, type: count_distinct_approx, sql: buyer}
      - {name: per_sale, type: number, sql: "{total} / NULLIF({count}, 0)"}
      - {name: any_paid, type: boolean, sql: "{paid_count} > 0"}
      - {name: last_at, type: time, sql: "MAX({CUBE}.moment)"}
      - {name: first_status, type: string, sql: "MIN({CUBE}.status)"}
      - {name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}}
      - {name: coming, type: sum, sql: amount, rolling_window: {leading: unbounded}}
      - {name: last_days, type: sum, sql: amount, rolling_window: {trailing: 10 day}}
      - {name: around, type: count_distinct, sql: buyer, rolling_window: {trailing: 3 day, leading: 2 day}}
      - {name: before, type: max, sql: amount, rolling_window: {trailing: 1 month, offset: start}}
      - {name: paid_weeks, type: sum, sql: quantity, rolling_window: {trailing: 2 week}, filters: [{sql: "{CUBE}.paid"}]}
      - {name: month_so_far, type: sum, sql: amount, rolling_window: {type: to_date, granularity: month}}
      - {name: year_so_far, type: count, rolling_window: {type: to_date, granularity: year}}
      - {name: place, type: rank, multi_stage: true, order_by: [{sql: "{count}", dir: desc}], reduce_by: [status]}
      - {name: of_paid, type: sum, sql: "{total}", multi_stage: true, group_by: [paid]}
      - {name: of_all_statuses, type: sum, sql: "{total}", multi_stage: true, reduce_by: [status]}
      - {name: mean_of_statuses, type: avg, sql: "{count}", multi_stage: true, add_group_by: [status]}
      - {name: share, type: number, sql: "{count} * 1.0 / {all_counts}", multi_stage: true}
      - {name: all_counts, type: sum, sql: "{count}", multi_stage: true, reduce_by: [status, paid]}
      - name: month_before
        type: number
        sql: "{total}"
        multi_stage: true
        time_shift: [{time_dimension: at, interval: 1 month, type: prior}]
      - name: week_after
        type: number
        sql: "{count}"
        multi_stage: true
        time_shift: [{time_dimension: at, interval: 1 week, type: next}]`;

export const model = {
  'model/buyers.yml': `cubes:
  - name: buyers
    sql_table: buyers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, public: true}
      - {name: region, sql: region, type: string}
      - {name: vip, sql: vip, type: boolean}
    measures:
      - {name: count, type: count}
      - {name: credit, type: sum, sql: credit}
      - {name: top, type: max, sql: credit}
`,
  'model/items.yml': `cubes:
  - name: items
    sql_table: items
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: sale, sql: sale, type: number}
      - {name: kind, sql: kind, type: string}
    measures:
      - {name: count, type: count}
      - {name: price, type: sum, sql: price}
      - {name: kinds, type: count_distinct, sql: kind}
`,
  'model/sales.yml': `cubes:
  - name: sales
    sql_table: sales${sales}
  - name: guarded
    sql_table: sales${sales}
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: status, operator: notEquals, values: [new]}
            - {member: quantity, operator: gte, values: ["1"]}
`,
};

const policy = "(status <> 'new' OR status IS NULL) AND quantity >= 1";

/** By member: its SQL over the columns of the joined rows, in which those of buyers and items have a prefix. */
const dimensions: Record<string, string> = {
  'sales.status': 'status',
  'sales.quantity': 'quantity',
  'sales.paid': 'paid',
  'sales.size': "CASE WHEN quantity > 5 THEN 'large' WHEN quantity > 2 THEN 'middle' ELSE 'small' END",
  'buyers.region': 'b_region',
  'buyers.vip': 'b_vip',
  'items.kind': 'i_kind',
};
const measures: Record<string, string> = {
  'sales.count': 'count(id)',
  'sales.paid_count': 'count(CASE WHEN paid THEN id END)',
  'sales.total': 'sum(amount)',
  'sales.average': 'avg(amount)',
  'sales.least': 'min(amount)',
  'sales.most': 'max(amount)',
  'sales.statuses': 'count(DISTINCT status)',
  'sales.about': 'count(DISTINCT buyer)',
  'sales.per_sale': 'sum(amount) / NULLIF(count(id), 0)',
  'sales.any_paid': 'count(CASE WHEN paid THEN id END) > 0',
  'sales.last_at': 'max(moment)',
  'sales.first_status': 'min(status)',
  'buyers.count': 'count(b_id)',
  'buyers.credit': 'sum(b_credit)',
  'buyers.top': 'max(b_credit)',
  'items.count': 'count(i_id)',
  'items.price': 'sum(i_price)',
  'items.kinds': 'count(DISTINCT i_kind)',
};
const columns: Record<string, string> = {
  sales: 'id, buyer, amount, quantity, status, paid, moment',
  buyers: 'b_id, b_region, b_credit, b_vip',
  items: 'i_id, i_kind, i_price',
};

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Apia'];
const truncated = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

export interface Asked {
  query: {
    measures: string[];
    dimensions: string[];
    timeDimensions: object[];
    filters: object[];
    segments: string[];
    timezone: string;
    order: [string, 'asc'][];
    limit: number;
    offset: number;
    total: boolean;
  };
  /** The keys of the columns of `sql`. */
  keys: string[];
  /** All rows of the query, in its order. */
  sql: string;
}

export function randomQuestion(seed: number): Asked {
  const random = randomFrom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => {
    const left = [...list];
    return Array.from({ length: Math.floor(random() * (most + 1)) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
  };
  const timezone = one(zones);
  const selected = some(Object.keys(dimensions), 2);
  const withItems = () => [...selected, ...chosen].some((name) => name.startsWith('items.'));
  const chosen = [...new Set([one(Object.keys(measures)), ...some(Object.keys(measures), 3)])];
  if (!chosen.some((name) => name.startsWith('sales.'))) chosen.push('sales.count');

  const local = `timezone('${timezone}', timezone('UTC', moment))`;
  const week = `date_trunc('week', ${local})`;
  const granularity = random() < 0.6 ? one([...truncated, 'fortnight', 'fiscal']) : undefined;
  const bucket =
    granularity === undefined
      ? []
      : [
          {
            // The week, or the one before: the number of days since the origin is a multiple of 7.
            fortnight: `${week} - CAST(((CAST(${week} AS DATE) - DATE '2026-01-05') % 14 + 14) % 14 AS INTEGER) * INTERVAL '1 day'`,
            fiscal: `date_trunc('year', ${local} - INTERVAL '3 months') + INTERVAL '3 months'`,
          }[granularity] ?? `date_trunc('${granularity}', ${local})`,
        ];
  const where: string[] = [];
  const timeDimensions: object[] = [];
  const day = () =>
    `2026-${String(1 + Math.floor(random() * 10)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const range = random() < 0.5 ? ([day(), day()].sort() as [string, string]) : undefined;
  if (range) where.push(`CAST(${local} AS DATE) BETWEEN DATE '${range[0]}' AND DATE '${range[1]}'`);
  if (granularity || range) {
    timeDimensions.push({
      dimension: 'sales.at',
      ...(granularity && { granularity }),
      ...(range && { dateRange: range }),
    });
  }
  const filters: object[] = [];
  const having: string[] = [];
  for (const make of some([textFilter, textFilter, numberFilter, booleanFilter, timeFilter, orFilter], 2)) {
    const [filter, sql] = make();
    filters.push(filter);
    where.push(sql);
  }
  function textFilter(): [object, string] {
    const member = one(['sales.status', 'buyers.region', ...(withItems() ? ['items.kind'] : [])]);
    const sql = dimensions[member]!;
    const values = [one(['new', 'Paid_1', '50% off', 'region 1', 'kind 2']), one(['NEW', '_', '%', 'region', 'o'])];
    const quoted = values.map((value) => `'${value}'`).join(', ');
    const found = (test: (value: string) => string) => values.map(test).join(' OR ');
    const lower = (value: string) => `'${value.toLowerCase()}'`;
    const contains = found((value) => `position(${lower(value)} IN lower(${sql})) > 0`);
    const starts = found((value) => `left(lower(${sql}), ${value.length}) = ${lower(value)}`);
    const ends = found((value) => `right(lower(${sql}), ${value.length}) = ${lower(value)}`);
    const conditions: Record<string, string> = {
      equals: `${sql} IN (${quoted})`,
      notEquals: `(${sql} NOT IN (${quoted}) OR ${sql} IS NULL)`,
      contains: `(${contains})`,
      notContains: `(NOT (${contains}) OR ${sql} IS NULL)`,
      startsWith: `(${starts})`,
      notStartsWith: `(NOT (${starts}) OR ${sql} IS NULL)`,
      endsWith: `(${ends})`,
      notEndsWith: `(NOT (${ends}) OR ${sql} IS NULL)`,
      set: `${sql} IS NOT NULL`,
      notSet: `${sql} IS NULL`,
    };
    const operator = one(Object.keys(conditions));
    return [{ member, operator, ...(!operator.toLowerCase().endsWith('set') && { values }) }, conditions[operator]!];
  }
  function numberFilter(): [object, string] {
    const operator = one(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte']);
    const value = one(['3', '4.5', '60.125', '0']);
    const sign = { equals: '=', notEquals: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }[operator];
    const orNull = operator === 'notEquals' ? ' OR amount IS NULL' : '';
    return [{ member: 'sales.amount', operator, values: [value] }, `(amount ${sign} ${value}${orNull})`];
  }
  function booleanFilter(): [object, string] {
    const value = one(['true', 'false']);
    return [{ member: 'sales.paid', operator: 'equals', values: [value] }, `paid = ${value}`];
  }
  function timeFilter(): [object, string] {
    const operator = one(['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate', 'notInDateRange', 'onTheDate']);
    const [from, to] = [day(), day()].sort() as [string, string];
    const date = `CAST(${local} AS DATE)`;
    const conditions: Record<string, string> = {
      beforeDate: `${date} < DATE '${from}'`,
      beforeOrOnDate: `${date} <= DATE '${from}'`,
      afterDate: `${date} > DATE '${from}'`,
      afterOrOnDate: `${date} >= DATE '${from}'`,
      onTheDate: `${date} = DATE '${from}'`,
      notInDateRange: `${date} NOT BETWEEN DATE '${from}' AND DATE '${to}'`,
    };
    const values = operator === 'notInDateRange' ? [from, to] : [from];
    return [{ member: 'sales.at', operator, values }, conditions[operator]!];
  }
  function orFilter(): [object, string] {
    const [a, b, c] = [textFilter(), numberFilter(), booleanFilter()];
    return [{ or: [a[0], { and: [b[0], c[0]] }] }, `(${a[1]} OR (${b[1]} AND ${c[1]}))`];
  }
  const segments = random() < 0.2 ? ['sales.small'] : [];
  if (segments.length > 0) where.push('quantity < 4');
  if (random() < 0.25) {
    const [operator, sign] = one([
      ['gt', '>'],
      ['lte', '<='],
      ['equals', '='],
    ] as const);
    filters.push({ member: 'sales.count', operator, values: ['3'] });
    having.push(`m_count ${sign} 3`);
  }
  const isGuarded = random() < 0.2;
  if (isGuarded) where.push(policy);

  const keys = [...selected, ...(granularity ? [`sales.at.${granularity}`] : []), ...chosen];
  const groups = [...selected.map((name) => dimensions[name]!), ...bucket];
  const members = [...selected, ...chosen, ...(JSON.stringify(filters).match(/(?<="member":")[\w.]+/g) ?? [])];
  const joins = [
    ...(members.some((name) => name.startsWith('buyers.'))
      ? [
          'LEFT JOIN (SELECT id AS b_id, region AS b_region, credit AS b_credit, vip AS b_vip FROM buyers) b ON buyer = b_id',
        ]
      : []),
    ...(members.some((name) => name.startsWith('items.'))
      ? ['LEFT JOIN (SELECT id AS i_id, sale AS i_sale, kind AS i_kind, price AS i_price FROM items) i ON id = i_sale']
      : []),
  ];
  const named = groups.map((sql, place) => `${sql} AS d${place}`);
  const rows = `SELECT ${['*', ...named].join(', ')} FROM sales ${joins.join(' ')}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
  const d = groups.map((_, place) => `d${place}`);
  const grouped = (cube: string, list: readonly string[]) =>
    `SELECT ${[...d, ...list].join(', ')} FROM (SELECT DISTINCT ${[...d, columns[cube]].join(', ')} FROM joined) rows_of_${cube}${d.length > 0 ? ` GROUP BY ${d.join(', ')}` : ''}`;
  const ofCube = (cube: string) =>
    chosen.flatMap((name, place) => (name.startsWith(`${cube}.`) ? [`${measures[name]} AS m${place}`] : []));
  const parts = ['sales', 'buyers', 'items'].flatMap((cube) => {
    const list = [...ofCube(cube), ...(cube === 'sales' && having.length > 0 ? ['count(id) AS m_count'] : [])];
    return list.length > 0 ? [grouped(cube, list)] : [];
  });
  const on = (place: number) =>
    d.length === 0 ? 'true' : d.map((name) => `p0.${name} IS NOT DISTINCT FROM p${place}.${name}`).join(' AND ');
  const from = parts.map((part, place) => (place === 0 ? `(${part}) p0` : `JOIN (${part}) p${place} ON ${on(place)}`));
  const out = [...d.map((name) => `p0.${name}`), ...chosen.map((_, place) => `m${place}`)];
  const sql = `WITH joined AS (${rows}) SELECT ${out.join(', ')} FROM ${from.join(' ')}${having.length > 0 ? ` WHERE ${having.join(' AND ')}` : ''}${d.length > 0 ? ` ORDER BY ${d.map((_, place) => place + 1).join(', ')}` : ''}`;
  const cut = random() < 0.3;
  const query = {
    measures: chosen,
    dimensions: selected,
    timeDimensions,
    filters,
    segments,
    timezone,
    order: keys
      .slice(0, groups.length)
      .map((key) => [key.startsWith('sales.at.') ? 'sales.at' : key, 'asc'] as [string, 'asc']),
    limit: cut ? 1 + Math.floor(random() * 5) : 50_000,
    offset: cut && groups.length > 0 ? Math.floor(random() * 4) : 0,
    total: cut,
  };
  if (!isGuarded) return { query, keys, sql };
  const guarded = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"sales.', '"guarded.')) as T;
  return { query: guarded(query), keys: guarded(keys), sql };
}
