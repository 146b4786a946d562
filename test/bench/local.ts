/**
 * The local platform: the time to the first rows through its data API against the same SQL in the same database engine, with the
 * sample's tables and with 10 million rows; memory and start.
 */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { startChild } from '../emulator/childEmulator.ts';
import { sampleScript } from '../emulator/data/byHand.ts';
import { type BenchmarkResult, benchmarkOf, budget, median, summarize } from './benchmark.ts';

const million = 1_000_000;
/** The share of the time that may be our own for a query of many rows. */
const allowedRatio = 1.5;

/** The sample's orders, ten million of them. */
const manyOrders = `
CREATE SCHEMA shop;
CREATE TABLE shop.orders AS SELECT i AS id, i % 1000 AS customer_id, ['completed', 'shipped', 'cancelled', 'new'][i % 4 + 1] AS status,
  (i % 50000) / 100.0 AS amount, TIMESTAMP '2025-01-01' + to_seconds(i * 3) AS created_at
  FROM range(${10 * million}) AS numbers(i);
`;

const query = {
  measures: ['orders.count', 'orders.total_amount'],
  dimensions: ['orders.status'],
};

export const benchmark = benchmarkOf({
  sample: (rounds) => measure('sample', { script: sampleScript(), args: [] }, rounds),
  large: async (rounds) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bench-local-'));
    try {
      const script = path.join(folder, 'orders.sql');
      await writeFile(script, manyOrders);
      return await measure('10 million rows', { script: manyOrders, args: ['--source', script] }, rounds);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function measure(
  name: string,
  { script, args }: { script: string; args: readonly string[] },
  rounds: number,
): Promise<BenchmarkResult> {
  const started = performance.now();
  const emulator = await startChild(args);
  const startMs = performance.now() - started;
  const opened = performance.now();
  const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(script);
  const openMs = performance.now() - opened;
  const bare: number[] = [];
  const ours: number[] = [];
  try {
    const send = await dataApiOf(emulator);
    for (let round = -2; round < rounds; round += 1) {
      // Another limit each time: the result is not in the cache.
      const asked = { ...query, limit: 1000 + round };
      const [sql, params] = (await send('sql', asked)).sql.sql as [string, (string | number)[]];
      const bareMs = await timeOf(async () => {
        const reader = await connection.runAndReadAll(sql, params.map(String));
        if (reader.currentRowCount === 0) throw new Error('no rows');
      });
      const oursMs = await timeOf(async () => {
        if ((await send('load', asked)).data.length === 0) throw new Error('no rows');
      });
      if (round < 0) continue;
      bare.push(bareMs);
      ours.push(oursMs);
    }
    const memory = memoryOf(emulator.pid);
    const ratios = ours.map((ms, at) => ms / bare[at]!);
    const key = name === 'sample' ? 'sample' : 'large';
    return {
      rows: [
        summarize(`${name}: first rows, DuckDB alone`, bare),
        summarize(`${name}: first rows, data API`, ours),
        summarize(`${name}: data API / DuckDB`, ratios, '×'),
        summarize(`${name}: start until the address is printed`, [startMs]),
        summarize(`${name}: DuckDB alone loads the same tables`, [openMs]),
        ...memory.map(([what, megabytes]) => summarize(`${name}: memory of the ${what}`, [megabytes], 'MB')),
      ],
      remarks: [
        `${name}: the first rows of a query by status, on the clock, with the plan, HTTP and JSON.`,
        ...(key === 'large' ? [budget(`${name}: data API / DuckDB`, median(ratios), allowedRatio)] : []),
      ],
      summary: {
        [`${key}BareMs`]: median(bare),
        [`${key}OursMs`]: median(ours),
        [`${key}Ratio`]: median(ratios),
        [`${key}StartMs`]: startMs,
        ...Object.fromEntries(memory.map(([what, megabytes]) => [`${key} ${what} MB`, megabytes])),
      },
    };
  } finally {
    connection.closeSync();
    emulator.stop();
    await emulator.ended;
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Send = (route: 'sql' | 'load', query: object) => Promise<ReturnType<typeof JSON.parse>>;

/** Requests to production, which are repeated while the answer is pending. */
async function dataApiOf(emulator: { url: string; apiKey: string; deploymentId: number }): Promise<Send> {
  const deployment = `${emulator.url}/api/v1/deployments/${emulator.deploymentId}`;
  const headers = { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' };
  const [{ cubeApiToken }, { items }] = await Promise.all([
    fetch(`${deployment}/token`, { method: 'POST', headers, body: '{}' }).then(json),
    fetch(`${deployment}/environments`, { headers }).then(json),
  ]);
  const { url } = items.find(({ type }: { type: string }) => type === 'production').api_credentials.rest;
  return async (route, asked) => {
    for (;;) {
      const answer = await fetch(`${url}/${route}`, {
        method: 'POST',
        headers: { ...headers, authorization: cubeApiToken },
        body: JSON.stringify({ query: asked }),
      }).then(json);
      if (answer.error !== 'Continue wait') return answer;
    }
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
async function json(response: Response): Promise<any> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Resident memory in MB of a process and of those that it started; none where \`ps\` is missing. */
function memoryOf(pid: number): [what: string, megabytes: number][] {
  try {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n');
    const found = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
    return found.flatMap(([own, parent, kilobytes, command = '']): [string, number][] => {
      const what = Number(own) === pid ? 'emulator' : Number(parent) === pid ? nameOf(command) : undefined;
      return what === undefined ? [] : [[what, Number(kilobytes) / 1024]];
    });
  } catch {
    return [];
  }
}

function nameOf(command: string): string | undefined {
  if (command.includes('database.cjs')) return 'database';
  return command.includes('compiler.cjs') ? 'compiler' : undefined;
}
