/** Short texts of models with access policies, and the openings that are planted in them. */

import type { Texts } from '../../model/models.ts';

/** An edit after which some callers see what they did not see before. */
export interface Opening {
  from: string;
  to: string;
  /** All that the review lists, as a reader of the policies says it. */
  lists: readonly string[];
}

export interface PolicyModel {
  name: string;
  texts: Texts;
  openings: readonly Opening[];
  /** Attributes of users that the policies read. The emulator is asked for each of them, with and without a group. */
  attributes?: readonly Readonly<Record<string, unknown>>[];
}

export const opens = (from: string, to: string, ...lists: string[]): Opening => ({ from, to, lists });

/** Each is the inner part of a policy: `group: finance`. */
export function policies(...all: string[]): string {
  return `    access_policy:\n${all.map((one) => `      - { ${one} }\n`).join('')}`;
}

export const sees = (members: string) => `member_level: { includes: [${members}] }`;
export const masked = (members: string) => `member_masking: { includes: [${members}] }`;

/** Each is a condition: `region equals north, south`. */
export const where = (...filters: string[]) => `row_level: { filters: [${filters.map(filter).join(', ')}] }`;
export const either = (...filters: string[]) => `{ or: [${filters.map(filter).join(', ')}] }`;
export const both = (...filters: string[]) => `{ and: [${filters.map(filter).join(', ')}] }`;

function filter(text: string): string {
  if (text.startsWith('{')) return text;
  const [, member, operator, values] = /^(\S+) (\S+) ?(.*)$/.exec(text)!;
  return `{ member: ${member}, operator: ${operator}${values ? `, values: [${values}]` : ''} }`;
}

const columns = `    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: region, sql: "{CUBE}.region", type: string }
      - { name: status, sql: "{CUBE}.status", type: string }
      - { name: email, sql: "{CUBE}.email", type: string }
      - { name: placed, sql: "{CUBE}.placed", type: time }
    measures:
      - { name: count, type: count }
      - { name: total, sql: "{CUBE}.amount", type: sum }
`;
/** The public members of `orders`. */
export const all = 'count, email, placed, region, status, total';

export const orders = (rest = '') => `cubes:\n  - name: orders\n    sql_table: orders\n${columns}${rest}`;

/** Only views show it. */
export const hidden = (rest = '') => orders(`    public: false\n${rest}`);

/** `customers`, to which `orders` joins. Both are hidden. */
export const joined = (ofOrders = '', ofCustomers = '') => `${hidden(`    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers}.id", relationship: many_to_one }
${ofOrders}`)}  - name: customers
    sql_table: customers
    public: false
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: city, sql: "{CUBE}.city", type: string }
      - { name: phone, sql: "{CUBE}.phone", type: string }
${ofCustomers}`;

/** Each part is a cube of the view: `join_path: orders, includes: "*"`. */
export function view(name: string, parts: readonly string[], rest = ''): string {
  return `  - name: ${name}\n    cubes:\n${parts.map((one) => `      - { ${one} }\n`).join('')}${rest}`;
}

export const views = (...texts: string[]) => `views:\n${texts.join('')}`;
/** Members of `orders` in a view. */
export const shows = (members: string) => [`join_path: orders, includes: [${members}]`];

/** The tables of all models. Each amount is a power of two, so that a sum says which rows it has. */
export const rows = [
  ['north', 'paid', 'ada@example.com', '2023-05-01', 'Oslo', '1'],
  ['north', 'open', 'ben@example.org', '2024-05-01', 'Kyiv', '2'],
  ['north', 'cancelled', null, '2025-05-01', 'Oslo', '3'],
  ['south', 'paid', 'cleo@EXAMPLE.com', '2024-05-01', 'Kyiv', null],
  ['south', 'open', null, '2025-05-01', 'Oslo', '5'],
  ['south', 'returned', 'eve@other.net', '2023-05-01', 'Kyiv', '6'],
  ['east', 'paid', 'finn@example.com', '2025-05-01', 'Oslo', null],
  ['east', 'open', 'gil@example.org', '2023-05-01', 'Kyiv', '8'],
  [null, 'paid', 'hal@example.com', '2024-05-01', 'Oslo', '9'],
  [null, null, null, null, null, null],
  ['undefined', 'null', 'undefined', '2024-12-31', 'undefined', 'null'],
].map(([region, status, email, placed, city, phone], at) => ({
  ...{ id: String(at + 1), region, status, email, placed, city, phone, amount: 2 ** at },
}));

export type Row = Readonly<Record<string, string | number | null | undefined>>;

export function tablesSql(): string {
  const text = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL'));
  const list = (names: string[]) => rows.map((row: Row) => `(${names.map((name) => text(row[name])).join()})`).join();
  return `CREATE TABLE orders (id INTEGER, customer_id INTEGER, region TEXT, status TEXT, email TEXT, placed TIMESTAMP, amount INTEGER);
INSERT INTO orders VALUES ${list(['id', 'id', 'region', 'status', 'email', 'placed', 'amount'])};
CREATE TABLE customers (id INTEGER, city TEXT, phone TEXT);
INSERT INTO customers VALUES ${list(['id', 'city', 'phone'])};
`;
}
