import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { CancelledError } from '../../src/base/errors.ts';
import type { Log } from '../../src/base/log.ts';
import { Client } from '../../src/platform/client.ts';
import { DataApi, type DataApiOptions } from '../../src/platform/dataApi.ts';
import { restUrlOf } from '../../src/platform/environmentAddresses.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { closeAll, failureOf, serveAndConnect } from './clientUnderTest.ts';
import { type Answer, json, type TestServer, until } from './http/testServer.ts';

const quick = { baseMs: 1, random: () => 0 };

function tokenUntil(seconds: number, name = 'a'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ exp: seconds, name })}.signature-${name}`;
}

describe('the client of the data API', () => {
  const open: DataApi[] = [];
  afterEach(async () => {
    for (const data of open.splice(0)) data.dispose();
    await closeAll();
  });

  /** A platform whose data API has an arbitrary URL and responds with `answer`. */
  async function connect(
    answer: Answer,
    {
      tokens = [tokenUntil(Date.now() / 1000 + 3600)],
      ...options
    }: Partial<DataApiOptions> & { tokens?: string[] } = {},
  ): Promise<{ data: DataApi; server: TestServer; issued: () => number }> {
    let issued = 0;
    const { server, client } = await serveAndConnect((request, response, incoming) => {
      if (request.url.endsWith('/token')) {
        issued += 1;
        return json(response, { cubeApiToken: tokens[Math.min(issued, tokens.length) - 1] });
      }
      if (request.url.endsWith('/settings')) return json(response, { deployBranchName: 'stable' });
      if (!request.url.includes('/environments')) return answer(request, response, incoming);
      const credentials = (url: string) => ({ rest: { url: `${server.url}${url}` } });
      return json(response, {
        items: [
          { id: '1', name: 'Production', type: 'production', api_credentials: credentials('/odd/place/v1') },
          { id: '2', name: 'team/next', type: 'staging', api_credentials: credentials('/dev-mode/team/next/odd/v1') },
          {
            id: '3',
            name: 'another user’s',
            type: 'development',
            api_credentials: [
              { type: 'sql', host: 'x' },
              { type: 'rest', ...credentials('/dev-mode/dev-me-1/odd/v1').rest },
            ],
          },
        ],
        pageInfo: { hasNextPage: false },
      });
    });
    const data = new DataApi({ client, deploymentId: 7, retry: quick, ...options });
    open.push(data);
    return { data, server, issued: () => issued };
  }

  const requestsTo = (server: TestServer) =>
    server.received
      .filter(({ url }) => !/\/(token|environments|settings)(\?|$)/.test(url))
      .map(({ method, url }) => `${method} ${url}`);

  it('uses the URL of the environment and the bare token', async () => {
    const { data, server } = await connect((_, response) => json(response, { data: [{ 'a.b': '1' }] }));
    assert.deepEqual((await data.load({ measures: ['a.b'] })).rows.data, [{ 'a.b': '1' }]);
    const request = server.received.at(-1)!;
    assert.equal(`${request.method} ${request.url}`, 'POST /odd/place/v1/load');
    assert.deepEqual(JSON.parse(request.body.toString()), { query: { measures: ['a.b'] } });
    assert.match(request.headers.authorization!, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('finds the environment of a branch by name or URL, in both shapes of credentials', async () => {
    for (const [branchName, path] of [
      ['team/next', '/dev-mode/team/next/odd/v1/meta'],
      ['dev-me-1', '/dev-mode/dev-me-1/odd/v1/meta'],
    ] as const) {
      const { data, server } = await connect((_, response) => json(response, { cubes: [] }), { branchName });
      assert.deepEqual((await data.meta()).cubes, []);
      assert.deepEqual(requestsTo(server), [`GET ${path}`]);
    }
  });

  it('takes the environment of production for the production branch', async () => {
    const { data, server } = await connect((_, response) => json(response, { cubes: [] }), { branchName: 'stable' });
    await data.meta();
    assert.deepEqual(requestsTo(server), ['GET /odd/place/v1/meta']);
  });

  it('uses the token of another viewer, and issues a new one when it is rejected', async () => {
    const own = [tokenUntil(1e10, 'viewer-1'), tokenUntil(1e10, 'viewer-2')];
    const { data, issued } = await connect(
      ({ headers }, response) =>
        headers.authorization === tokenUntil(1e10, 'viewer-2')
          ? json(response, { data: [] })
          : json(response, { error: 'The embed session has ended' }, 401),
      { issueToken: async () => own.shift() ?? '' },
    );
    await data.load({ measures: ['a.b'] });
    assert.deepEqual([issued(), own], [0, []]);
  });

  it('fails for a branch without an environment', async () => {
    const { data, server } = await connect((_, response) => json(response, { cubes: [] }), { branchName: 'other' });
    const failure = await failureOf(data.meta());
    assert.deepEqual([failure.kind, requestsTo(server)], ['not-found', []]);
    assert.match(failure.message, /other/);
    assert.equal(restUrlOf({ id: 1, name: 'x', type: 'production' }), undefined);
  });

  it('repeats the request for every form of “Continue wait”', async () => {
    const waits = [{ error: 'Continue wait' }, { error: 'Continue wait', stage: 'Executing query', timeElapsed: 3 }];
    const { data, server } = await connect((_, response) => json(response, waits.shift() ?? { data: [] }));
    let waited = 0;
    await data.load({ measures: ['a.b'] }, { onWait: () => (waited += 1) });
    assert.equal(waited, 2);
    const bodies = server.received.filter(({ url }) => url.endsWith('/load')).map(({ body }) => body.toString());
    assert.equal(bodies.length, 3);
    assert.equal(new Set(bodies).size, 1);
  });

  it('stops immediately and closes the connection when it is cancelled', async () => {
    const stop = new AbortController();
    const { data, server } = await connect(() => {});
    const rows = data.load({ measures: ['a.b'] }, { signal: stop.signal });
    await until(() => requestsTo(server).length === 1);
    stop.abort();
    await assert.rejects(rows, CancelledError);
    const waiting = await connect((_, response) => json(response, { error: 'Continue wait' }));
    const again = new AbortController();
    const other = waiting.data.load({ measures: ['a.b'] }, { signal: again.signal });
    await until(() => requestsTo(waiting.server).length >= 2);
    again.abort();
    await assert.rejects(other, CancelledError);
  });

  it('fails at the deadline of the whole query and suggests an action', async () => {
    const { data } = await connect((_, response) => json(response, { error: 'Continue wait' }));
    const failure = await failureOf(data.load({ measures: ['a.b'] }, { deadlineMs: 1000 }));
    assert.equal(failure.kind, 'timeout');
    assert.match(failure.message, /still running/);
    let requests = 0;
    const silent = await connect((_, response) => {
      requests += 1;
      if (requests === 1) json(response, { error: 'Continue wait' });
    });
    const cut = await failureOf(silent.data.load({ measures: ['a.b'] }, { deadlineMs: 1000 }));
    assert.match(cut.message, /still running/, 'also when the deadline comes during a repetition');
  });

  it('uses one token for all calls and renews it before it expires', async () => {
    let now = 1_000_000_000_000;
    const tokens = [tokenUntil(now / 1000 + 600, 'first'), tokenUntil(now / 1000 + 6000, 'second')];
    const { data, server, issued } = await connect((_, response) => json(response, { data: [] }), {
      clock: () => now,
      tokens,
    });
    await Promise.all([1, 2, 3].map(() => data.load({ measures: ['a.b'] })));
    assert.equal(issued(), 1);
    now += 545_000;
    await Promise.all([1, 2, 3].map(() => data.load({ measures: ['a.b'] })));
    assert.equal(issued(), 2);
    assert.equal(server.received.at(-1)!.headers.authorization, tokens[1]);
  });

  it('uses a token to its end while the platform issues no other', async () => {
    let now = 1_000_000_000_000;
    const token = tokenUntil(now / 1000 + 600);
    let isOut = false;
    const issueToken = async () => {
      if (isOut) throw new PlatformError('server', ['acme'], { host: 'acme', operation: 'token', status: 503 });
      return token;
    };
    const { data, server } = await connect((_, response) => json(response, { data: [] }), {
      clock: () => now,
      issueToken,
    });
    await data.load({ measures: ['a.b'] });
    isOut = true;
    now += 545_000;
    await data.load({ measures: ['a.b'] });
    assert.equal(server.received.at(-1)!.headers.authorization, token);
    now += 60_000;
    assert.equal((await failureOf(data.load({ measures: ['a.b'] }))).kind, 'server');
  });

  it('requests one new token when the old one is rejected', async () => {
    const tokens = [tokenUntil(1e10, 'old'), tokenUntil(1e10, 'new')];
    const { data, issued } = await connect(
      ({ headers }, response) =>
        headers.authorization === tokens[1]
          ? json(response, { data: [] })
          : json(response, { error: 'Token expired' }, 401),
      { tokens },
    );
    await data.load({ measures: ['a.b'] });
    assert.equal(issued(), 2);
    const never = await connect((_, response) => json(response, { error: 'Token expired' }, 401));
    assert.equal((await failureOf(never.data.load({ measures: ['a.b'] }))).kind, 'unauthorized');
    assert.equal(never.issued(), 2);
  });

  it('distinguishes failures and never shows a token', async () => {
    const logged: string[] = [];
    const write = (message: string) => logged.push(message);
    const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
    const token = tokenUntil(1e10, 'quiet');
    const kinds: [Answer, string][] = [
      [(_, response) => json(response, { error: `'x' not found, ${token}` }, 400), 'rejected'],
      [(_, response) => json(response, { error: 'metadata only' }, 403), 'forbidden'],
      [(_, response) => json(response, { error: "Branch 'x' is not active" }, 404), 'not-found'],
      [(_, response) => json(response, { error: 'broken' }, 500), 'server'],
      [(_, response) => json(response, { error: 'It cannot be' }), 'rejected'],
      [(_, response) => json(response, { error: 'It cannot be', stage: 'x' }), 'rejected'],
      [(_, response) => json(response, { rows: [] }), 'unexpected-shape'],
      [(_, response) => void response.end('<html></html>'), 'not-json'],
      [(_, response) => void response.socket!.destroy(), 'reset'],
    ];
    for (const [answer, kind] of kinds) {
      const { data } = await connect(answer, { tokens: [token], log });
      const failure = await failureOf(data.load({ measures: ['a.b'] }));
      assert.equal(failure.kind, kind);
      assert.ok(!`${failure.describe()} ${JSON.stringify(failure)} ${logged.join()}`.includes('signature-quiet'));
    }
  });

  it('reads compressed responses', async () => {
    const { data } = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ data: [{ 'a.b': 'é' }] })));
    });
    assert.deepEqual((await data.load({ measures: ['a.b'] })).rows.data, [{ 'a.b': 'é' }]);
  });

  describe('with the emulator', () => {
    let under: EmulatorUnderTest;
    let client: Client;
    before(async () => {
      under = await emulatorUnderTest({ dataPace: { waitMs: 30, slowMs: 300 } });
      client = new Client({ baseUrl: under.emulator.url, credential: { token: under.emulator.apiKey } });
    });
    after(async () => {
      client.dispose();
      await under.close();
    });

    it('reads metadata, rows and SQL of production', async () => {
      const data = new DataApi({ client, deploymentId: under.emulator.deploymentId, retry: quick });
      open.push(data);
      const { cubes } = await data.meta();
      assert.ok(cubes.some(({ name }) => name === 'sales'));
      const query = { measures: ['sales.count'], dimensions: ['sales.status'] };
      const { data: rows, annotation } = (await data.load(query)).rows;
      assert.equal(
        rows.reduce((sum, row) => sum + Number(row['sales.count']), 0),
        3000,
      );
      assert.equal(annotation?.measures?.['sales.count']?.title, 'Sales Count');
      const { sql } = await data.sql(query);
      assert.match(sql.sql[0], /shop\.orders/);
      const failure = await failureOf(data.load({ measures: ['sales.counts'] }));
      assert.match(failure.message, /'counts' not found for path 'sales\.counts'/);
    });
  });
});
