/**
 * Random queries with rolling windows and measures of several stages over the tables of `questions.ts`, and the same questions
 * as SQL that DuckDB and Postgres understand. Each measure is a part of its own; parts are joined by their dimensions.
 */

import { randomFrom } from '../../run/randomFrom.ts';

/** The rows of a window, by the bucket `b` that ends before `e`; `l` is the local time of a row. */
const windows: Record<string, { value: string; from?: string; to?: string }> = {
  running: { value: 'sum(amount)', to: 'e' },
  coming: { value: 'sum(amount)', from: 'e' },
  last_days: { value: 'sum(amount)', from: "e - INTERVAL '10 days'", to: 'e' },
  around: { value: 'count(DISTINCT buyer)', from: "e - INTERVAL '3 days'", to: "e + INTERVAL '2 days'" },
  before: { value: 'max(amount)', from: "b - INTERVAL '1 month'", to: 'b' },
  paid_weeks: { value: 'sum(CASE WHEN paid THEN quantity END)', from: "e - INTERVAL '14 days'", to: 'e' },
  month_so_far: { value: 'sum(amount)', from: "date_trunc('month', b)", to: 'e' },
  year_so_far: { value: 'NULLIF(count(id), 0)', from: "date_trunc('year', b)", to: 'e' },
};

/** Over the groups of a query: `n` and `total` are the count and the sum of a group. `partition` is what remains of the dimensions. */
const stages: Record<string, { value: (over: string) => string; keeps: (key: string) => boolean }> = {
  place: { value: (over) => `rank() OVER (${over} ORDER BY n DESC)`, keeps: (key) => key !== 'status' },
  of_paid: { value: (over) => `sum(total) OVER (${over})`, keeps: (key) => key === 'paid' },
  of_all_statuses: { value: (over) => `sum(total) OVER (${over})`, keeps: (key) => key !== 'status' },
  all_counts: { value: (over) => `sum(n) OVER (${over})`, keeps: (key) => key !== 'status' && key !== 'paid' },
  share: {
    value: (over) => `n * 1.0 / sum(n) OVER (${over})`,
    keeps: (key) => key !== 'status' && key !== 'paid',
  },
};

const plain: Record<string, string> = { count: 'count(id)', total: 'sum(amount)', most: 'max(amount)' };

/** The shifted time dimension is that of the table, before its time zone. */
const shifts: Record<string, { value: string; by: string }> = {
  month_before: { value: 'sum(amount)', by: "INTERVAL '1 month'" },
  week_after: { value: 'count(id)', by: "INTERVAL '-7 days'" },
};

const dimensions: Record<string, [member: string, sql: string]> = {
  status: ['sales.status', 'status'],
  paid: ['sales.paid', 'paid'],
  region: ['buyers.region', 'b_region'],
};

const filters: readonly [object, string][] = [
  [{ member: 'sales.amount', operator: 'gt', values: ['40'] }, 'amount > 40'],
  [{ member: 'sales.status', operator: 'notEquals', values: ['new'] }, "(status <> 'new' OR status IS NULL)"],
  [{ member: 'sales.paid', operator: 'equals', values: ['true'] }, 'paid'],
  [{ member: 'buyers.region', operator: 'set' }, 'b_region IS NOT NULL'],
  [{ member: 'sales.quantity', operator: 'equals', values: ['3', '7'] }, 'quantity IN (3, 7)'],
];

/** The bucket of a time, and its length. */
const granularities: Record<string, [bucket: (time: string) => string, length: string]> = {
  day: [(time) => `date_trunc('day', ${time})`, '1 day'],
  week: [(time) => `date_trunc('week', ${time})`, '7 days'],
  month: [(time) => `date_trunc('month', ${time})`, '1 month'],
  quarter: [(time) => `date_trunc('quarter', ${time})`, '3 months'],
  year: [(time) => `date_trunc('year', ${time})`, '1 year'],
  sunday_week: [(time) => `date_trunc('week', ${time} + INTERVAL '1 day') - INTERVAL '1 day'`, '7 days'],
  fiscal: [(time) => `date_trunc('year', ${time} - INTERVAL '3 months') + INTERVAL '3 months'`, '1 year'],
};
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland'];

export interface WindowQuestion {
  query: object;
  keys: string[];
  /** All rows, in any order. */
  sql: string;
}

export function randomWindowQuestion(seed: number): WindowQuestion {
  const random = randomFrom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => {
    const left = [...list];
    const count = Math.floor(random() * (most + 1));
    return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
  };
  const timezone = one(zones);
  const granularity = one(Object.keys(granularities));
  const [bucketOf, length] = granularities[granularity]!;
  const keys = some(Object.keys(dimensions), 2);
  const special = [...Object.keys(windows), ...Object.keys(stages), ...Object.keys(shifts), 'mean_of_statuses'];
  const chosen = [...new Set([one(special), ...some([...special, ...Object.keys(plain)], 2)])];
  const used = some(filters, 1);
  const day = () =>
    `2026-${String(1 + Math.floor(random() * 10)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const [from, to] = [day(), day()].sort() as [string, string];

  const localOf = (moment: string) => `timezone('${timezone}', timezone('UTC', ${moment}))`;
  const inRange = (time: string) => `CAST(${time} AS DATE) BETWEEN DATE '${from}' AND DATE '${to}'`;
  const where = used.length > 0 ? ` WHERE ${used.map(([, sql]) => sql).join(' AND ')}` : '';
  const rows = `SELECT *, ${localOf('moment')} AS l FROM sales LEFT JOIN (SELECT id AS b_id, region AS b_region FROM buyers) buyers ON buyer = b_id${where}`;
  const step = `INTERVAL '${length}'`;
  const series = `SELECT b, b + ${step} AS e FROM generate_series(${bucketOf(`TIMESTAMP '${from}'`)}, TIMESTAMP '${to}', ${step}) AS series(b)`;
  const d = keys.map((key, place) => `${dimensions[key]![1]} AS d${place}`);
  const columns = [...keys.map((_, place) => `d${place}`), 'b'];
  const grouped = (value: string, by: string, condition: string, more: readonly string[] = []) =>
    `SELECT ${[...d, `${by} AS b`, ...more, value].join(', ')} FROM joined WHERE ${condition} GROUP BY ${[...keys, by, ...more].map((_, place) => place + 1).join(', ')}`;
  const bucket = bucketOf('l');
  const part = (name: string): string => {
    const window = windows[name];
    if (window) {
      const on = [window.from && `l >= ${window.from}`, window.to && `l < ${window.to}`].filter(Boolean).join(' AND ');
      return `SELECT ${[...d, 'b', `${window.value} AS v`].join(', ')} FROM (${series}) buckets LEFT JOIN joined ON ${on} GROUP BY ${columns.map((_, place) => place + 1).join(', ')}`;
    }
    const shift = shifts[name];
    if (shift) {
      const shifted = localOf(`(moment + ${shift.by})`);
      return grouped(`${shift.value} AS v`, bucketOf(shifted), inRange(shifted));
    }
    if (name === 'mean_of_statuses') {
      const finer = grouped('count(id) AS n', bucket, inRange('l'), ['status']);
      return `SELECT ${[...columns, 'avg(n) AS v'].join(', ')} FROM (${finer}) finer GROUP BY ${columns.join(', ')}`;
    }
    const stage = stages[name];
    if (!stage) return grouped(`${plain[name]} AS v`, bucket, inRange('l'));
    const kept = [...keys, 'time'].flatMap((key, place) => (stage.keeps(key) ? [columns[place]!] : []));
    const over = kept.length > 0 ? `PARTITION BY ${kept.join(', ')}` : '';
    const groups = grouped('count(id) AS n, sum(amount) AS total', bucket, inRange('l'));
    return `SELECT ${[...columns, `${stage.value(over)} AS v`].join(', ')} FROM (${groups}) groups_of`;
  };
  // What has a row in one part only has no value in the others.
  const parts = chosen.map((name, place) => `p${place} AS (${part(name)})`);
  const all = chosen.map((_, place) => `SELECT ${columns.join(', ')} FROM p${place}`).join(' UNION ');
  const joins = chosen.map(
    (_, place) =>
      `LEFT JOIN p${place} ON ${columns.map((column) => `p${place}.${column} IS NOT DISTINCT FROM places.${column}`).join(' AND ')}`,
  );
  const out = [...columns.map((column) => `places.${column}`), ...chosen.map((_, place) => `p${place}.v`)];
  const query = {
    measures: chosen.map((name) => `sales.${name}`),
    dimensions: keys.map((key) => dimensions[key]![0]),
    timeDimensions: [{ dimension: 'sales.at', granularity, dateRange: [from, to] }],
    filters: used.map(([filter]) => filter),
    timezone,
    limit: 50_000,
  };
  return {
    query,
    keys: [...query.dimensions, `sales.at.${granularity}`, ...query.measures],
    sql: `WITH joined AS (${rows}), ${[...parts, `places AS (${all})`].join(', ')} SELECT ${out.join(', ')} FROM places ${joins.join(' ')}`,
  };
}
