/** 300 random queries (a fifth of them by default) are answered by DuckDB and Postgres like SQL that is written without the compiler. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../../database/postgresServer.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient } from './dataApiClient.ts';
import { type Asked, model, randomQuestion, tables } from './questions.ts';
import { randomWindowQuestion } from './windowQuestions.ts';

/** Numbers in any notation, and times without what differs between a response and the database. */
function plain(value: string | boolean | null): string | number | null {
  if (value === null) return null;
  const text = String(value);
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return Number(Number(text).toPrecision(12));
  const [, date, clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.0+)?)?$/.exec(text) ?? [];
  return date ? `${date} ${clock}` : text;
}

/** The same rows in one database, asked through the data API and by hand. */
interface Respondent {
  under: EmulatorUnderTest;
  data: DataApiClient;
  byHand(sql: string): Promise<(string | null)[][]>;
}

async function respondent(source: string, byHand: Respondent['byHand']): Promise<Respondent> {
  const under = await emulatorUnderTest({ source });
  const client = await under.newDeployment(model);
  assert.equal((await client.status('main', true)).errorText, null);
  return { under, data: await DataApiClient.of(client), byHand };
}

describe('questions to the data API and to the database', () => {
  let folder: string;
  let embedded: ByHand | undefined;
  let server: PostgresServer | undefined;
  const respondents: Respondent[] = [];
  before(async function () {
    server = await startPostgres(this);
    folder = await mkdtemp(path.join(tmpdir(), 'questions-'));
    const file = path.join(folder, 'tables.sql');
    await writeFile(file, tables);
    embedded = await ByHand.open(tables);
    respondents.push(await respondent(file, (sql) => embedded!.rows(sql)));
    const { host, port, database, user, password } = await server.database(tables);
    const address = `postgres://${user}:${password}@${host}:${port}/${database}`;
    respondents.push(await respondent(address, (sql) => server!.texts(sql, database)));
  });
  after(async () => {
    embedded?.close();
    for (const { under } of respondents) await under.close();
    await server?.dispose();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('have the same answers in DuckDB and Postgres', async () => {
    const seed = testSeed();
    const count = someOf(300);
    let rowCount = 0;
    for (let at = 0; at < count; at++) {
      const asked = randomQuestion(seed * 1000 + at);
      const place = `${JSON.stringify(asked.query)}\n${asked.sql}`;
      const byHand = await Promise.all(respondents.map((one) => one.byHand(asked.sql)));
      const [all, other] = byHand.map((rows) => rows.map((row) => row.map(plain)));
      assert.deepEqual(other, all, `By hand: ${place}`);
      for (const { data } of respondents) rowCount += await assertAnswer(data, asked, all!, place);
    }
    assert.ok(rowCount > count, 'most questions have rows');
  }).timeout(600_000);

  it('have the same answers about rolling windows and several stages', async () => {
    const seed = testSeed();
    const count = someOf(300);
    let rowCount = 0;
    for (let at = 0; at < count; at++) {
      const { query, keys, sql } = randomWindowQuestion(seed * 1000 + at);
      const place = `${JSON.stringify(query)}\n${sql}`;
      const byHand = await Promise.all(respondents.map((one) => one.byHand(sql)));
      const [all, other] = byHand.map((rows) => sorted(rows.map((row) => row.map(plain))));
      assert.deepEqual(other, all, `By hand: ${place}`);
      for (const { data } of respondents) {
        const { data: rows, dbType } = await data.load(query);
        const answer = rows.map((row: Record<string, string | boolean | null>) =>
          keys.map((key) => plain(row[key] ?? null)),
        );
        assert.deepEqual(sorted(answer), all, `${dbType}: ${place}`);
        rowCount += rows.length;
      }
    }
    assert.ok(rowCount > count, 'most questions have rows');
  }).timeout(600_000);
});

function sorted(rows: readonly (readonly (string | number | null)[])[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** Returns the number of rows. */
async function assertAnswer(
  data: DataApiClient,
  { query, keys }: Asked,
  all: readonly (string | number | null)[][],
  place: string,
): Promise<number> {
  const { data: rows, total, dbType } = await data.load(query);
  const expected = all.slice(query.offset, query.offset + query.limit);
  assert.deepEqual(
    rows.map((row: Record<string, string | boolean | null>) => keys.map((key) => plain(row[key] ?? null))),
    expected,
    `${dbType}: ${place}`,
  );
  if (query.total) assert.equal(total, all.length, `${dbType}: ${place}`);
  return rows.length;
}
