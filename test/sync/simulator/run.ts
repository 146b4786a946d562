/** A process that plays scenarios: `run.mjs FROM COUNT [rich]`. Prints one JSON line; stops at the first problem. */

import { play } from './play.ts';
import { Tally } from './tally.ts';

export interface Failed {
  seed: number;
  problems: string[];
}

export interface RunReport {
  played: number;
  ms: number;
  /** How often each event happened. */
  totals: Record<string, number>;
  failed?: Failed;
}

const [from = 1, count = 100] = process.argv.slice(2, 4).map(Number);
const rich = process.argv[4] === 'rich';
const begun = performance.now();
const totals = new Tally();
const report: RunReport = { played: 0, ms: 0, totals: {} };
for (let seed = from; seed < from + count; seed += 1) {
  try {
    const { problems } = await play(seed, { rich, tally: totals });
    if (problems.length > 0) report.failed = { seed, problems };
  } catch (failure) {
    report.failed = { seed, problems: [failure instanceof Error ? `${failure.stack}` : String(failure)] };
  }
  report.played += 1;
  if (report.failed) break;
}
report.totals = totals.counts();
report.ms = Math.round(performance.now() - begun);
process.stdout.write(`${JSON.stringify(report)}\n`);
