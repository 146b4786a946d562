/** What a benchmark is: it measures ours and something to compare with in one run, and reports medians and ratios. */

export interface BenchmarkOptions {
  /** Measured rounds; a benchmark has its own default. */
  rounds: number | undefined;
  /** Names of parts to run alone; empty: all of them. */
  parts: readonly string[];
}

export interface Row {
  what: string;
  unit: 'ms' | 'µs' | 'kB' | 'MB' | '×' | 'requests' | 'round trips' | 'times';
  median: number;
  min: number;
  max: number;
  n: number;
}

export interface BenchmarkResult {
  rows: Row[];
  /** What the figures mean, budgets held or broken. */
  remarks: string[];
  /** The figures others may want to read by name. */
  summary: Record<string, number | boolean | string>;
}

export type Benchmark = (options: BenchmarkOptions) => Promise<BenchmarkResult>;

export function summarise(what: string, values: readonly number[], unit: Row['unit'] = 'ms'): Row {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    what,
    unit,
    median: median(sorted),
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    n: sorted.length,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** A line that says whether a budget holds: `value` at most (or at least) `limit`. */
export function budget(what: string, value: number, limit: number, bound: 'most' | 'least' = 'most'): string {
  const held = bound === 'most' ? value <= limit : value >= limit;
  return `budget: ${what}: ${held ? 'held' : 'BROKEN'} (${value.toFixed(2)})`;
}

/** The value below which the share `p` of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}
