import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { CancelledError } from '../../../src/base/errors.ts';
import type { Log } from '../../../src/base/log.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { closeAll, failureOf, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { type Answer, json, until } from '../../platform/http/testServer.ts';
import { userError } from '../userError.ts';

describe('a query on a platform with faults', () => {
  const open: { dispose(): void }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) each.dispose();
    await closeAll();
  });

  const logged: string[] = [];
  const write = (message: string) => logged.push(message);
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
  const token = 'data-token-1234567890';

  async function runnerFor(answer: Answer, { maxResponseBytes = 64 * 1024 * 1024 } = {}) {
    const { server, client } = await serveAndConnect((request, response, incoming) => {
      if (request.url.endsWith('/token')) return json(response, { cubeApiToken: token });
      if (!request.url.includes('/environments')) return answer(request, response, incoming);
      const rest = { url: `${server.url}/v1` };
      return json(response, { items: [{ id: 1, name: 'p', type: 'production', api_credentials: { rest } }] });
    });
    const transport = new Transport({ maxResponseBytes, log });
    const runner = new QueryRunner({ client, deploymentId: 1, transport, log });
    open.push(runner, transport);
    return { runner };
  }
  const sql = { sql: { sql: ['SELECT 1', []] } };
  const isSql = (url: string) => url.includes('/sql');

  it('keeps every digit of numbers that are not in quotation marks', async () => {
    const text = `{"data":[{"a.n":9007199254740993,"a.d":0.1234567890123456789,"a.t":"x: 12345678901234567890, [1234567890123456789]","a.s":1.5},
      {"a.n":-123456789012345678901234567890,"a.d":1e-7,"a.t":"\\\\\\" :12345678901234567890","a.s":null}]}`;
    const { runner } = await runnerFor(({ url }, response) => {
      if (isSql(url)) return json(response, sql);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
    const { table } = await runner.run({ measures: ['a.n', 'a.d', 'a.t', 'a.s'] });
    assert.deepEqual(table.rows, [
      ['9007199254740993', '0.1234567890123456789', 'x: 12345678901234567890, [1234567890123456789]', 1.5],
      ['-123456789012345678901234567890', 1e-7, '\\" :12345678901234567890', null],
    ]);
  });

  it('refuses an answer that is too large, closes its connection, and says what to do', async () => {
    const chunk = Buffer.from(`${'x'.repeat(65_535)}\n`);
    let sent = 0;
    const { runner } = await runnerFor(
      ({ url }, response) => {
        if (isSql(url)) return json(response, sql);
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"a.b":"');
        const more = () => {
          if (response.destroyed || sent >= 200 * 1024 * 1024) return response.destroy();
          sent += chunk.length;
          response.write(chunk, more);
        };
        more();
      },
      { maxResponseBytes: 2 * 1024 * 1024 },
    );
    const failure = await userError(runner.run({ measures: ['a.b'] }));
    assert.match(failure.describe(), /larger than 2 MB.*Add a limit, a filter or a date range/);
    assert.ok(sent < 100 * 1024 * 1024, `${sent} bytes were sent`);
  });

  it('refuses an answer that becomes too large when it is decompressed', async () => {
    const body = gzipSync(JSON.stringify({ data: [{ 'a.b': 'x'.repeat(3 * 1024 * 1024) }] }));
    const { runner } = await runnerFor(
      ({ url }, response) => {
        if (isSql(url)) return json(response, sql);
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
      },
      { maxResponseBytes: 2 * 1024 * 1024 },
    );
    assert.match((await userError(runner.run({ measures: ['a.b'] }))).describe(), /larger than 2 MB.*Add a limit/);
  });

  it('refuses an announced 200 MB without reading them', async () => {
    const { runner } = await runnerFor(({ url }, response) => {
      if (isSql(url)) return json(response, sql);
      const length = String(200 * 1024 * 1024);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).write('{');
    });
    assert.match((await userError(runner.run({ measures: ['a.b'] }))).describe(), /larger than 64 MB.*Add a limit/);
  });

  it('says what to do after too many requests, and when the token is never accepted', async () => {
    const busy = await runnerFor((_, response) =>
      json(response, { error: 'slow down' }, 429, { 'retry-after': '3600' }),
    );
    assert.match(
      (await failureOf(busy.runner.run({ measures: ['a.b'] }))).describe(),
      /too many requests.*Wait a moment/,
    );
    const never = await runnerFor((_, response) => json(response, { error: `Token ${token} expired` }, 401));
    const failure = await userError(never.runner.run({ measures: ['a.b'] }));
    assert.match(failure.describe(), /does not accept the token.*Run the query again/);
    for (const text of [failure.describe(), JSON.stringify(failure), ...logged]) assert.ok(!text.includes(token));
  });

  it('closes both requests when it is cancelled', async () => {
    let received = 0;
    let closed = 0;
    const { runner } = await runnerFor((_, response) => {
      received += 1;
      response.once('close', () => (closed += 1));
    });
    const stop = new AbortController();
    const run = runner.run({ measures: ['a.b'] }, { signal: stop.signal });
    await until(() => received === 2);
    stop.abort();
    await assert.rejects(run, CancelledError);
    await until(() => closed === 2);
  }).timeout(20_000);
});
