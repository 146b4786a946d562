/** Many stories on every processor of this machine. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSimulator, runSimulator } from './build.ts';
import type { RunReport } from './run.ts';
import { Tally } from './tally.ts';

/** Stories a process plays before it reports: so many that its start and its warming up do not count. */
const maxBatch = 25_000;

/** Plays `count` stories from seed `from` on, or as many as fit into `budgetMs`; stops at the first problem. `folder` takes the bundle. */
export async function playMany(
  folder: string,
  {
    from,
    count,
    budgetMs = Number.POSITIVE_INFINITY,
    onProgress,
  }: { from: number; count: number; budgetMs?: number; onProgress?: (played: number) => void },
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
    while (next < from + count && !whole.failed && performance.now() - begun < budgetMs) {
      const first = next;
      next += batch;
      const left = budgetMs - (performance.now() - begun);
      const part = await runSimulator(bundle, {
        from: first,
        count: Math.min(batch, from + count - first),
        ...(Number.isFinite(left) && { budgetMs: left }),
      });
      whole.played += part.played;
      totals.add(part.totals);
      if (part.failed) whole.failed ??= part.failed;
      onProgress?.(whole.played);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  whole.totals = totals.counts();
  whole.ms = Math.round(performance.now() - begun);
  return whole;
}
