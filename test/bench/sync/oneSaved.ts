/** One saved file with 50 ms latency: requests, sequential round trips, and our overhead on top of the network time. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import type { FolderSession } from '../../../src/session/folderSession.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { type BenchmarkResult, budget, median, percentile, summarize } from '../benchmark.ts';
import { openSavingSession } from '../savingSession.ts';
import { type Exchange, roundTrips, timeOnWire, WireLog } from './wireLog.ts';

const latencyMs = 50;
const file = 'model/cubes/orders.yml';
/** Requests for the build status run at the same time as the save, which does not wait for them. */
const isAside = ({ what }: Exchange) => what === 'GET /build-status?' || what.startsWith('GET /branches');

export async function oneSaved(rounds = 25): Promise<BenchmarkResult> {
  const wire = new WireLog();
  const { session, engine, folder, close } = await openSavingSession({
    platformArgs: ['--latency', String(latencyMs), '--build-time', '0'],
    openPlatform: async ({ baseUrl, credential }, { id }) => {
      if (!('token' in credential)) throw new Error('Expected the key of the emulator');
      return new PlatformSession(new Client({ baseUrl, credential, transport: wire }), id, silentLog);
    },
  });
  try {
    const content = await engine.remoteContent(file);
    if (!content) throw new Error(`The sample has no ${file}`);
    const whole: number[] = [];
    const own: number[] = [];
    const trips: number[] = [];
    const requests: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      const text = `${Buffer.from(content).toString('utf8')}\n# ${round}\n`;
      await writeFile(path.join(folder, file), text);
      await waitUntilIdle(session);
      wire.take();
      const start = performance.now();
      let result = Number.NaN;
      const subscription = session.changes.onChange(({ validation }) => {
        if (validation === 'valid' || validation === 'invalid') result = performance.now();
      });
      await session.saved(file);
      subscription.dispose();
      const { failed } = session.changes.value;
      if (failed) throw failed.failure;
      const sent = wire.take().filter((exchange) => !isAside(exchange) && exchange.startedAt < result);
      if (round < 0) continue;
      const onPath = sent.filter(({ endedAt: ended }) => ended <= result);
      whole.push(result - start);
      own.push(result - start - timeOnWire(onPath, start, result));
      trips.push(roundTrips(onPath));
      requests.push(sent.length);
    }
    const p95 = percentile(own, 0.95);
    return {
      rows: [
        summarize('one saved file → report', whole),
        summarize('one saved file: our overhead', own),
        summarize('sequential round trips, including the guard’s', trips, 'round trips'),
        summarize('requests, including the listing that verifies', requests, 'requests'),
      ],
      remarks: [
        `one saved file: a round trip takes ${latencyMs} ms plus the platform's time; the last one compiles`,
        budget('one saved file: two round trips and the guard’s', Math.max(...trips), 3),
        budget('one saved file: overhead at most 20 ms in 95 of 100', p95, 20),
      ],
      summary: {
        savedMs: median(whole),
        savedOwnMs: median(own),
        savedOwnP95Ms: p95,
        savedRoundTrips: Math.max(...trips),
        savedRequests: median(requests),
      },
    };
  } finally {
    await close();
    wire.dispose();
  }
}

/** Waits until the build and the comparison of the previous save are done. */
async function waitUntilIdle(session: FolderSession): Promise<void> {
  const { client, id } = await session.deployment();
  for (;;) {
    const { status } = await client.call(operations.getBuildStatus, {
      params: { deploymentId: id },
      query: { branchName: session.branchName ?? '' },
    });
    if (status !== 'building' && session.sync.value?.state.value.phase === 'idle') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 700));
}
