/**
 * Sync: many changed files compared with the public client, another client during a push, one saved file, an unchanged folder
 * compared with `git status`, 10,000 new files, a checkout under the file watcher, a plan, and listings of 400,000 files. Runs all parts or the named ones.
 */

import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';

type Part = (rounds?: number) => Promise<BenchmarkResult>;

const parts: Record<string, () => Promise<Part>> = {
  changed: async () => (await import('./sync/manyChanged.ts')).manyChanged,
  'changed-http2': async () => {
    const { manyChanged } = await import('./sync/manyChanged.ts');
    return (rounds) => manyChanged(rounds, true);
  },
  beside: async () => (await import('./sync/besidePush.ts')).besidePush,
  'beside-http2': async () => {
    const { besidePush } = await import('./sync/besidePush.ts');
    return (rounds) => besidePush(rounds, true);
  },
  save: async () => (await import('./sync/oneSaved.ts')).oneSaved,
  unchanged: async () => (await import('./sync/unchanged.ts')).unchanged,
  new: async () => {
    const { newFiles } = await import('./sync/newFiles.ts');
    return () => newFiles();
  },
  'new-http2': async () => {
    const { newFiles } = await import('./sync/newFiles.ts');
    return () => newFiles(true);
  },
  checkout: async () => (await import('./sync/checkout.ts')).checkout,
  listing: async () => (await import('./sync/listing.ts')).listing,
  plan: async () => (await import('./sync/planning.ts')).planning,
};

export async function benchmark({ rounds, parts: selection }: BenchmarkOptions): Promise<BenchmarkResult> {
  const names = selection.length > 0 ? selection : Object.keys(parts);
  const whole: BenchmarkResult = { rows: [], remarks: [], summary: {} };
  for (const name of names) {
    const load = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!load) throw new Error(`Unknown part “${name}”. Use one of: ${Object.keys(parts).join(', ')}`);
    process.stderr.write(`${name} …\n`);
    const { rows, remarks, summary } = await (await load())(rounds);
    whole.rows.push(...rows);
    whole.remarks.push(...remarks);
    Object.assign(whole.summary, summary);
  }
  return whole;
}
