import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { Channel } from '../../src/base/channel.ts';
import { Database } from '../../src/database/database.ts';
import { processPort } from '../../src/database/processPort.ts';
import type { DatabaseRequests } from '../../src/database/source/databaseRequests.ts';
import type { DuckDbSource } from '../../src/database/source/dataSource.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

describe('a DuckDB of files', () => {
  const folder = temporaryFolder('data-files');
  const databases: Database[] = [];
  after(() => {
    for (const database of databases) database.dispose();
    folder.remove();
  });

  const open = (source: Omit<DuckDbSource, 'kind'>) => {
    const database = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb', ...source } });
    databases.push(database);
    return database;
  };
  const script = (sql: string) => {
    const file = path.join(folder.path, `${databases.length}.sql`);
    writeFileSync(file, sql);
    return open({ scripts: [file] });
  };
  const filesIn = (name: string, files: Record<string, string>) => {
    const root = path.join(folder.path, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return root;
  };
  const select = async (database: Database, sql: string) => (await database.query('main', { sql, params: [] })).values;

  it('makes a table of each file, in the schema of its folder', async () => {
    const root = filesIn('shop', {
      'orders.csv': 'id,day\n1,2026-01-02\n2,2026-01-03\n',
      'crm/people.jsonl': '{"name": "Ada"}\n{"name": "Grace"}\n',
      'crm/it’s odd.tsv': 'a\tb\n1\t2\n',
      'notes.txt': 'not data',
      '.hidden/secret.csv': 'a\n1\n',
    });
    const database = open({ folder: root });
    assert.deepEqual(await select(database, 'SELECT id, day FROM orders ORDER BY id DESC'), [
      ['2', '2026-01-03'],
      ['1', '2026-01-02'],
    ]);
    assert.deepEqual(await select(database, 'SELECT max(name) FROM crm.people'), [['Grace']]);
    const { tables } = await database.catalog();
    assert.deepEqual(
      tables.map(({ schema, name }) => `${schema}.${name}`),
      ['crm.it’s odd', 'crm.people', 'main.orders'],
    );
    assert.deepEqual(
      tables[2]!.columns.map(({ name, kind }) => [name, kind]),
      [
        ['id', 'number'],
        ['day', 'time'],
      ],
    );
  });

  it('reads Parquet, also after the database was closed to files, and no other file', async () => {
    const root = filesIn('parquet', { 'plain.csv': 'a\n1\n' });
    const writer = await (await import('@duckdb/node-api')).DuckDBInstance.create(':memory:');
    const connection = await writer.connect();
    await connection.run(`COPY (SELECT range AS id FROM range(1000)) TO '${root}/numbers.parquet'`);
    connection.closeSync();
    const database = open({ folder: root });
    assert.deepEqual(await select(database, 'SELECT count(*), max(id) FROM numbers'), [['1000', '999']]);
    await assert.rejects(select(database, `SELECT * FROM read_csv('${root}/plain.csv')`), /Permission Error/);
    await assert.rejects(select(database, `COPY numbers TO '${root}/numbers.parquet'`), /can only read/);
  });

  it('writes a time with a zone in UTC, wherever the machine is', async () => {
    const child = fork(bundlePath('database.cjs'), [], {
      env: { ...process.env, TZ: 'America/New_York' },
      serialization: 'advanced',
    });
    const requests = new Channel<DatabaseRequests>(processPort(child));
    await requests.call('start', { source: { kind: 'duckdb' }, deadlineMs: 30_000 });
    const sql = "SELECT TIMESTAMPTZ '2026-07-01 12:00:00+02' AS at";
    const { values } = await requests.call('query', { sql, params: [] });
    child.disconnect();
    assert.deepEqual(values, [['2026-07-01 10:00:00+00']]);
  });

  it('keeps every digit, and the difference of null, empty and false', async () => {
    const rows = await select(
      open({}),
      `SELECT 12345678901234567890123456789.012345679::DECIMAL(38, 9), 9007199254740993::BIGINT,
        170141183460469231731687303715884105727::HUGEINT, NULL, '', false, DATE '0044-03-15'`,
    );
    assert.deepEqual(rows, [
      [
        '12345678901234567890123456789.012345679',
        '9007199254740993',
        '170141183460469231731687303715884105727',
        null,
        '',
        false,
        '0044-03-15',
      ],
    ]);
  });

  it('refuses a result that would not fit in memory, and answers the next statement', async () => {
    const database = open({});
    await assert.rejects(
      select(database, "SELECT repeat('x', 10000) AS text FROM range(50000)"),
      /^UserError: The result has more than 64 MB\. Ask for fewer rows or columns\.$/,
    );
    assert.deepEqual(await select(database, 'SELECT 1'), [[1]]);
  });

  it('adds the sums of two tables whose rows were found by the same joins', async () => {
    const database = script(`
      CREATE TABLE buyers AS SELECT i AS id, i * 10 AS credit FROM range(1, 13) AS numbers(i);
      CREATE TABLE sales AS SELECT i AS id, i % 10 + 1 AS buyer, i % 9 AS quantity FROM range(1, 401) AS numbers(i);
      CREATE TABLE items AS SELECT i AS id, i * 3 % 390 + 1 AS sale, i % 4 AS kind FROM range(1, 501) AS numbers(i);`);
    const keys = (key: string) => `SELECT DISTINCT i.kind, ${key} AS id FROM sales s
      LEFT JOIN buyers b ON s.buyer = b.id LEFT JOIN items i ON s.id = i.sale WHERE s.quantity < 4`;
    const counts = `SELECT k.kind, count(s.id) AS n FROM (${keys('s.id')}) k LEFT JOIN sales s ON k.id = s.id GROUP BY 1`;
    const credits = `SELECT k.kind, sum(b.credit) AS n FROM (${keys('b.id')}) k LEFT JOIN buyers b ON k.id = b.id GROUP BY 1`;
    const both = `SELECT a.kind, a.n, c.n FROM (${counts}) a FULL JOIN (${credits}) c ON a.kind IS NOT DISTINCT FROM c.kind ORDER BY 1`;
    assert.deepEqual(await select(database, both), [
      ['0', '22', '300'],
      ['1', '22', '250'],
      ['2', '22', '300'],
      ['3', '22', '250'],
      [null, '135', '550'],
    ]);
  });

  it('opens a database file that is only read', async () => {
    const file = path.join(folder.path, 'kept.duckdb');
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const writer = await DuckDBInstance.create(file);
    const connection = await writer.connect();
    await connection.run('CREATE SCHEMA lib; CREATE TABLE lib.books AS SELECT 1 AS id');
    connection.closeSync();
    writer.closeSync();
    const database = open({ file });
    assert.deepEqual(await select(database, 'SELECT * FROM lib.books'), [[1]]);
    await assert.rejects(select(database, 'DELETE FROM lib.books'), /can only read/);
  });

  it('says which file cannot be read', async () => {
    const cases: [Omit<DuckDbSource, 'kind'>, RegExp][] = [
      [{ folder: filesIn('empty', { 'a.txt': '' }) }, /empty: there is no CSV, Parquet or JSON file/],
      [{ folder: filesIn('twice', { 'a.csv': 'x\n', 'A.json': '{}' }) }, /a\.csv and .*A\.json|A\.json and .*a\.csv/],
      [{ folder: filesIn('broken', { 'b.parquet': 'text' }) }, /b\.parquet: Invalid Input Error/],
      [
        { file: path.join(filesIn('other', { 'c.duckdb': 'text, not a database' }), 'c.duckdb') },
        /c\.duckdb: IO Error/,
      ],
    ];
    for (const [source, message] of cases) await assert.rejects(open(source).check(), message);
  });

  it('lists tables with keys and comments', async () => {
    const database = script(`
      CREATE SCHEMA lib;
      CREATE TABLE lib.members (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, fee DECIMAL(9, 2), since TIMESTAMP, tags VARCHAR[]);
      CREATE TABLE lib.loans (member INTEGER REFERENCES lib.members (id), late BOOLEAN);
      COMMENT ON TABLE lib.members IS 'People';
      COMMENT ON COLUMN lib.members.fee IS 'Yearly, in euros';`);
    const { readAt, ...catalog } = await database.catalog();
    assert.ok(!Number.isNaN(Date.parse(readAt)));
    const column = (name: string, type: string, kind: string, more: object = {}) => ({
      ...{ name, type, kind, nullable: true },
      ...more,
    });
    assert.deepEqual(catalog, {
      dialect: 'duckdb',
      searchPath: ['main'],
      isCut: false,
      tables: [
        {
          schema: 'lib',
          name: 'loans',
          columns: [column('member', 'INTEGER', 'number'), column('late', 'BOOLEAN', 'boolean')],
          primaryKey: [],
          foreignKeys: [{ columns: ['member'], schema: 'lib', table: 'members', references: ['id'] }],
        },
        {
          schema: 'lib',
          name: 'members',
          comment: 'People',
          columns: [
            column('id', 'INTEGER', 'number', { nullable: false }),
            column('name', 'VARCHAR', 'text', { nullable: false }),
            column('fee', 'DECIMAL(9,2)', 'number', { comment: 'Yearly, in euros' }),
            column('since', 'TIMESTAMP', 'time'),
            column('tags', 'VARCHAR[]', 'other'),
          ],
          primaryKey: ['id'],
          foreignKeys: [],
        },
      ],
    });
  });

  it('describes a statement without running it, and says what it does not know and where', async () => {
    const database = script('CREATE TABLE books (id INTEGER, title VARCHAR, price DECIMAL(5, 2))');
    assert.deepEqual(await database.describe('SELECT id, title, sum(price) AS s FROM books GROUP BY ALL'), {
      columns: [
        { name: 'id', type: 'INTEGER', kind: 'number' },
        { name: 'title', type: 'VARCHAR', kind: 'text' },
        { name: 's', type: 'DECIMAL(38,2)', kind: 'number' },
      ],
    });
    const cases: [string, string, string, string][] = [
      ['SELECT titel FROM books', 'unknown-column', 'titel', 'titel'],
      ['SELECT b.titel\nFROM books b', 'unknown-column', 'titel', 'b.titel'],
      [`SELECT ${'id, '.repeat(60)}titel FROM books`, 'unknown-column', 'titel', 'titel'],
      ['SELECT *\nFROM lib.boks', 'unknown-table', 'lib.boks', 'lib.boks'],
      ['SELECT *\nFROM boks', 'unknown-table', 'boks', 'boks'],
    ];
    for (const [sql, kind, name, at] of cases) {
      const answer = await database.describe(sql);
      assert.ok('problem' in answer, sql);
      assert.equal(answer.problem.kind, kind, answer.problem.message);
      assert.equal(answer.problem.name, name);
      assert.equal(answer.problem.offset, sql.lastIndexOf(at), `${sql}: ${answer.problem.offset}`);
      assert.doesNotMatch(answer.problem.message, /LINE \d/);
    }
    const refused = await database.describe('SELECT 1; SELECT 2');
    assert.deepEqual(refused, { problem: { message: 'The SQL of a query has to be one statement.', kind: 'other' } });
  });

  it('stops a statement when its caller goes', async () => {
    const database = script('');
    await database.check();
    const caller = new AbortController();
    const running = database.query(
      'main',
      { sql: 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b', params: [] },
      caller.signal,
    );
    setTimeout(() => caller.abort(), 100);
    await assert.rejects(running, { name: 'CancelledError' });
    assert.deepEqual(await select(database, 'SELECT 1'), [[1]]);
  });
});
