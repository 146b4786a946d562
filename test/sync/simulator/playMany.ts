/** Plays many scenarios on all processors of this machine. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSimulator, runSimulator } from './build.ts';
import type { Failed, RunReport } from './run.ts';
import { Tally } from './tally.ts';

/** Scenarios per process: so many that its start does not matter. */
const maxBatch = 25_000;

interface ManyOptions {
  from: number;
  count: number;
  /** Called immediately for each failed scenario, then continues; without it, the first failure ends everything. */
  onFailure?: (failed: Failed) => void;
  onProgress?: (played: number) => void;
}

/** Plays `count` scenarios from seed `from`. `folder` is for the bundle. */
export async function playMany(
  folder: string,
  { from, count, onFailure, onProgress }: ManyOptions,
): Promise<RunReport> {
  const bundle = join(folder, 'simulator.mjs');
  await buildSimulator(bundle);
  const begun = performance.now();
  const totals = new Tally();
  const whole: RunReport = { played: 0, ms: 0, totals: {} };
  const processes = availableParallelism();
  const batch = Math.min(maxBatch, Math.ceil(count / processes));
  let next = from;
  const work = async () => {
    while (next < from + count && (!whole.failed || onFailure)) {
      let at = next;
      next += batch;
      const end = Math.min(next, from + count);
      while (at < end && (!whole.failed || onFailure)) {
        const part = await runSimulator(bundle, { from: at, count: end - at });
        at += part.played;
        whole.played += part.played;
        totals.add(part.totals);
        if (!part.failed) continue;
        whole.failed ??= part.failed;
        onFailure?.(part.failed);
      }
      onProgress?.(whole.played);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  whole.totals = totals.counts();
  whole.ms = Math.round(performance.now() - begun);
  return whole;
}
