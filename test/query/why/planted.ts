/** A shop whose model and data have causes for empty and surprising results, and queries that meet each of them. */

/** 100 orders, of 10 customers and of 2 customers that do not exist; 40 of them of no store; all in 2024, status `Paid` or `open`. */
export const script = `CREATE TABLE customers (id INTEGER PRIMARY KEY, city VARCHAR(20));
INSERT INTO customers SELECT i, CASE WHEN i % 2 = 0 THEN 'Kyiv' ELSE 'Oslo' END FROM generate_series(1, 10) s(i);
CREATE TABLE stores (id INTEGER PRIMARY KEY, name VARCHAR(20));
INSERT INTO stores VALUES (1, 'North'), (2, 'South'), (3, 'Closed');
CREATE TABLE payments (id INTEGER PRIMARY KEY, code VARCHAR(20), method VARCHAR(20));
INSERT INTO payments SELECT i, 'O-' || i, 'card' FROM generate_series(1, 100) s(i);
CREATE TABLE returns (id INTEGER PRIMARY KEY, reason VARCHAR(20));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, store_id INTEGER, code VARCHAR(20), status VARCHAR(20), region VARCHAR(20), amount INTEGER, created_at TIMESTAMP);
INSERT INTO orders SELECT i, 1 + i % 12, CASE WHEN i <= 60 THEN 1 + i % 2 END, 'o-' || i, CASE WHEN i % 4 = 0 THEN 'open' ELSE 'Paid' END,
  CASE WHEN i % 5 = 0 THEN 'north' ELSE 'south' END, i, TIMESTAMP '2024-01-01 20:00:00' + i * INTERVAL '1 day' FROM generate_series(1, 100) s(i);
`;

export const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers.id}", relationship: many_to_one }
      - { name: payments, sql: "{CUBE}.code = {payments.code}", relationship: one_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: region, sql: region, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: refunded, type: sum, sql: amount, filters: [{ sql: "{CUBE}.status = 'refunded'" }] }
    segments:
      - { name: huge, sql: "{CUBE}.amount > 1000" }
    pre_aggregations:
      - { name: by_day, measures: [count], time_dimension: created_at, granularity: day }
  - name: customers
    sql_table: customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: count, type: count }
  - name: stores
    sql_table: stores
    joins:
      - { name: orders, sql: "{CUBE}.id = {orders}.store_id", relationship: one_to_many }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: code, sql: code, type: string }
      - { name: method, sql: method, type: string }
  - name: returns
    sql_table: returns
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: reason, sql: reason, type: string }
    measures:
      - { name: count, type: count }
  - name: guarded
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: status, sql: status, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: north
        row_level: { filters: [{ member: region, operator: equals, values: [north] }] }
      - group: west
        row_level: { filters: [{ member: region, operator: equals, values: [west] }] }
      - group: blind
        member_level: { includes: [count] }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [count, total, status, region, created_at] }
      - { join_path: orders.customers, includes: [city] }
    default_filters:
      - { member: status, operator: equals, values: [open], unless: [status] }
`;

export interface Planted {
  title: string;
  query: object;
  as?: object;
  zone?: string;
  /** The texts of the causes, each with its details; exactly these. */
  causes: readonly (readonly string[])[];
  notes?: readonly string[];
  /** The numbers of the steps. */
  rows?: readonly number[];
  isEmpty?: boolean;
}

const status = (value: string) => ({ member: 'orders.status', operator: 'equals', values: [value] });

export const planted: readonly Planted[] = [
  {
    title: 'a value in another case',
    query: { measures: ['orders.count'], filters: [status('paid')] },
    causes: [['Filter orders.status equals "paid": leaves 0 of 100 rows.', 'The data has "Paid" instead of "paid".']],
    rows: [100, 0],
    isEmpty: true,
  },
  {
    title: 'one of two filters',
    query: {
      dimensions: ['orders.amount'],
      filters: [status('open'), { member: 'orders.region', operator: 'equals', values: ['west'] }],
    },
    causes: [
      ['Filter orders.region equals "west": leaves 0 of 25 rows.', 'The data has these values: "north", "south"'],
    ],
    rows: [100, 25, 0],
    isEmpty: true,
  },
  {
    title: 'two filters, each of which leaves nothing',
    query: {
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      filters: [status('paid'), { member: 'orders.amount', operator: 'gt', values: ['1000'] }],
    },
    causes: [
      ['Filter orders.status equals "paid": leaves 0 of 100 rows.', 'The data has "Paid" instead of "paid".'],
      ['Filter orders.amount gt "1000": leaves 0 of 100 rows.'],
    ],
    isEmpty: true,
  },
  {
    title: 'two pairs of filters that exclude each other',
    query: {
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      filters: [
        status('open'),
        status('Paid'),
        { member: 'orders.region', operator: 'equals', values: ['north'] },
        { member: 'orders.region', operator: 'equals', values: ['south'] },
      ],
    },
    causes: [
      [
        'No row meets all of these together, although each one alone leaves some.',
        'Filter orders.status equals "open"',
        'Filter orders.status equals "Paid"',
        'Filter orders.region equals "north"',
        'Filter orders.region equals "south"',
      ],
    ],
    rows: [100, 25, 0, 0, 0],
    isEmpty: true,
  },
  {
    title: 'a segment',
    query: { measures: ['orders.total'], segments: ['orders.huge'] },
    causes: [['Segment orders.huge: leaves 0 of 100 rows.']],
    isEmpty: true,
  },
  {
    title: 'a date range without data',
    query: {
      measures: ['orders.total'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2030-01-01', '2030-12-31'] },
      ],
    },
    causes: [
      [
        'Date range of orders.created_at: 2030-01-01 – 2030-12-31: leaves 0 of 100 rows.',
        'orders.created_at goes from 2024-01-02T20:00:00.000 to 2024-04-10T20:00:00.000 in these rows.',
      ],
    ],
    isEmpty: true,
  },
  {
    title: 'a time zone that moves all rows to another day',
    query: {
      dimensions: ['orders.amount'],
      timezone: 'Asia/Tokyo',
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-01-02', '2024-01-02'] }],
    },
    causes: [
      [
        'Date range of orders.created_at: 2024-01-02 – 2024-01-02: leaves 0 of 100 rows.',
        'orders.created_at goes from 2024-01-02T20:00:00.000 to 2024-04-10T20:00:00.000 in these rows.',
      ],
      ['The time zone decides: in UTC, the date range has 1 rows, and in Asia/Tokyo, as the query asks, 0.'],
    ],
    isEmpty: true,
  },
  {
    title: 'the time zone of the reader, which gives one row less',
    query: {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-01-02', '2024-01-02'] }],
    },
    zone: 'Asia/Tokyo',
    causes: [],
    notes: ['In the time zone Asia/Tokyo, the date range has 0 rows instead of 1.'],
    rows: [100, 1],
  },
  {
    title: 'a join that starts at the other cube',
    query: { measures: ['orders.count'], dimensions: ['stores.name'] },
    causes: [['The join with stores leaves 60 of 100 rows of orders.']],
    rows: [100, 60],
  },
  {
    title: 'a join whose keys never match',
    query: {
      measures: ['orders.count'],
      filters: [{ member: 'payments.method', operator: 'equals', values: ['card'] }],
    },
    causes: [['The join with payments matches nothing: none of 100 rows has a row of payments.']],
    rows: [100, 100, 0],
    isEmpty: true,
  },
  {
    title: 'an empty table',
    query: { measures: ['returns.count'] },
    causes: [['returns has no rows.']],
    rows: [0],
    isEmpty: true,
  },
  {
    title: 'a measure with filters that no row meets',
    query: { measures: ['orders.refunded'], dimensions: ['orders.region'] },
    causes: [
      ['orders.refunded is empty in every row of the result, although 100 rows are read. It has filters of its own.'],
    ],
    isEmpty: true,
  },
  {
    title: 'a filter on a measure',
    query: {
      measures: ['orders.count'],
      dimensions: ['orders.region'],
      filters: [{ member: 'orders.count', operator: 'gt', values: ['500'] }],
    },
    causes: [['Filter orders.count gt "500": leaves 0 of 2 rows of the result.']],
    rows: [100, 2, 0],
    isEmpty: true,
  },
  {
    title: 'an offset behind the last row',
    query: { measures: ['orders.count'], dimensions: ['orders.region'], offset: 5 },
    causes: [['The offset of 5 leaves out all 2 rows of the result.']],
    isEmpty: true,
  },
  {
    title: 'a limit',
    query: { dimensions: ['orders.amount'], limit: 10 },
    causes: [],
    notes: ['The limit shows 10 of 100 rows of the result.'],
  },
  {
    title: 'a policy with a row filter',
    query: { measures: ['guarded.count'] },
    as: { groups: ['north'] },
    causes: [
      [
        'Access policies leave 20 of 100 rows to who asks.',
        'The policy of guarded for north has a row filter: [{ member: region, operator: equals, values: [north] }]',
        'The policy of guarded for west has a row filter: [{ member: region, operator: equals, values: [west] }]',
        'The policy of guarded for blind limits the members: { includes: [count] }',
      ],
    ],
    rows: [100, 20],
  },
  {
    title: 'a default filter of a view',
    query: { measures: ['sales.count'], dimensions: ['sales.region'] },
    causes: [['Default filter sales.status of sales: leaves 25 of 100 rows. The query does not ask for it.']],
    rows: [100, 25],
  },
  {
    title: 'a default filter that the query replaces',
    query: {
      measures: ['sales.count'],
      filters: [{ member: 'sales.status', operator: 'equals', values: ['Paid'] }],
    },
    causes: [],
    rows: [100, 75],
  },
  // Results that nothing but the query itself restricts.
  { title: 'a total', query: { measures: ['orders.count', 'orders.total'] }, causes: [], rows: [100] },
  {
    title: 'a joined cube that some rows do not have',
    query: { measures: ['orders.count'], dimensions: ['customers.city'] },
    causes: [],
    rows: [100, 100],
  },
  {
    title: 'a filter that leaves rows',
    query: {
      measures: ['orders.total'],
      dimensions: ['orders.region'],
      filters: [status('Paid'), { member: 'customers.city', operator: 'equals', values: ['Oslo'] }],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: ['2024-01-01', '2024-12-31'] }],
    },
    causes: [],
    rows: [100, 100, 75, 17, 17],
  },
  {
    title: 'rows of a cube with many rows in another one',
    query: { measures: ['customers.count'], dimensions: ['customers.city', 'orders.status'] },
    causes: [],
  },
];
