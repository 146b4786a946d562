/** How much a push of many files slows down another client of the same platform. */

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchmarkResult, budget, median, summarize } from '../benchmark.ts';
import { startBenchThread } from './benchThread.ts';
import { openFixture } from './fixture.ts';
import { writeFiles } from './project.ts';

const files = 4_000;
const latencyMs = 50;

export async function besidePush(rounds = 3, http2 = false): Promise<BenchmarkResult> {
  const over = http2 ? 'HTTP/2' : 'HTTP/1.1';
  const fixture = await openFixture({ files, latencyMs, http2 });
  const { url, apiKey } = fixture.platform;
  const other = await startBenchThread('besideThread.ts', { url, apiKey, certificate: fixture.certificate });
  const takeTimes = async () => {
    other.postMessage('take');
    return ((await once(other, 'message')) as [number[]])[0];
  };
  try {
    const first = fixture.openEngine();
    await first.engine.refresh();
    first.dispose();
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      writeFiles(fixture.folder, { to: files - 1, version: round + 1 });
      const { engine, dispose } = fixture.openEngine();
      await engine.refresh();
      await takeTimes();
      await pause(3_000);
      alone.push(median(await takeTimes()));
      const result = await engine.push();
      beside.push(median(await takeTimes()));
      dispose();
      const pushed = result.done.length;
      if (pushed !== files - 1 || !result.verified) throw new Error(`We pushed ${pushed} files`);
    }
    const ratios = beside.map((ms, at) => ms / (alone[at] ?? Number.NaN));
    return {
      rows: [
        summarize(`another client's read, ${over}, alone`, alone),
        summarize(`another client's read, ${over}, during our push`, beside),
        summarize('as a multiple', ratios, '×'),
      ],
      remarks: [budget(`another client, ${over}: slowed down by at most a third`, median(ratios), 4 / 3)],
      summary: { [`besideRatio ${over}`]: median(ratios) },
    };
  } finally {
    await other.terminate();
    await fixture.close();
  }
}
