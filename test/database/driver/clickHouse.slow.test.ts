import assert from 'node:assert/strict';
import {
  expectHarmless,
  expectProblems,
  expectReconnects,
  expectRefusals,
  expectStops,
  type ProblemCase,
  select,
  stolen,
  useDatabases,
} from '../serverTests.ts';
import { type ClickHouseServer, limitedReader, startClickHouse } from './clickHouseServer.ts';

describe('a ClickHouse through its published driver', () => {
  let server: ClickHouseServer;
  const open = useDatabases();

  before(async function () {
    server = await startClickHouse(this);
  });
  after(async () => {
    await server?.dispose();
  });

  it('answers with exact numbers, times without shifts, and texts, or says that it cannot', async () => {
    const database = open(
      await server.database(
        'CREATE TABLE amounts (amount Decimal(18, 2)) ENGINE = Log',
        'INSERT INTO amounts VALUES (0.10), (0.10), (0.10)',
      ),
    );
    const values = async (sql: string, ...params: unknown[]) => (await select(database, sql, params))[0];
    assert.deepEqual(await values('SELECT toString(sum(amount)), sum(amount), count() FROM amounts'), [
      '0.30',
      '0.3',
      '3',
    ]);
    assert.deepEqual(await values('SELECT toInt64(9007199254740993), toUInt64(18446744073709551615), toFloat32(0.1)'), [
      '9007199254740993',
      '18446744073709551615',
      '0.1',
    ]);
    assert.deepEqual(
      await values("SELECT toDateTime('2026-03-29 01:30:00', 'UTC'), toDate('2026-03-29'), 'Süd', NULL"),
      ['2026-03-29T01:30:00.000', '2026-03-29T00:00:00.000', 'Süd', null],
    );
    assert.deepEqual(await values('SELECT ?, ?', "it's \\", 1.5), ["it's \\", '1.5']);
    // This server writes decimals as numbers, which the driver rounds.
    await assert.rejects(values('SELECT toDecimal64(90071992547409.93, 4) AS a'), /rounds numbers.*“a”/);
    // A row without a partner has no values.
    assert.deepEqual(await values('SELECT a, c FROM (SELECT 1 AS a) LEFT JOIN (SELECT 2 AS a, 3 AS c) USING a'), [
      '1',
      null,
    ]);
    assert.deepEqual(await database.query('main', { sql: 'SELECT amount FROM amounts WHERE amount > 1', params: [] }), {
      columns: ['amount'],
      values: [],
    });
  });

  it('lists the tables of its database', async () => {
    const source = await server.database(
      'CREATE TABLE loans (id UInt64, late Nullable(UInt8), at DateTime, tags Array(String)) ENGINE = Log',
    );
    const { readAt, ...catalog } = await open(source).catalog();
    assert.ok(!Number.isNaN(Date.parse(readAt)));
    const schema = source.variables.CUBEJS_DB_NAME!;
    const column = (name: string, type: string, kind: string) => ({ name, type, kind, nullable: true });
    assert.deepEqual(catalog, {
      ...{ dialect: 'clickhouse', searchPath: [schema], isCut: false },
      tables: [
        {
          ...{ schema, name: 'loans', primaryKey: [], foreignKeys: [] },
          columns: [
            column('at', 'DateTime', 'time'),
            column('id', 'UInt64', 'number'),
            column('late', 'Nullable(UInt8)', 'number'),
            column('tags', 'Array(String)', 'other'),
          ],
        },
      ],
    });
  });

  it('describes a statement without reading rows, and says what it does not know and where', async () => {
    const database = open(
      await server.database('CREATE TABLE books (id UInt64, title String, price Decimal(9, 2)) ENGINE = Log'),
    );
    assert.deepEqual(await database.describe('SELECT id, title, price, now() AS at, 1 / 0 AS ratio FROM books'), {
      columns: [
        { name: 'id', type: 'bigint', kind: 'number' },
        { name: 'title', type: 'text', kind: 'text' },
        { name: 'price', type: 'decimal', kind: 'number' },
        { name: 'at', type: 'timestamp', kind: 'time' },
        { name: 'ratio', type: 'double', kind: 'number' },
      ],
    });
    const cases: ProblemCase[] = [
      ['SELECT titel FROM books', 'unknown-column', 'titel', 'titel'],
      ['SELECT *\nFROM lib.boks', 'unknown-table', 'lib', 'lib'],
      ['SELECT *\nFROM boks', 'unknown-table', 'boks', 'boks'],
      ['SELECT toDateTime64(now(), 0)', 'other', undefined, 'toDateTime64'],
    ];
    await expectProblems(database, cases);
  });

  it('stops a statement in the server when its caller goes, and at its deadline', async () => {
    const database = open(await server.database(), 1_500);
    const running = () =>
      server.execute("SELECT 1 FROM system.processes WHERE query LIKE 'SELECT count() FROM system.n%'");
    const endless = 'SELECT count() FROM system.numbers';
    await expectStops(database, { endless, running, deadline: /stopped: it took longer than 1\.5 s/ });
  });

  it('refuses a result that is too large for the memory, and answers afterwards', async () => {
    const database = open(await server.database());
    await assert.rejects(
      select(
        database,
        "SELECT concat(toString(number), ' some text that makes it long') FROM system.numbers LIMIT 9000000",
      ),
      /too large/,
    );
    assert.deepEqual(await select(database, 'SELECT 1'), [['1']]);
  });

  it('reads and writes no file, changes nothing, and answers afterwards', async () => {
    const database = open(
      await server.database('CREATE TABLE kept (id UInt8) ENGINE = Log', 'INSERT INTO kept VALUES (1)'),
    );
    const hostile = [
      "SELECT * FROM file('/etc/passwd', 'CSV', 'a String')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
      "SELECT * FROM remote('127.0.0.2', system, one)",
      `SELECT 1 INTO OUTFILE '${stolen}'`,
      'SELECT 1; DROP TABLE kept',
      'SELECT 1 SETTINGS readonly = 0',
      'DROP TABLE kept',
      'INSERT INTO kept VALUES (2)',
      'CREATE TABLE more (id UInt8) ENGINE = Log',
      'SET readonly = 0',
      'SYSTEM SHUTDOWN',
      'KILL QUERY WHERE 1',
    ];
    await expectHarmless(database, hostile);
  });

  it('is used as a user who can set nothing only if its profile has what exact answers need', async () => {
    const { variables } = await server.database();
    const source = server.source(variables.CUBEJS_DB_NAME!, limitedReader);
    await assert.rejects(open(source).check(), /can set nothing, and its setting “join_use_nulls” is 0/);
    const complete = open(server.source(variables.CUBEJS_DB_NAME!, { ...limitedReader, user: 'complete' }));
    assert.deepEqual(await select(complete, 'SELECT 1'), [['1']]);
    await assert.rejects(select(complete, "SELECT * FROM file('/etc/passwd', 'CSV', 'a String')"), /readonly/);
  });

  it('says why it cannot be used, and answers again after the server died', async () => {
    const source = await server.database();
    const wrong = {
      ...source,
      variables: { ...source.variables, CUBEJS_DB_USER: 'reader', CUBEJS_DB_PASS: 'hunter2' },
    };
    await expectRefusals(open, [[wrong, /\(clickhouse\) cannot be used: .*password/i]]);
    await expectReconnects(open(source), server, {
      slow: 'SELECT count() FROM system.numbers',
      during: /\(clickhouse\) cannot be used: .*next query tries again/s,
      after: /cannot be used: .*ECONNREFUSED/,
    });
  });
});
