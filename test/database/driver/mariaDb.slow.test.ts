import assert from 'node:assert/strict';
import type { DriverSource } from '../../../src/database/source/dataSource.ts';
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
import { type MariaDbServer, startMariaDb } from './mariaDbServer.ts';

describe('a MariaDB through its published driver', () => {
  let server: MariaDbServer;
  const open = useDatabases();

  before(async function () {
    server = await startMariaDb(this);
  });
  after(async () => {
    await server?.dispose();
  });

  const filledBy = async (script: string, deadlineMs?: number) => open(await server.database(script), deadlineMs);

  it('answers with exact numbers, times without shifts, and texts', async () => {
    const database = await filledBy(`
      SET GLOBAL time_zone = '-05:00';
      CREATE TABLE amounts (amount DECIMAL(9, 2), at TIMESTAMP NULL);
      CREATE TABLE bits (bit BIT(3));
      INSERT INTO bits VALUES (5);
      SET time_zone = '+00:00';
      INSERT INTO amounts VALUES (0.10, '2026-03-29 01:30:00'), (0.10, NULL), (0.10, NULL)`);
    const values = async (sql: string, ...params: unknown[]) => (await select(database, sql, params))[0];
    assert.deepEqual(await values('SELECT SUM(amount), COUNT(*), MAX(at) FROM amounts'), [
      '0.30',
      '3',
      '2026-03-29 01:30:00',
    ]);
    assert.deepEqual(
      await values('SELECT 9007199254740993, 18446744073709551615, 90071992547409931.25, 7, 0.1e0, CAST(0.1 AS FLOAT)'),
      ['9007199254740993', '18446744073709551615', '90071992547409931.25', 7, 0.1, 0.1],
    );
    assert.deepEqual(
      await values("SELECT TIMESTAMP'2026-03-29 01:30:00.123456', DATE'2026-03-29', TIME'01:30:00', NULL"),
      ['2026-03-29 01:30:00.123456', '2026-03-29', '01:30:00', null],
    );
    assert.deepEqual(await values(`SELECT 'Süd 🙂', TRUE, bit, X'00ff', JSON_OBJECT('a', 1) FROM bits`), [
      'Süd 🙂',
      1,
      '5',
      '0x00ff',
      '{"a": 1}',
    ]);
    assert.deepEqual(await values("SELECT ?, ? + 1, ?, '?'", "it's \\", 1.5, null), ["it's \\", 2.5, null, '?']);
  });

  it('lists what its reader may read, with keys and comments', async () => {
    const source = await server.database(`
      CREATE TABLE members (id INT PRIMARY KEY, name VARCHAR(80) NOT NULL, fee DECIMAL(9, 2) UNSIGNED COMMENT 'Yearly',
        since DATETIME, active BOOLEAN, data BLOB) COMMENT 'People';
      CREATE TABLE loans (branch INT, no INT, member INT, PRIMARY KEY (no, branch), FOREIGN KEY (member) REFERENCES members (id));
      CREATE VIEW late AS SELECT member FROM loans`);
    const { readAt, tables, ...catalog } = await open(source).catalog();
    assert.ok(!Number.isNaN(Date.parse(readAt)));
    const schema = source.variables.CUBEJS_DB_NAME!;
    assert.deepEqual(catalog, { dialect: 'mysql', searchPath: [schema], isCut: false });
    const column = (name: string, type: string, kind: string, more: object = {}) => ({
      ...{ name, type, kind, nullable: true },
      ...more,
    });
    const required = { nullable: false };
    assert.deepEqual(
      tables.filter((table) => table.schema === schema),
      [
        { schema, name: 'late', columns: [column('member', 'int(11)', 'number')], primaryKey: [], foreignKeys: [] },
        {
          ...{ schema, name: 'loans' },
          columns: [
            column('branch', 'int(11)', 'number', required),
            column('no', 'int(11)', 'number', required),
            column('member', 'int(11)', 'number'),
          ],
          primaryKey: ['no', 'branch'],
          foreignKeys: [{ columns: ['member'], schema, table: 'members', references: ['id'] }],
        },
        {
          ...{ schema, name: 'members', comment: 'People' },
          columns: [
            column('id', 'int(11)', 'number', required),
            column('name', 'varchar(80)', 'text', required),
            column('fee', 'decimal(9,2) unsigned', 'number', { comment: 'Yearly' }),
            column('since', 'datetime', 'time'),
            column('active', 'tinyint(1)', 'boolean'),
            column('data', 'blob', 'other'),
          ],
          primaryKey: ['id'],
          foreignKeys: [],
        },
      ],
    );
    assert.equal(
      tables.some(({ schema: one }) => /^(?:mysql|sys|information_schema)$/.test(one)),
      false,
    );
  });

  it('describes a statement without running it, and says what it does not know and where', async () => {
    const database = await filledBy(`
      CREATE TABLE books (id BIGINT, title TEXT, price DECIMAL(5, 2), data BLOB, \`odd name\` INT);
      CREATE FUNCTION slow() RETURNS INT RETURN SLEEP(100)`);
    assert.deepEqual(
      await database.describe('SELECT id, title, price, data, id > ?, slow(), MAKEDATE(2026, id) FROM books'),
      {
        columns: [
          { name: 'id', type: 'bigint', kind: 'number' },
          { name: 'title', type: 'text', kind: 'text' },
          { name: 'price', type: 'decimal(5,2)', kind: 'number' },
          { name: 'data', type: 'blob', kind: 'other' },
          { name: 'id > ?', type: 'int', kind: 'number' },
          { name: 'slow()', type: 'int', kind: 'number' },
          { name: 'MAKEDATE(2026, id)', type: 'date', kind: 'time' },
        ],
      },
    );
    const cases: ProblemCase[] = [
      ['SELECT titel FROM books', 'unknown-column', 'titel', 'titel'],
      ["SELECT '🙂', b.titel\nFROM books b", 'unknown-column', 'titel', 'b.titel'],
      ['SELECT `odd naem` FROM books', 'unknown-column', 'odd naem', '`odd naem`'],
      ['SELECT titel, titel FROM books', 'unknown-column', 'titel', undefined],
      ['SELECT *\nFROM lib.boks', 'unknown-table', 'lib.boks', 'lib.boks'],
      ['SELECT *\nFROM boks', 'unknown-table', 'boks', 'boks'],
      ['SELECT id, FROM books', 'other', undefined, 'FROM'],
      ['SELECT COUNT(id, 1) FROM books', 'other', undefined, ' 1) FROM'],
    ];
    await expectProblems(database, cases);
  });

  it('stops a statement in the server when its caller goes, and at its deadline', async () => {
    const database = await filledBy('', 1_000);
    const running = () =>
      server.execute("SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT BENCHMARK%'");
    const endless = 'SELECT BENCHMARK(100000000000, MD5(1))';
    await expectStops(database, { endless, running, deadline: /stopped: it took longer than 1 s/ });
  });

  it('refuses a result that is too large for the memory, and answers afterwards', async () => {
    const database = await filledBy('');
    await assert.rejects(
      select(database, "SELECT REPEAT('x', 100000) FROM information_schema.COLUMNS LIMIT 1500"),
      /more than 64 MB/,
    );
    assert.deepEqual(await select(database, 'SELECT 1 FROM DUAL WHERE 1 = 0'), []);
  });

  it('reads and writes no file, changes nothing, and answers afterwards', async () => {
    const source = await server.database(`
      CREATE TABLE kept AS SELECT 1 AS id;
      CREATE SEQUENCE numbers;
      DELIMITER //
      CREATE FUNCTION write_row() RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO kept VALUES (3); RETURN 1; END//`);
    await server.execute(`GRANT ALL ON ${source.variables.CUBEJS_DB_NAME}.* TO reader`);
    const database = open(source);
    const hostile = [
      `SELECT 1 INTO OUTFILE '${stolen}'`,
      `SELECT 1 INTO DUMPFILE '${stolen}'`,
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE kept",
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE kept",
      'SELECT write_row()',
      'SELECT NEXTVAL(numbers)',
      'SELECT 1; DROP TABLE kept',
      'DROP TABLE kept',
      'INSERT INTO kept VALUES (2)',
      'WITH one AS (SELECT 1) DELETE FROM kept',
      '/*! DROP TABLE kept */',
      '/*! DELETE FROM kept WHERE id IN ( */ SELECT 1 /*! ) */',
      '/*M! DROP TABLE kept -- */ SELECT 1',
      'CREATE TABLE more (id INT)',
      'SET SESSION TRANSACTION READ WRITE',
      'COMMIT',
      "PREPARE later FROM 'SELECT 1'",
      'CALL nothing()',
    ];
    await expectHarmless(database, hostile);
    assert.deepEqual(await select(database, "SELECT LOAD_FILE('/etc/passwd')"), [[null]]);
    // What one statement sets or locks is gone for the next one.
    await select(database, "SELECT @kept := 1, GET_LOCK('kept', 1)");
    assert.deepEqual(await select(database, "SELECT @kept, IS_USED_LOCK('kept')"), [[null, null]]);
  });

  it('is not used as a user who could read files of the server, unless the model is trusted', async () => {
    for (const right of ['FILE', 'ALL', 'SELECT, FILE']) {
      await server.execute(`CREATE USER careless IDENTIFIED BY 'pw'; GRANT ${right} ON *.* TO careless`);
      const careless = server.source('information_schema', { user: 'careless', password: 'pw' });
      await assert.rejects(open(careless).check(), (failure: Error) => {
        assert.match(
          failure.message,
          /“careless@%” has the right FILE, so that the SQL of a model could read and write/,
        );
        assert.match(failure.message, /CREATE USER model_reader/);
        return true;
      });
      assert.deepEqual(await select(open({ ...careless, trusted: true }), 'SELECT 1'), [[1]]);
      await server.execute('DROP USER careless');
    }
    // A role gives it, too.
    await server.execute(
      "CREATE ROLE reads_files; GRANT FILE ON *.* TO reads_files; CREATE USER careless IDENTIFIED BY 'pw'; GRANT reads_files TO careless; SET DEFAULT ROLE reads_files FOR careless",
    );
    await assert.rejects(
      open(server.source('information_schema', { user: 'careless', password: 'pw' })).check(),
      /has the right FILE/,
    );
  });

  it('says why it cannot be used, without the password', async () => {
    const source = await server.database('');
    const changed = (more: Record<string, string>) => ({ ...source, variables: { ...source.variables, ...more } });
    const cases: [DriverSource, RegExp][] = [
      [changed({ CUBEJS_DB_PASS: 'hunter2' }), /test_\d+ on 127\.0\.0\.1 \(mysql\) cannot be used: Access denied/],
      [changed({ CUBEJS_DB_NAME: 'nowhere', CUBEJS_DB_PASS: 'reader-pw' }), /Unknown database 'nowhere'/],
      [changed({ CUBEJS_DB_PORT: '1', CUBEJS_DB_PASS: 'reader-pw' }), /cannot be used: .*ECONNREFUSED/],
      [{ ...source, folders: ['/home/none'] }, /needs, is not installed/],
    ];
    await expectRefusals(open, cases);
  });

  it('answers again after the server died, with one clear error in between', async () => {
    await expectReconnects(await filledBy(''), server, {
      slow: 'SELECT SLEEP(60)',
      during: /\(mysql\) cannot be used: .*next query tries again/s,
      after: /cannot be used: .*ECONNREFUSED/,
    });
  });
});
