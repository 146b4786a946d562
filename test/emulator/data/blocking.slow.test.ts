/** A statement that never ends, in one branch: other branches get their answers, and the query itself ends at its time limit. */

import assert from 'node:assert/strict';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import type { UserError } from '../../../src/base/errors.ts';
import { Database } from '../../../src/database/database.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS i FROM n';
const total = { measures: ['sales.total_amount'] };

describe('a statement that never ends', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest({ dataPace: { waitMs: 50 } });
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    await client.status('main', true);
  });
  after(() => under.close());

  it('blocks neither production nor another branch', async () => {
    const cube = `cubes:\n  - name: loop\n    sql: >-\n      ${endless}\n    measures:\n      - name: count\n        type: count\n`;
    const branch = await client.openDevMode();
    await client.done(client.put({ 'model/cubes/loop.yml': cube }, branch));
    assert.equal((await client.status(branch, true)).errorText, null);
    const loop = await DataApiClient.of(client, branch);
    const waiting = { error: 'Continue wait' };
    assert.deepEqual((await loop.once({ measures: ['loop.count'] })).body, waiting);
    const admin = client.as(under.emulator.adminApiKey);
    const other = await admin.openDevMode();
    await admin.status(other, true);
    for (const data of [await DataApiClient.of(client), await DataApiClient.of(admin, other)]) {
      assert.deepEqual(await data.rows(total), [{ 'sales.total_amount': '695397' }]);
    }
    assert.deepEqual((await loop.once({ measures: ['loop.count'] })).body, waiting);
  });

  it('ends in the database when its caller goes', async () => {
    const loop = await DataApiClient.of(client, await client.openDevMode());
    const admin = client.as(under.emulator.adminApiKey);
    await admin.done(admin.send('POST', '/_emulator/data', { slowMs: 0, waitMs: 60_000 }));
    const gone = new AbortController();
    const request = fetch(`${loop.url}/load`, {
      method: 'POST',
      headers: { authorization: loop.token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ query: { measures: ['loop.count'], limit: 7 } }),
      signal: gone.signal,
    });
    // Statements of a branch run one after another: the next one would wait for the time limit.
    setTimeout(() => gone.abort(), 1000);
    await assert.rejects(request, { name: 'AbortError' });
    assert.deepEqual((await loop.once(total)).body.data, [{ 'sales.total_amount': '695397' }]);
  }).timeout(25_000);

  it('ends at the time limit of its branch, which then answers again', async () => {
    const database = new Database({
      bundlePath: bundlePath('database.cjs'),
      source: { kind: 'duckdb' },
      deadlineMs: 500,
    });
    const statement = { sql: 'SELECT 1 AS one', params: [] };
    const rows = { columns: ['one'], values: [[1]] };
    const stopped = assert.rejects(
      database.query('dev', { sql: endless, params: [] }),
      (failure: UserError) => failure.code === 'query-timeout',
    );
    const next = database.query('dev', statement);
    assert.deepEqual(await database.query('main', statement), rows);
    await stopped;
    assert.deepEqual(await next, rows);
    database.dispose();
  });

  it('of one branch does not end the database if it needs more memory than there is', async () => {
    const database = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb' } });
    const running = database.query('dev', { sql: 'SELECT list(range) FROM range(400000000)', params: [] });
    await assert.rejects(running, /^UserError: Out of Memory Error: failed to allocate data of size [^)]*\)$/);
    const { values } = await database.query('dev', { sql: 'SELECT 1', params: [] });
    assert.deepEqual(values, [[1]]);
    database.dispose();
  }).timeout(120_000);
});
