import assert from 'node:assert/strict';
import { type PostgresServer, startPostgres } from './postgresServer.ts';
import { expectProblems, expectStops, type ProblemCase, select, useDatabases } from './serverTests.ts';

describe('a Postgres', () => {
  let server: PostgresServer;
  const open = useDatabases();

  before(async function () {
    server = await startPostgres(this);
  });
  after(async () => {
    await server?.dispose();
  });

  const filledBy = async (script: string, deadlineMs?: number) => open(await server.database(script), deadlineMs);

  it('answers with exact numbers, times without shifts, and texts', async () => {
    const database = await filledBy(`
      CREATE TABLE amounts AS SELECT 0.10::numeric(9, 2) AS amount FROM generate_series(1, 3);
      ALTER DATABASE test_1 SET TimeZone = 'America/New_York';
      ALTER DATABASE test_1 SET DateStyle = 'German'`);
    const values = async (sql: string, ...params: unknown[]) => (await select(database, sql, params))[0];
    assert.deepEqual(await values('SELECT sum(amount), count(*) FROM amounts'), ['0.30', '3']);
    assert.deepEqual(await values('SELECT 9007199254740993, 1 / 3::numeric, 7::int4, 0.1::float8'), [
      '9007199254740993',
      '0.33333333333333333333',
      7,
      0.1,
    ]);
    assert.deepEqual(
      await values(
        "SELECT timestamp '2026-03-29 01:30:00.123456', date '2026-03-29', '2026-03-29 01:30+02'::timestamptz",
      ),
      ['2026-03-29 01:30:00.123456', '2026-03-29', '2026-03-28 23:30:00+00'],
    );
    assert.deepEqual(await values("SELECT true, NULL, 'Süd', 'NaN'::float8, json_build_object('a', 1)"), [
      true,
      null,
      'Süd',
      'NaN',
      '{"a" : 1}',
    ]);
    assert.deepEqual(await values('SELECT $1::text, $2::numeric, $3::int', 'it’s', 1.5, null), ['it’s', '1.5', null]);
  });

  it('lists what its reader may read, with keys and comments', async () => {
    const database = await filledBy(`
      CREATE SCHEMA lib;
      CREATE TABLE lib.members (id int PRIMARY KEY, name varchar(80) NOT NULL, fee numeric(9, 2), since timestamptz, tags text[]);
      CREATE TABLE lib.loans (member int REFERENCES lib.members (id), late boolean, at time, opened date);
      CREATE VIEW lib.late AS SELECT member FROM lib.loans WHERE late;
      CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM lib.loans;
      CREATE TABLE parted (day date, kind text, PRIMARY KEY (kind, day)) PARTITION BY RANGE (day);
      ALTER TABLE lib.members DROP COLUMN tags;
      COMMENT ON TABLE lib.members IS 'People';
      COMMENT ON COLUMN lib.members.fee IS 'Yearly, in euros';`);
    const { readAt, ...catalog } = await database.catalog();
    assert.ok(!Number.isNaN(Date.parse(readAt)));
    const column = (name: string, type: string, kind: string, more: object = {}) => ({
      ...{ name, type, kind, nullable: true },
      ...more,
    });
    const plain = { primaryKey: [], foreignKeys: [] };
    assert.deepEqual(catalog, {
      dialect: 'postgres',
      searchPath: ['public'],
      isCut: false,
      tables: [
        { schema: 'lib', name: 'late', columns: [column('member', 'integer', 'number')], ...plain },
        {
          schema: 'lib',
          name: 'loans',
          columns: [
            column('member', 'integer', 'number'),
            column('late', 'boolean', 'boolean'),
            column('at', 'time without time zone', 'other'),
            column('opened', 'date', 'time'),
          ],
          primaryKey: [],
          foreignKeys: [{ columns: ['member'], schema: 'lib', table: 'members', references: ['id'] }],
        },
        {
          schema: 'lib',
          name: 'members',
          comment: 'People',
          columns: [
            column('id', 'integer', 'number', { nullable: false }),
            column('name', 'character varying(80)', 'text', { nullable: false }),
            column('fee', 'numeric(9,2)', 'number', { comment: 'Yearly, in euros' }),
            column('since', 'timestamp with time zone', 'time'),
          ],
          primaryKey: ['id'],
          foreignKeys: [],
        },
        { schema: 'public', name: 'counted', columns: [column('n', 'bigint', 'number')], ...plain },
        {
          schema: 'public',
          name: 'parted',
          columns: [
            column('day', 'date', 'time', { nullable: false }),
            column('kind', 'text', 'text', { nullable: false }),
          ],
          primaryKey: ['kind', 'day'],
          foreignKeys: [],
        },
      ],
    });
  });

  it('describes a statement without running it, and says what it does not know and where', async () => {
    const database = await filledBy(`
      CREATE TYPE mood AS ENUM ('good');
      CREATE TABLE books (id int8, title text, price numeric(5, 2), mood mood, "Odd ""Name" int);
      CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS 'BEGIN RAISE ''ran''; END'`);
    assert.deepEqual(
      await database.describe('SELECT id, title, price, sum(price) OVER () AS s, mood, fail() FROM books'),
      {
        columns: [
          { name: 'id', type: 'bigint', kind: 'number' },
          { name: 'title', type: 'text', kind: 'text' },
          { name: 'price', type: 'numeric(5,2)', kind: 'number' },
          { name: 's', type: 'numeric', kind: 'number' },
          { name: 'mood', type: 'mood', kind: 'text' },
          { name: 'fail', type: 'integer', kind: 'number' },
        ],
      },
    );
    const cases: ProblemCase[] = [
      ['SELECT titel FROM books', 'unknown-column', 'titel', 'titel'],
      ["SELECT '🙂', b.titel\nFROM books b", 'unknown-column', 'titel', 'b.titel'],
      ['SELECT "Odd ""Naem" FROM books', 'unknown-column', 'Odd "Naem', '"Odd'],
      ['SELECT *\nFROM lib.boks', 'unknown-table', 'lib.boks', 'lib.boks'],
      ['SELECT *\nFROM boks', 'unknown-table', 'boks', 'boks'],
      ["SELECT id + 'x'::text FROM books", 'other', undefined, '+'],
      ['SELECT id, FROM books', 'other', undefined, 'FROM'],
    ];
    await expectProblems(database, cases);
    const advice = await database.describe('SELECT titel FROM books');
    assert.match(JSON.stringify(advice), /column .*titel.* does not exist\. Perhaps you meant to reference/);
  });

  it('stops a statement in the server when its caller goes, and at its deadline', async () => {
    const database = await filledBy('', 1_000);

    const running = () =>
      server.execute(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%endless%' AND state = 'active' AND pid <> pg_backend_pid()`,
      );
    const endless =
      'WITH RECURSIVE endless AS (SELECT 1 AS n UNION ALL SELECT n FROM endless) SELECT count(*) FROM endless';
    await expectStops(database, { endless, running, deadline: /stopped: it took longer than 1 s/ });
  });

  it('refuses a result that is too large for the memory, and answers afterwards', async () => {
    const database = await filledBy('');
    await assert.rejects(
      select(database, "SELECT repeat('x', 10000) FROM generate_series(1, 100000)"),
      /more than 64 MB/,
    );
    assert.deepEqual(await select(database, 'SELECT n FROM generate_series(1, 3) n WHERE n > 5'), []);
  });
});
