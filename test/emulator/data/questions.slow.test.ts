/** 300 random queries (a fifth of them by default) are answered like SQL that is written without the compiler. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient } from './dataApiClient.ts';
import { model, randomQuestion, tables } from './questions.ts';

/** Numbers in any notation, and times without what differs between a response and the database. */
function plain(value: string | boolean | null): string | number | null {
  if (value === null) return null;
  const text = String(value);
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return Number(Number(text).toPrecision(12));
  const [, date, clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.0+)?)?$/.exec(text) ?? [];
  return date ? `${date} ${clock}` : text;
}

describe('questions to the data API and to the database', () => {
  let under: EmulatorUnderTest;
  let data: DataApiClient;
  let folder: string;
  let byHand: ByHand;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'questions-'));
    const file = path.join(folder, 'tables.sql');
    await writeFile(file, tables);
    under = await emulatorUnderTest({ source: file });
    const client = await under.newDeployment(model);
    assert.equal((await client.status('main', true)).errorText, null);
    data = await DataApiClient.of(client);
    byHand = await ByHand.open(tables);
  });
  after(async () => {
    byHand.close();
    await under.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('have the same answers', async () => {
    const seed = testSeed();
    const count = someOf(300);
    let rowCount = 0;
    for (let at = 0; at < count; at++) {
      const { query, keys, sql } = randomQuestion(seed * 1000 + at);
      const { data: rows, total } = await data.load(query);
      const all = await byHand.rows(sql);
      const expected = all.slice(query.offset, query.offset + query.limit);
      const place = `${JSON.stringify(query)}\n${sql}`;
      assert.deepEqual(
        rows.map((row: Record<string, string | boolean | null>) => keys.map((key) => plain(row[key] ?? null))),
        expected.map((row) => row.map(plain)),
        place,
      );
      if (query.total) assert.equal(total, all.length, place);
      rowCount += rows.length;
    }
    assert.ok(rowCount > count, 'most questions have rows');
  }).timeout(300_000);
});
