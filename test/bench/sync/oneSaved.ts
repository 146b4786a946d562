/** One saved file, 50 ms away: requests, round trips one after another, and what we add to the time on the wire. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import type { FolderSession } from '../../../src/session/folderSession.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { type BenchmarkResult, budget, median, percentile, summarise } from '../benchmark.ts';
import { openSavingSession } from '../savingSession.ts';
import { type Exchange, roundTrips, timeOnWire, WireLog } from './wireLog.ts';

const latencyMs = 50;
const file = 'model/cubes/orders.yml';
/** What asks how the build goes runs beside the save, and nobody waits for it. */
const isAside = ({ what }: Exchange) => what === 'GET /build-status?' || what.startsWith('GET /branches');

export async function oneSaved(rounds = 25): Promise<BenchmarkResult> {
  const wire = new WireLog();
  let text = '';
  const { session, engine, folder, close } = await openSavingSession({
    platformArgs: ['--latency', String(latencyMs), '--build-time', '0'],
    openPlatform: async ({ baseUrl, credential }, { id }) =>
      new PlatformSession(new Client({ baseUrl, credential, transport: wire }), id, silentLog),
    readText: async () => text,
  });
  try {
    const content = await engine.remoteContent(file);
    if (!content) throw new Error(`The sample has no ${file}`);
    const whole: number[] = [];
    const own: number[] = [];
    const trips: number[] = [];
    const requests: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      text = `${Buffer.from(content).toString('utf8')}\n# ${round}\n`;
      await writeFile(path.join(folder, file), text);
      await quiet(session);
      wire.take();
      const begun = performance.now();
      let verdict = Number.NaN;
      const subscription = session.validation.onChange(({ phase }) => {
        if (phase === 'done') verdict = performance.now();
      });
      await session.saved(file);
      subscription.dispose();
      if (session.failure.value) throw session.failure.value;
      const sent = wire.take().filter((exchange) => !isAside(exchange) && exchange.begun < verdict);
      if (round < 0) continue;
      const onPath = sent.filter(({ ended }) => ended <= verdict);
      whole.push(verdict - begun);
      own.push(verdict - begun - timeOnWire(onPath, begun, verdict));
      trips.push(roundTrips(onPath));
      requests.push(sent.length);
    }
    const p95 = percentile(own, 0.95);
    return {
      rows: [
        summarise('one saved file → verdict', whole),
        summarise('of it not on the wire: our own', own),
        summarise('round trips one after another, the guard’s among them', trips, 'round trips'),
        summarise('requests, the verifying listing among them', requests, 'requests'),
      ],
      remarks: [
        `one saved file: a round trip takes ${latencyMs} ms and the platform's own time; the verdict's is a compilation`,
        budget('one saved file: two round trips and the guard’s', Math.max(...trips), 3),
        budget('one saved file: own overhead at most 20 ms in 95 of 100', p95, 20),
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

/** Nothing that an earlier save began is under way: neither its build nor a comparison after it. */
async function quiet(session: FolderSession): Promise<void> {
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
