/** One mistake in a query or test document is one problem: each change of one place in documents without problems. */

import assert from 'node:assert/strict';
import { queryProblems } from '../../../src/language/queries/problems.ts';
import { indexOf } from '../models.ts';

const index = indexOf({
  'cubes/orders.yml': `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users.id}", relationship: many_to_one }
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: amount }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    segments:
      - { name: paid, sql: "{CUBE}.paid" }
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
`,
});
const documents: Readonly<Record<string, string>> = {
  'a.query.yml': `measures:
  - orders.count
  - orders.revenue
dimensions:
  - orders.status
  - users.city
timeDimensions:
  - dimension: orders.created_at
    granularity: month
    dateRange: [2024-01-01, 2024-12-31]
segments:
  - orders.paid
filters:
  - member: orders.status
    operator: equals
    values: [open, "closed"]
  - or:
      - member: users.city
        operator: contains
        values:
          - Berlin
      - member: orders.created_at
        operator: inDateRange
        values: [2024-01-01, 2024-02-01]
order:
  orders.revenue: desc
  orders.created_at.month: asc
limit: 100
timezone: Europe/Berlin
as:
  securityContext:
    region: eu
`,
  'b.query.json': `{
  "measures": ["orders.count", "orders.revenue"],
  "dimensions": ["orders.status"],
  "timeDimensions": [
    {
      "dimension": "orders.created_at",
      "granularity": "month",
      "dateRange": "last year"
    }
  ],
  "filters": [
    { "member": "orders.status", "operator": "equals", "values": ["open"] }
  ],
  "order": [["orders.count", "desc"]],
  "limit": 100
}
`,
  'c.query.yml': `dimensions: [users.city]
order: [[users.city, asc]]
filters: [{ member: users.city, operator: set }]
`,
  'd.query.yml': `measures: [orders.count]
order:
  - id: orders.count
    desc: true
`,
  'e.test.yml': `tests:
  - name: total
    query:
      measures: [orders.count]
      timeDimensions:
        - dimension: orders.created_at
          dateRange: last year
    expect:
      scalar: 10
      tolerance: 1
  - name: by status {status}
    each:
      - { status: open, n: 3 }
      - { status: closed, n: 4 }
    query:
      measures: [orders.count]
      dimensions:
        - orders.status
      filters:
        - member: orders.status
          operator: equals
          values: ["{status}"]
    expect:
      rows:
        - { orders.status: "{status}", orders.count: "{n}" }
      unordered: true
      not_null: [orders.status]
      unique:
        - orders.status
      between:
        orders.count: [1, 10]
      row_count:
        min: 1
        max: 2
  - name: same
    query: a.query.yml
    expect:
      same_as:
        measures: [orders.count]
        dimensions: [users.city]
  - name: failing
    query:
      measures: [orders.count]
      order:
        orders.count: desc
    expect:
      error: not allowed
`,
};

interface Mistake {
  what: string;
  text: string;
}

const otherNames = [
  'orders.count',
  'orders.status',
  'users.city',
  'orders.paid',
  'orders.created_at',
  'orders',
  'a.b.c',
  'a.b',
];
const otherValues = ['', '[]', '{}', '5', 'true', 'null', '-1', 'foo', '[foo]', '{ foo: 1 }', '2024-13'];
const otherLists = ['', '[]', '{}', '5', 'true', 'null', 'foo', '[[]]', '[null]', '[1, 2, 3]'];

function mistakesIn(text: string): Mistake[] {
  const found: Mistake[] = [];
  const replaced = (what: string, pattern: RegExp, texts: (match: RegExpExecArray) => readonly string[]) => {
    for (const match of text.matchAll(pattern))
      for (const by of texts(match)) {
        const start = match.index + (match[0].length - (match[1] ?? match[0]).length);
        const end = match.index + match[0].length;
        if (text.slice(start, end) !== by)
          found.push({ what: `${what} at ${start}: ${by}`, text: text.slice(0, start) + by + text.slice(end) });
      }
  };
  replaced('word', /\w+/g, ([word]) => [`${word.slice(0, -1)}x`, word.slice(0, -1), word + word.slice(-1)]);
  replaced('name', /[A-Za-z_]\w*(?:\.\w+)+/g, ([name]) => [name.slice(name.indexOf('.') + 1), ...otherNames]);
  replaced('character', /[:\-,[\]{}"]/g, () => ['']);
  replaced('line', /^.*\n/gm, ([line]) => ['', line + line, `  ${line}`, `\t${line}`, line.replace(/^ {2}/, '')]);
  replaced('value', /: ([^\s[{][^\n]*)/g, () => otherValues);
  replaced('list', /\[[^[\]]*\]/g, () => otherLists);
  replaced('block', /\{[^{}]*\}/g, () => ['', '[]', '{}', '5', 'foo']);
  return found;
}

const queryAt = (path: string) => (path === 'a.query.yml' ? undefined : null);

describe('one mistake', () => {
  for (const [path, text] of Object.entries(documents)) {
    const problemsIn = (changed: string) =>
      queryProblems(index, { path, text: changed }, { queryAt }).map(
        ({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`,
      );

    it(`is one problem at most in ${path}`, () => {
      assert.deepEqual(problemsIn(text), []);
      const several = mistakesIn(text).flatMap(({ what, text: changed }) => {
        const found = problemsIn(changed);
        return found.length > 1 ? [`${what}\n${found.join('\n')}`] : [];
      });
      assert.deepEqual(several, []);
    });
  }
});
