import assert from 'node:assert/strict';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { Database } from '../../src/database/database.ts';

describe('a database of one request', () => {
  const database = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb' } });
  after(() => database.dispose());

  const at = '2020-03-01T10:20:30.000Z';
  const select = async (sql: string, instant: string | undefined = at, setup: readonly string[] = []) => {
    const [result] = await database.scratch({
      at: instant,
      setup: setup.map((one) => ({ what: 'given.t', sql: one })),
      statements: [{ sql, params: [] }],
    });
    return 'rows' in result! ? result.rows.values : result!.problem.message;
  };

  it('has the tables of that request only', async () => {
    assert.deepEqual(await select('SELECT a FROM t', undefined, ['CREATE TABLE t AS SELECT 0.10 AS a']), [['0.10']]);
    assert.match(String(await select('SELECT a FROM t')), /Table with name t does not exist/);
    await assert.rejects(
      select('SELECT 1', at, ["CREATE TABLE t AS SELECT CAST('x' AS INTEGER) AS a"]),
      /^UserError: given\.t: /,
    );
  });

  it('shows the given time by every function without parameters that returns one', async () => {
    const listed = await select(
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE schema_name = 'main' AND function_type = 'scalar'
       AND len(parameter_types) = 0 AND (return_type ILIKE '%TIME%' OR return_type = 'DATE')`,
      undefined,
    );
    const names = (listed as string[][]).map(([name]) => name!);
    assert.ok(names.includes('now') && names.includes('today'), String(names));
    for (const name of names) {
      const shown = await select(`SELECT CAST(${name}() AS VARCHAR)`);
      const isRefused = typeof shown === 'string' && /^“at” cannot decide the time/.test(shown);
      assert.ok(isRefused || /^(2020-03-01|10:20:30)/.test(String((shown as string[][])[0]![0])), `${name}: ${shown}`);
    }
  });

  for (const [sql, expected] of [
    ['CURRENT_DATE', '2020-03-01'],
    ['current_timestamp', '2020-03-01 10:20:30+00'],
    ['LOCALTIMESTAMP', '2020-03-01 10:20:30'],
    ['"now"()', '2020-03-01 10:20:30+00'],
    ["now() AT TIME ZONE 'America/New_York'", '2020-03-01 05:20:30'],
    ["age(TIMESTAMP '2019-03-01')", '1 year'],
    ["age(TIMESTAMP '2020-03-01', TIMESTAMP '2019-03-01')", '1 year'],
    ["'system.now()' -- system.now()", 'system.now()'],
  ] as const) {
    it(`is asked by ${sql}`, async () => {
      assert.deepEqual(await select(`SELECT CAST(a AS VARCHAR) FROM (SELECT ${sql}\n AS a)`), [[expected]]);
    });
  }

  for (const sql of [
    'system.now()',
    '"system".main.now()',
    'pg_catalog.now()',
    'uuidv7()',
    "(FROM query('SELECT system.now()'))",
  ]) {
    it(`refuses ${sql}, which reads another clock`, async () => {
      assert.match(String(await select(`SELECT ${sql}`)), /^“at” cannot decide the time that/);
    });
  }

  it('reads and writes no files', async () => {
    for (const sql of ["SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM '/etc/passwd'"]) {
      assert.match(String(await select(sql)), /disabled|Permission|does not exist/i);
    }
    await assert.rejects(select('SELECT 1', at, ["COPY (SELECT 1) TO '/tmp/written.csv'"]), /disabled|Permission/i);
    await assert.rejects(select('SELECT 1', at, ["ATTACH '/tmp/other.duckdb' AS other"]), /disabled|Permission/i);
  });
});
