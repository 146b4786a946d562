/** One saved file, 50 ms away: requests, round trips one after another, and what we add to the time on the wire. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import { Connection } from '../../../src/session/connections.ts';
import { FolderSession } from '../../../src/session/folderSession.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { startPlatform } from '../../vscode/platform.ts';
import { temporaryFolder } from '../../vscode/temporaryFolder.ts';
import { type BenchmarkResult, budget, median, percentile, summarise } from '../benchmark.ts';
import { type Exchange, roundTrips, timeOnWire, WireLog } from './wireLog.ts';

const latencyMs = 50;
const file = 'model/cubes/orders.yml';
/** What asks how the build goes runs beside the save, and nobody waits for it. */
const isAside = ({ what }: Exchange) => what === 'GET /build-status?' || what.startsWith('GET /branches');

export async function oneSaved(rounds = 25): Promise<BenchmarkResult> {
  const platform = await startPlatform(['--latency', String(latencyMs), '--build-time', '0']);
  const folder = temporaryFolder('bench-saved');
  const storage = temporaryFolder('bench-saved-state');
  const wire = new WireLog();
  const connection = new Connection(
    { id: platform.url, label: 'bench' },
    'environment',
    async () => ({ baseUrl: platform.url, credential: { token: platform.apiKey } }),
    async ({ baseUrl, credential }, { id }) =>
      new PlatformSession(new Client({ baseUrl, credential, transport: wire }), id, silentLog),
  );
  let text = '';
  let remembered: string | undefined;
  const session = new FolderSession({
    binding: {
      connectionId: platform.url,
      deploymentId: String(platform.deploymentId),
      projectFolder: folder.path,
      modelFolder: 'model',
    },
    host: {
      readText: async () => text,
      isDirty: () => false,
      isMerging: () => false,
      branch: {
        read: () => remembered,
        write: async (name) => {
          remembered = name;
        },
      },
      pushOnSave: () => true,
      validateOnSave: () => true,
    },
    storageFolder: storage.path,
    deployment: async () => (await connection.open()).deployment(platform.deploymentId),
    log: silentLog,
  });
  try {
    const engine = await session.openDevMode(platform.deployBranch);
    await engine.pull({ plan: await engine.refresh(), confirmed: true });
    const content = await engine.remoteContent(file);
    if (!content) throw new Error(`The sample has no ${file}`);
    const whole: number[] = [];
    const own: number[] = [];
    const trips: number[] = [];
    const requests: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      text = `${Buffer.from(content).toString('utf8')}\n# ${round}\n`;
      await writeFile(path.join(folder.path, file), text);
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
    session.dispose();
    connection.dispose();
    wire.dispose();
    await platform.stop();
    folder.remove();
    storage.remove();
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
