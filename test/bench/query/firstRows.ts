/** From the code lens to the first rows: the platform's bare requests, and the same by a new `QueryRunner`. */

import { Client } from '../../../src/platform/client.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { startChild } from '../../emulator/childEmulator.ts';
import { type BenchmarkResult, budget, median, summarize } from '../benchmark.ts';

/** Milliseconds that our own work may add. */
const allowed = 30;

export async function measureFirstRows(rounds: number): Promise<BenchmarkResult> {
  const emulator = await startChild([]);
  const transport = new Transport();
  const client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey }, transport });
  const bare: number[] = [];
  const ours: number[] = [];
  try {
    for (let round = -2; round < rounds; round += 1) {
      // Another limit each time: the platform computes each result.
      const queryOf = (limit: number) => ({ measures: ['orders.count'], dimensions: ['orders.status'], limit });
      const bareMs = await timeOf(() => bareRows(emulator, queryOf(1000 + round * 2)));
      const oursMs = await timeOf(async () => {
        const runner = new QueryRunner({ client, deploymentId: emulator.deploymentId, transport });
        try {
          await runner.run(queryOf(1001 + round * 2));
        } finally {
          runner.dispose();
        }
      });
      if (round < 0) continue;
      bare.push(bareMs);
      ours.push(oursMs);
    }
  } finally {
    client.dispose();
    transport.dispose();
    emulator.stop();
    await emulator.ended;
  }
  const added = ours.map((ms, round) => ms - bare[round]!);
  return {
    rows: [
      summarize('lens to first rows: bare requests', bare),
      summarize('lens to first rows: QueryRunner', ours),
      summarize('lens to first rows: added', added),
    ],
    remarks: [
      'Lens to first rows: time on the clock; token, environments, rows and SQL of a query that the platform has not answered before.',
      budget('lens to first rows, added to the bare requests', median(added), allowed),
    ],
    summary: { bareMs: median(bare), runnerMs: median(ours), addedMs: median(added) },
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The requests that any client has to send: token and address, then rows and SQL. */
async function bareRows(emulator: { url: string; apiKey: string; deploymentId: number }, query: object): Promise<void> {
  const deployment = `${emulator.url}/api/v1/deployments/${emulator.deploymentId}`;
  const headers = { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' };
  const [{ cubeApiToken }, { items }] = await Promise.all([
    fetch(`${deployment}/token`, { method: 'POST', headers, body: '{}' }).then(json),
    fetch(`${deployment}/environments`, { headers }).then(json),
  ]);
  const { url } = items.find(({ type }: { type: string }) => type === 'production').api_credentials.rest;
  const asViewer = { ...headers, authorization: cubeApiToken };
  const sql = `${url}/sql?query=${encodeURIComponent(JSON.stringify(query))}`;
  await Promise.all([
    fetch(`${url}/load`, { method: 'POST', headers: asViewer, body: JSON.stringify({ query }) }).then(json),
    fetch(sql, { headers: asViewer }).then(json),
  ]);
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
async function json(response: Response): Promise<any> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.json();
}
