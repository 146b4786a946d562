import assert from 'node:assert/strict';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { cutFailure } from '../../../src/query/run/wholeRows.ts';
import { closeAll, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { type Answer, json } from '../../platform/http/testServer.ts';

type Query = Record<string, unknown>;

interface Platform {
  /** Rows of the whole result, for each compared date range. */
  rows: number[];
  /** By default as published. */
  maximum?: number;
  byDefault?: number;
  /** Applies this limit whatever the query says. */
  silentLimit?: number;
  /** Answers without the limit that it applied. */
  isTerse?: boolean;
  countsRows?: boolean;
}

describe('all rows of a query', () => {
  let runner: QueryRunner | undefined;
  afterEach(async () => {
    runner?.dispose();
    runner = undefined;
    await closeAll();
  });

  /** A data API with the published limits: `limit` above the maximum is refused, without one the default applies. */
  async function platform({ rows, maximum = 50_000, byDefault = 10_000, ...flaws }: Platform) {
    const asked: Query[] = [];
    const answer = (query: Query): object | undefined => {
      const { limit, offset = 0, total } = query as { limit?: number; offset?: number; total?: boolean };
      if (limit !== undefined && limit > maximum) return undefined;
      const applied = Math.min(flaws.silentLimit ?? Number.POSITIVE_INFINITY, limit ?? byDefault);
      const results = rows.map((count) => ({
        data: Array.from({ length: Math.min(applied, count - offset) }, (_, n) => ({ 'a.n': String(offset + n) })),
        query: flaws.isTerse ? undefined : { ...query, limit: applied },
        ...(total && flaws.countsRows !== false && { total: count }),
      }));
      return rows.length === 1 ? results[0] : { queryType: 'compareDateRangeQuery', results };
    };
    const respond: Answer = async ({ url, body }, response) => {
      const sent: Query = url.includes('/sql')
        ? JSON.parse(new URL(url, 'http://h').searchParams.get('query')!)
        : JSON.parse(body.toString()).query;
      if (!url.includes('/sql')) asked.push(sent);
      const found = answer(sent);
      if (!found) return json(response, { error: 'Error: The query limit has been exceeded.' }, 400);
      json(response, url.includes('/sql') ? { sql: { sql: [`LIMIT ${sent.limit ?? byDefault}`, []] } } : found);
    };
    const { server, client } = await serveAndConnect((request, response, incoming) => {
      if (request.url.endsWith('/token')) return json(response, { cubeApiToken: 'data-token' });
      if (!request.url.includes('/environments')) return respond(request, response, incoming);
      const rest = { url: `${server.url}/v1` };
      return json(response, { items: [{ id: 1, name: 'p', type: 'production', api_credentials: { rest } }] });
    });
    runner = new QueryRunner({ client, deploymentId: 1 });
    return { runner, asked };
  }
  const query = { dimensions: ['a.n'] };

  it('are asked for up to the published maximum, with one request where they are few', async () => {
    const { runner, asked } = await platform({ rows: [3] });
    const { table, sql, total } = await runner.run(query);
    assert.deepEqual([table.rows.length, table.cut, total], [3, undefined, null]);
    assert.deepEqual(asked, [{ ...query, limit: 50_000 }]);
    assert.equal(sql.text, 'LIMIT 50000');
  });

  it('are all there where they are more than the platform’s default', async () => {
    const { runner } = await platform({ rows: [12_000] });
    const { table } = await runner.run(query);
    assert.deepEqual([table.rows.length, table.cut], [12_000, undefined]);
  });

  it('are cut at the platform’s maximum, with the number of all', async () => {
    const { runner, asked } = await platform({ rows: [60_000] });
    const { table, total } = await runner.run(query);
    assert.deepEqual([table.rows.length, table.cut, total], [50_000, { total: 60_000 }, 60_000]);
    assert.deepEqual(asked[1], { ...query, limit: 1, total: true });
    assert.match(cutFailure(table)!.describe(), /cut: the platform sent 50000 of 60000 rows\. Add a limit/);
    assert.deepEqual((await runner.table(query)).cut, { total: 60_000 });
  });

  it('are not cut by the limit of the query itself', async () => {
    const { runner, asked } = await platform({ rows: [60_000] });
    const limited = { ...query, limit: 2_000, offset: 10 };
    const { table } = await runner.run(limited);
    assert.deepEqual([table.rows.length, table.cut], [2_000, undefined]);
    assert.deepEqual(asked, [limited]);
  });

  it('are cut where the platform sends fewer than the limit of the query', async () => {
    const { runner } = await platform({ rows: [60_000], silentLimit: 5_000 });
    assert.deepEqual((await runner.table({ ...query, limit: 20_000 })).cut, { total: 20_000 });
    assert.deepEqual((await runner.table({ ...query, limit: 100 })).cut, undefined);
    assert.deepEqual((await runner.table({ ...query, offset: 56_000 })).cut, undefined);
    assert.deepEqual((await runner.table({ ...query, offset: 54_000 })).cut, { total: 6_000 });
  });

  it('are asked for without a limit where the platform allows only a smaller one', async () => {
    const { runner, asked } = await platform({ rows: [900], maximum: 500, byDefault: 300 });
    const { table, sql, request } = await runner.run(query);
    assert.deepEqual([table.rows.length, table.cut, sql.text], [300, { total: 900 }, 'LIMIT 300']);
    assert.deepEqual(request, { query });
    asked.length = 0;
    await runner.table(query);
    assert.deepEqual(asked, [query, { ...query, limit: 1, total: true }]);
  });

  for (const isTerse of [false, true]) {
    it(`may be cut where the platform does not count and ${isTerse ? 'does not tell' : 'tells'} its limit`, async () => {
      const { runner } = await platform({ rows: [60_000], silentLimit: 10_000, countsRows: false, isTerse });
      const table = await runner.table(query);
      assert.deepEqual(table.cut, { total: null });
      assert.match(cutFailure(table)!.describe(), /may be cut: it has 10000 rows, as many as/);
    });
  }

  it('of compared date ranges are counted for each range', async () => {
    const timeDimensions = [{ dimension: 'a.at', compareDateRange: ['this year', 'last year'] }];
    const { runner } = await platform({ rows: [60_000, 20] });
    const cut = await runner.table({ ...query, timeDimensions });
    assert.deepEqual([cut.rows.length, cut.cut], [50_020, { total: 60_020 }]);
    const whole = await platform({ rows: [40_000, 20_000] });
    assert.equal((await whole.runner.table({ ...query, timeDimensions })).cut, undefined);
  });
});
