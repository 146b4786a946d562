import assert from 'node:assert/strict';
import { put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers}.id", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: is_recent, sql: "created_at >= now() - INTERVAL 7 DAY", type: boolean }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: net_revenue, type: sum, sql: "CASE WHEN {CUBE}.status = 'refunded' THEN -amount ELSE amount END" }
      - { name: today, type: count, filters: [{ sql: "CAST(created_at AS DATE) = CURRENT_DATE" }] }
  - name: customers
    sql_table: crm.customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
`;

interface Report {
  build: null;
  tests: { name: string; line: number; status: string; message: string }[];
  passed: number;
  failed: number;
  errors: number;
}

describe('test-model --local', () => {
  after(removeTemporaryFolders);

  function project(tests: string, files: Readonly<Record<string, string>> = {}): string {
    const folder = temporaryFolder();
    put(folder, 'model/orders.yml', model);
    put(folder, 'tests/a.test.yml', tests);
    for (const [name, text] of Object.entries(files)) put(folder, name, text);
    return folder;
  }

  async function run(folder: string, ...flags: string[]) {
    const { code, stdout, stderr } = await runBundle('test', [folder, '--local', '--json', ...flags]);
    assert.equal(stderr, '');
    return { code, report: JSON.parse(stdout) as Report };
  }

  it('compares what is visible to the user, without rows and without a source', async () => {
    const folder = project(
      `tests:
  - name: sales sees no amounts
    as: { groups: [sales] }
    expect: { hidden: [guarded.total, guarded.secret], visible: [guarded.count] }
  - name: with rows of its own
    as: { groups: [finance] }
    given: { orders: [{ id: 1, amount: 5 }] }
    query: { measures: [guarded.total] }
    expect: { visible: [guarded.total], scalar: 5 }
  - name: as of its own
    as: { groups: [sales] }
    given: { orders: [{ id: 1, amount: 5 }] }
    query: { measures: [guarded.total] }
    expect: { error: hidden }
  - name: not hidden
    expect: { hidden: [guarded.count] }
  - name: no such member
    expect: { hidden: [guarded.totl] }
  - name: groups that only the platform knows
    as: { user: ada }
    expect: { hidden: [guarded.total] }
  - name: the same in a query, where a refusal is expected
    as: { tenant: acme }
    given: { orders: [{ id: 1, amount: 5 }] }
    query: { measures: [guarded.total] }
    expect: { error: groups }
  - name: a user with groups
    as: { tenant: acme, user: ada, groups: [finance] }
    given: { orders: [{ id: 1, amount: 5 }] }
    query: { measures: [guarded.total] }
    expect: { visible: [guarded.total], scalar: 5 }
`,
      {
        'model/guarded.yml': `cubes:
  - name: guarded
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: secret, type: sum, sql: amount, public: false }
    access_policy:
      - { group: "*", member_level: { includes: [count] } }
      - { group: finance, member_level: { includes: "*" } }
`,
      },
    );
    const { report } = await run(folder);
    assert.deepEqual(
      report.tests.map(({ status }) => status),
      ['passed', 'passed', 'passed', 'failed', 'error', 'error', 'error', 'passed'],
      JSON.stringify(report.tests),
    );
    assert.equal(report.tests[3]!.message, 'guarded.count is visible, but should be hidden.');
    assert.equal(report.tests[4]!.message, 'The model has no member guarded.totl, so nothing hides it.');
    assert.match(report.tests[5]!.message, /^Only the platform knows the groups of “ada”/);
    assert.match(report.tests[6]!.message, /^Only the platform knows the groups of “acme”/);
  });

  it('runs tests on their own rows, each in a database of its own, at their time', async () => {
    const folder = project(
      `tests:
  - name: Refunds reduce revenue
    given:
      orders: [{ id: 1, amount: 100, status: paid }, { id: 2, amount: 30, status: refunded }]
    at: 2026-03-01T00:00:00Z
    query: { measures: [orders.net_revenue] }
    expect: { scalar: 70 }
  - name: decimals are exact
    given: { orders: [{ amount: 0.1 }, { amount: 0.2 }, { amount: 12345678901234567.89 }] }
    query: { measures: [orders.total] }
    expect: { scalar: "12345678901234568.19" }
  - name: “at” decides ranges and SQL
    given:
      orders: [{ id: 1, created_at: 2026-03-01 }, { id: 2, created_at: 2026-02-20T00:00:00Z }, { id: 3, created_at: "2026-02-28T23:59:59.999Z" }]
    at: 2026-03-01T12:00:00Z
    query:
      measures: [orders.count, orders.today]
      dimensions: [orders.is_recent]
      timeDimensions: [{ dimension: orders.created_at, dateRange: last 10 days }]
      order: { orders.is_recent: asc }
    expect:
      rows: [{ orders.is_recent: false, orders.count: 1, orders.today: 0 }, { orders.is_recent: true, orders.count: 1, orders.today: 0 }]
  - name: files, statements, joins and schemas
    given:
      orders: data/orders.csv
      crm.customers: { sql: "SELECT 1 AS id, 'Paris' AS city" }
    query: { measures: [orders.total], dimensions: [customers.city] }
    expect: { rows: [{ customers.city: Paris, orders.total: 3.75 }] }
  - name: an empty table
    given: { orders: [] }
    query: { measures: [orders.total, orders.count] }
    expect: { rows: [{ orders.total: null, orders.count: 0 }] }
  - name: "{status}"
    given: { orders: [{ id: 1, status: "{status}" }] }
    query: { measures: [orders.count], filters: [{ member: orders.status, operator: equals, values: ["{status}"] }] }
    expect: { scalar: 1 }
    each: [{ status: paid }, { status: it's }]
  - name: a refusal
    given: { orders: [] }
    query: { measures: [orders.nothing] }
    expect: { error: orders.nothing }
`,
      { 'tests/data/orders.csv': 'id,amount,customer_id\n1,1.25,1\n2,2.50,1\n' },
    );
    const { code, report } = await run(folder);
    assert.deepEqual(
      report.tests.filter(({ status }) => status !== 'passed'),
      [],
    );
    assert.deepEqual({ code, build: report.build, passed: report.passed }, { code: 0, build: null, passed: 8 });
  });

  it('says what the rows lack and what cannot run, and ends with 2; a wrong value ends with 1', async () => {
    const folder = project(
      `tests:
  - name: column
    given: { orders: [{ amount: 100 }] }
    query: { measures: [orders.net_revenue] }
    expect: { error: status }
  - name: table
    given: { orders: [{ customer_id: 1 }] }
    query: { measures: [orders.count], dimensions: [customers.city] }
    expect: { row_count: 0 }
  - name: outside
    given: { orders: ../../orders.csv }
    query: { measures: [orders.count] }
    expect: { scalar: 0 }
  - name: no rows
    query: { measures: [orders.count] }
    expect: { scalar: 0 }
  - name: branch
    given: { orders: [] }
    query: { measures: [orders.count] }
    expect: { same_as_branch: main }
  - name: clock
    given: { orders: { sql: "SELECT system.now() AS created_at" } }
    at: 2026-03-01
    query: { measures: [orders.count] }
    expect: { scalar: 1 }
`,
    );
    const { code, report } = await run(folder);
    const messages = Object.fromEntries(report.tests.map(({ name, message }) => [name, message]));
    assert.deepEqual({ code, errors: report.errors }, { code: 2, errors: 6 });
    assert.match(
      messages.column!,
      /needs the column status, which orders does not have in “given”\. Add it to the rows: status: null/,
    );
    assert.match(
      messages.table!,
      /needs the table crm\.customers.* Add it there: crm\.customers: \[\{ id: null, city: null \}\]/,
    );
    assert.match(messages.outside!, /^given\.orders: .* is outside of the project/);
    assert.match(messages['no rows']!, /no rows of its own\. Add “given”, or name a data source with --source/);
    assert.match(messages.branch!, /branch of the platform/);
    assert.match(messages.clock!, /“at” cannot decide the time that “system\.” reads/);
    const wrong = project(
      'tests:\n  - { name: a, given: { orders: [] }, query: { measures: [orders.count] }, expect: { scalar: 1 } }\n',
    );
    assert.equal((await run(wrong)).code, 1);
  });

  it('runs tests without rows on a data source: --source, or the .env of the project', async () => {
    const tests = 'tests:\n  - { name: a, query: { measures: [orders.total] }, expect: { scalar: 5.5 } }\n';
    const data = { 'data.sql': 'CREATE TABLE orders AS SELECT 1 AS id, 5.5 AS amount;\n' };
    const folder = project(tests, data);
    assert.deepEqual((await run(folder, '--source', `${folder}/data.sql`)).report.passed, 1);
    assert.equal((await run(folder)).code, 2);
  });
});
