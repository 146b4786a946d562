import assert from 'node:assert/strict';
import { put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

interface Search {
  laws: number;
  broken: { law: string; member: string; file: string; line: number; rows: Record<string, object[]>; test: string }[];
  skipped: object[];
  isCut: boolean;
}

const model = (relationship: string) => `cubes:
  - name: customers
    sql_table: crm.customers
    joins:
      - { name: orders, sql: "{CUBE}.id = {orders}.customer_id", relationship: ${relationship} }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: credit, type: sum, sql: credit }
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: kinds, type: count_distinct, sql: status }
`;

describe('find-counterexamples', () => {
  after(removeTemporaryFolders);

  function project(text: string): string {
    const folder = temporaryFolder();
    put(folder, 'model/shop.yml', text);
    return folder;
  }

  async function search(folder: string, ...flags: string[]) {
    const { code, stdout, stderr } = await runBundle('find-counterexamples', [folder, '--json', ...flags]);
    assert.equal(stderr, '');
    return { code, stdout, found: JSON.parse(stdout) as Search };
  }

  it('finds nothing in a correct model', async () => {
    const { code, found } = await search(project(model('one_to_many')));
    assert.deepEqual({ code, broken: found.broken, skipped: found.skipped }, { code: 0, broken: [], skipped: [] });
    assert.ok(found.laws >= 8, String(found.laws));
  });

  it('finds the fewest rows for a wrong relationship, the same ones for the same seed, and a test that fails', async () => {
    const folder = project(model('one_to_one'));
    const first = await search(folder, '--seed', '7');
    assert.equal(first.code, 1);
    const found = first.found.broken.find(({ law }) => law === 'total-equals-sum-over-dimension')!;
    assert.deepEqual(
      { member: found.member, file: found.file, line: found.line },
      { member: 'customers.credit', file: 'model/shop.yml', line: 10 },
    );
    assert.deepEqual(
      Object.entries(found.rows).map(([table, rows]) => [table, rows.length]),
      [
        ['crm.customers', 1],
        ['orders', 2],
      ],
      'one customer with two orders',
    );
    assert.equal((await search(folder, '--seed', '7')).stdout, first.stdout);
    for (const [at, { test }] of first.found.broken.entries()) put(folder, `tests/${at}.test.yml`, test);
    const { code, stdout } = await runBundle('test', [folder, '--local', '--json']);
    const report = JSON.parse(stdout) as { failed: number; passed: number; errors: number };
    assert.deepEqual(
      { code, failed: report.failed, passed: report.passed, errors: report.errors },
      { code: 1, failed: first.found.broken.length, passed: 0, errors: 0 },
    );
  });

  it('gives rows to a table whose columns the model does not name', async () => {
    const folder = project(
      'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - { name: count, type: count }\n',
    );
    const { found } = await search(folder);
    assert.deepEqual([found.laws, found.broken, found.skipped], [1, [], []]);
  });

  it('ends with 4 where a law could not be tried', async () => {
    const text = model('one_to_one').replace('type: sum, sql: credit }', 'type: sum, sql: no_function(credit) }');
    const { code, found } = await search(project(text));
    assert.notEqual(found.skipped.length, 0);
    assert.deepEqual([code, found.broken], [4, []]);
  });

  it('claims nothing about a measure whose meta says so', async () => {
    const text = model('one_to_one').replace('sql: credit }', 'sql: credit, meta: { additive: false } }');
    assert.deepEqual((await search(project(text))).found.broken, []);
  });

  it('ends with 2 for wrong usage, and with 3 for a model that does not compile', async () => {
    const broken = project(
      'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - { name: b, type: bogus, sql: b }\n',
    );
    assert.equal((await runBundle('find-counterexamples', [broken, '--seed', 'x'])).code, 2);
    const { code, stderr } = await runBundle('find-counterexamples', [broken]);
    assert.deepEqual([code, /The model does not compile/.test(stderr)], [3, true], stderr);
  });
});
