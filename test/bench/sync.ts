/**
 * Synchronisation: many changed files beside the public client, one saved file, an unchanged folder beside `git status`,
 * ten thousand new ones, a checkout under the watcher, a plan alone. The parts can be named to run them alone.
 */

import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';

type Part = (rounds?: number) => Promise<BenchmarkResult>;

const parts: Record<string, () => Promise<Part>> = {
  changed: async () => (await import('./sync/manyChanged.ts')).manyChanged,
  save: async () => (await import('./sync/oneSaved.ts')).oneSaved,
  unchanged: async () => (await import('./sync/unchanged.ts')).unchanged,
  new: async () => (await import('./sync/newFiles.ts')).newFiles,
  checkout: async () => (await import('./sync/checkout.ts')).checkout,
  plan: async () => (await import('./sync/planning.ts')).planning,
};

export async function benchmark({ rounds, parts: chosen }: BenchmarkOptions): Promise<BenchmarkResult> {
  const names = chosen.length > 0 ? chosen : Object.keys(parts);
  const whole: BenchmarkResult = { rows: [], remarks: [], summary: {} };
  for (const name of names) {
    const load = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!load) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
    process.stderr.write(`${name} …\n`);
    const { rows, remarks, summary } = await (await load())(rounds);
    whole.rows.push(...rows);
    whole.remarks.push(...remarks);
    Object.assign(whole.summary, summary);
  }
  return whole;
}
