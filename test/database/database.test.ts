import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { Database } from '../../src/database/database.ts';
import { repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

describe('the embedded database', () => {
  const folder = temporaryFolder('database');
  const databases: Database[] = [];
  after(() => {
    for (const database of databases) database.dispose();
    folder.remove();
  });

  const filledBy = (sql: string) => {
    const script = path.join(folder.path, `${databases.length}.sql`);
    writeFileSync(script, sql);
    const database = new Database({
      bundlePath: bundlePath('database.cjs'),
      source: { kind: 'duckdb', scripts: [script] },
    });
    databases.push(database);
    return { database, script };
  };
  const select = (database: Database, sql: string, params: readonly unknown[] = []) =>
    database.query('main', { sql, params });

  it('answers with exact numbers, times and texts', async () => {
    const { database } = filledBy('CREATE TABLE amounts AS SELECT 0.1::DECIMAL(9, 2) AS amount FROM range(3)');
    const values = async (sql: string, ...params: unknown[]) => (await select(database, sql, params)).values[0];
    assert.deepEqual(await values('SELECT sum(amount), count(*) FROM amounts'), ['0.30', '3']);
    assert.deepEqual(await values('SELECT 9007199254740993, 2::HUGEINT ** 100'), ['9007199254740993', 2 ** 100]);
    assert.deepEqual(await values('SELECT sum(x) FROM (VALUES (170141183460469231731687303715884105727)) t(x)'), [
      '170141183460469231731687303715884105727',
    ]);
    assert.deepEqual(await values("SELECT TIMESTAMP '2026-03-29 01:30:00', DATE '2026-03-29', true, NULL, 'Süd'"), [
      '2026-03-29 01:30:00',
      '2026-03-29',
      true,
      null,
      'Süd',
    ]);
    assert.deepEqual(await values('SELECT [1, 2], {a: 1}'), ['[1,2]', '{"a":1}']);
    assert.deepEqual(await values('SELECT ?, ?, ?', 'it’s', 1.5, null), ['it’s', 1.5, null]);
  });

  it('is in UTC, and knows all time zones', async () => {
    const { database } = filledBy('');
    const local = "strftime(timezone('Europe/Berlin', TIMESTAMP '2026-03-29 01:00:00'::TIMESTAMPTZ), '%H:%M')";
    assert.deepEqual((await select(database, `SELECT current_setting('TimeZone'), ${local}`)).values, [
      ['UTC', '03:00'],
    ]);
  });

  it('says that a package for all systems has no database', async () => {
    const copy = path.join(folder.path, 'database.cjs');
    copyFileSync(bundlePath('database.cjs'), copy);
    const database = new Database({ bundlePath: copy, source: { kind: 'duckdb' } });
    databases.push(database);
    await assert.rejects(select(database, 'SELECT 1'), /contains no database for \w+-\w+.*Install the package/);
  });

  it('names the file, the line and the dialect of SQL that does not fill it', async () => {
    const known = "-- Tables; and more\nCREATE TABLE a AS SELECT ';' AS id, $$\n;$$ AS more;\n\n/* ; */ ";
    const cases: [string, number, string][] = [
      [`${known}CREATE TABLE b (id NUMBER(10));`, 5, 'Catalog Error: Type with name NUMBER does not exist!'],
      [`${known}SELECT idd FROM a`, 5, 'Binder Error: Referenced column "idd" not found in FROM clause!'],
      [`${known}CREATE TABLE b AS\nSELECT 1 year'`, 6, 'Parser Error: syntax error at or near "year"'],
    ];
    for (const [sql, line, message] of cases) {
      const { database, script } = filledBy(sql);
      await assert.rejects(database.check(), (failure: Error) => {
        assert.ok(failure.message.startsWith(`${script}:${line}: ${message}`), failure.message);
        assert.match(failure.message, /dialect of this file is DuckDB/);
        return true;
      });
    }
  });

  it('reads and writes no file, loads nothing, changes nothing, and answers afterwards', async () => {
    const { database } = filledBy('CREATE TABLE kept AS SELECT 1 AS id');
    const secret = path.join(folder.path, 'secret.csv');
    writeFileSync(secret, 'password\nhunter2\n');
    const target = path.join(folder.path, 'stolen.csv');
    const hostile = [
      `SELECT * FROM read_csv('${secret}')`,
      `SELECT * FROM '${secret}'`,
      `SELECT * FROM read_text('${secret}')`,
      `SELECT * FROM glob('${folder.path}/*')`,
      `COPY kept TO '${target}'`,
      `COPY (SELECT 1) TO '${target}'`,
      `EXPORT DATABASE '${folder.path}'`,
      `ATTACH '${target}' AS other`,
      'INSTALL httpfs',
      "LOAD '/tmp/x.duckdb_extension'",
      'SET enable_external_access = true',
      'RESET lock_configuration',
      'SELECT 1; DROP TABLE kept',
      'DROP TABLE kept',
      'INSERT INTO kept VALUES (2)',
      'WITH added AS (SELECT 2) INSERT INTO kept SELECT * FROM added',
      'CREATE TABLE more (id INTEGER)',
      'COMMIT',
      "SELECT getenv('PATH')",
    ];
    for (const sql of hostile) await assert.rejects(select(database, sql), sql);
    assert.deepEqual((await select(database, 'SELECT * FROM kept')).values, [[1]]);
    const { values } = await select(database, 'SELECT table_name FROM information_schema.tables');
    assert.deepEqual(values, [['kept']]);
    await assert.rejects(async () => (await import('node:fs/promises')).stat(target), /ENOENT/);
  });

  it('starts again after its process ended', async () => {
    const { database } = filledBy('CREATE TABLE kept AS SELECT 1 AS id');
    const { values } = await select(database, 'SELECT id FROM kept');
    assert.deepEqual(values, [[1]]);
    const running = select(database, 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b');
    process.kill(database.processId!, 'SIGKILL');
    await assert.rejects(running, /connection to the other process was closed: it was ended by SIGKILL/);
    assert.deepEqual((await select(database, 'SELECT id FROM kept')).values, [[1]]);
  });

  it('keeps a program alive until it has answered, and no longer', async () => {
    const program = path.join(folder.path, 'program.ts');
    const module = pathToFileURL(path.join(repository, 'src/database/database.ts')).href;
    const lines = [
      `import { Database } from '${module}';`,
      `const database = new Database({ bundlePath: ${JSON.stringify(bundlePath('database.cjs'))}, source: { kind: 'duckdb' } });`,
      "database.query('main', { sql: 'SELECT 42', params: [] }).then(({ values }) => console.log(values[0][0]));",
    ];
    writeFileSync(program, lines.join('\n'));
    assert.equal(await runProgram(process.execPath, ['--import', 'tsx', program], { cwd: repository }), '42\n');
  });
});
