/** A process of its own that plays stories: `run.mjs FROM COUNT [MILLISECONDS|- [rich]]`; prints one JSON line. Stops at the first problem. */

import { play } from './world.ts';

export interface RunReport {
  played: number;
  ms: number;
  totals: Record<'steps' | 'inWindow' | 'conflicts' | 'crashes' | 'pushes' | 'pulls', number>;
  failed?: { seed: number; problems: string[] };
}

const [from = 1, count = 100] = process.argv.slice(2, 4).map(Number);
const budgetMs = Number(process.argv[4] ?? '-') || Number.POSITIVE_INFINITY;
const rich = process.argv[5] === 'rich';
const begun = performance.now();
const report: RunReport = {
  played: 0,
  ms: 0,
  totals: { steps: 0, inWindow: 0, conflicts: 0, crashes: 0, pushes: 0, pulls: 0 },
};
for (let seed = from; seed < from + count && performance.now() - begun < budgetMs; seed += 1) {
  try {
    const verdict = await play(seed, { rich });
    for (const key of Object.keys(report.totals) as (keyof RunReport['totals'])[]) report.totals[key] += verdict[key];
    if (verdict.problems.length > 0) report.failed = { seed, problems: verdict.problems };
  } catch (failure) {
    report.failed = { seed, problems: [failure instanceof Error ? `${failure.stack}` : String(failure)] };
  }
  report.played += 1;
  if (report.failed) break;
}
report.ms = Math.round(performance.now() - begun);
process.stdout.write(`${JSON.stringify(report)}\n`);
