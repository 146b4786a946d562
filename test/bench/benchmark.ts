/** A benchmark measures our code and a reference in the same run and reports medians and ratios. */

export interface BenchmarkOptions {
  /** Measured rounds. Each benchmark has a default. */
  rounds: number | undefined;
  /** Names of the parts to run. Empty runs all parts. */
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
  /** Printed instead of the rows: a heading and lines of text. */
  table?: readonly (readonly string[])[];
  /** Explanations of the numbers, and which budgets are met. */
  remarks: string[];
  /** Numbers for scripts, by name. */
  summary: Record<string, number | boolean | string>;
}

export type Benchmark = (options: BenchmarkOptions) => Promise<BenchmarkResult>;

type Part = (rounds: number) => Promise<BenchmarkResult> | BenchmarkResult;

/** A benchmark of several parts, of which all or the named ones run. */
export function benchmarkOf(parts: Readonly<Record<string, Part>>): Benchmark {
  return async ({ rounds = 10, parts: named }) => {
    const unknown = named.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined) throw new Error(`“${unknown}” is not part of it: ${Object.keys(parts).join(', ')}`);
    const whole: BenchmarkResult = { rows: [], remarks: [], summary: {} };
    for (const name of named.length > 0 ? named : Object.keys(parts)) {
      const result = await parts[name]!(rounds);
      whole.rows.push(...result.rows);
      if (result.table) whole.table = [...(whole.table ?? []), ...(whole.table ? [[]] : []), ...result.table];
      whole.remarks.push(...result.remarks);
      Object.assign(whole.summary, result.summary);
    }
    return whole;
  };
}

export function summarize(what: string, values: readonly number[], unit: Row['unit'] = 'ms'): Row {
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

/** Returns a line that says whether `value` is at most (or at least) `limit`. */
export function budget(what: string, value: number, limit: number, bound: 'most' | 'least' = 'most'): string {
  const held = bound === 'most' ? value <= limit : value >= limit;
  return `budget: ${what}: ${held ? 'held' : 'BROKEN'} (${value.toFixed(2)})`;
}

/** Processor time of this process so far, in milliseconds. Unlike the clock, it does not count other processes. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Measures the time of the main thread, in milliseconds until each call of the result: the smaller one of the clock, which also
 * counts other processes, and the processor time, which also counts the threads that collect garbage and compile.
 */
export function stopwatch(): () => number {
  const [clock, processor] = [performance.now(), processorTime()];
  return () => Math.min(performance.now() - clock, processorTime() - processor);
}

/** The value below which the share `p` of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}
