/**
 * The preview of a dashboard, in parts: `saves` (from a save to the redrawn number), `messages` (the page's own code for each event) and
 * `flood` (1,000 events a second in a real browser). All of them in one run, or those that are named.
 */

import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';
import { measureFlood } from './preview/flood.ts';
import { measureMessages } from './preview/messages.ts';
import { measureSaves } from './preview/saves.ts';

const parts: Record<string, (rounds: number) => Promise<BenchmarkResult> | BenchmarkResult> = {
  saves: measureSaves,
  messages: measureMessages,
  flood: measureFlood,
};

export async function benchmark({ rounds = 10, parts: named }: BenchmarkOptions): Promise<BenchmarkResult> {
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`“${unknown}” is no part of it: ${Object.keys(parts).join(', ')}`);
  const whole: BenchmarkResult = { rows: [], remarks: [], summary: {} };
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    const result = await parts[name]!(rounds);
    whole.rows.push(...result.rows);
    whole.remarks.push(...result.remarks);
    Object.assign(whole.summary, result.summary);
  }
  return whole;
}
