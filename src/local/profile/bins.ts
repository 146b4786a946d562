/** The bars of a histogram: numbers in steps of a round length, times in units of the calendar. */

export interface Bin {
  /** The first value that it counts. */
  from: string;
  /** The first value of the next one. */
  to: string;
  count: number;
}

/** About as many bars are drawn. */
const wantedBins = 12;

/** More bars are joined. */
const maxBins = 40;

export interface NumberBins {
  /** The start of the first one. */
  start: number;
  step: number;
}

/** Undefined if the values are too close together for their size, or not finite. */
export function numberBins(min: number, max: number): NumberBins | undefined {
  const range = max - min;
  if (!Number.isFinite(range) || range <= 0) return undefined;
  const rough = range / wantedBins;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = rounded([1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!);
  const start = rounded(Math.floor(min / step) * step);
  // The ends of bars have as many digits as `rounded` keeps.
  return Math.max(Math.abs(min), Math.abs(max)) / step < 1e10 ? { start, step } : undefined;
}

/** Without the last digits of a calculation with doubles. */
function rounded(number: number): number {
  return Number(number.toPrecision(12));
}

/** @param counts by the number of the bar, the first one 0 */
export function filledNumberBins({ start, step }: NumberBins, max: number, counts: ReadonlyMap<number, number>): Bin[] {
  const last = Math.floor((max - start) / step);
  const bound = (at: number) => String(rounded(start + at * step));
  const bins: Bin[] = Array.from({ length: last + 1 }, (_, at) => ({ from: bound(at), to: bound(at + 1), count: 0 }));
  // Another statement may have read other rows.
  for (const [at, count] of counts) bins[Math.min(Math.max(at, 0), last)]!.count += count;
  return bins;
}

const second = 1_000;
const day = 86_400 * second;
const units = [
  ['second', second],
  ['minute', 60 * second],
  ['hour', 3_600 * second],
  ['day', day],
  ['week', 7 * day],
  ['month', 30 * day],
  ['quarter', 91 * day],
  ['year', 365 * day],
] as const;

export type TimeUnit = (typeof units)[number][0];

/** The shortest unit that needs few bars. @param min, max milliseconds */
export function timeUnit(min: number, max: number): TimeUnit {
  return units.find(([, length]) => (max - min) / length <= 2 * wantedBins)?.[0] ?? 'year';
}

/** @param counts by the start of the unit in milliseconds, at least one */
export function filledTimeBins(unit: TimeUnit, counts: ReadonlyMap<number, number>): Bin[] {
  const starts = [...counts.keys()].sort((a, b) => a - b);
  const [first, last] = [starts[0]!, starts.at(-1)!];
  // Only years can be that many.
  const years = new Date(last).getUTCFullYear() - new Date(first).getUTCFullYear() + 1;
  const step = unit === 'year' ? Math.ceil(years / maxBins) : 1;
  const bins: Bin[] = [];
  for (let from = first; from <= last; ) {
    const to = next(from, unit, step);
    const count = starts.reduce((sum, one) => (one >= from && one < to ? sum + counts.get(one)! : sum), 0);
    bins.push({ from: timeText(from, unit), to: timeText(to, unit), count });
    from = to;
  }
  return bins;
}

function next(time: number, unit: TimeUnit, step: number): number {
  const date = new Date(time);
  if (unit === 'year') return date.setUTCFullYear(date.getUTCFullYear() + step);
  if (unit === 'quarter') return date.setUTCMonth(date.getUTCMonth() + 3);
  if (unit === 'month') return date.setUTCMonth(date.getUTCMonth() + 1);
  return time + units.find(([name]) => name === unit)![1];
}

function timeText(time: number, unit: TimeUnit): string {
  const text = new Date(time).toISOString();
  if (unit === 'year') return text.slice(0, -'-01-01T00:00:00.000Z'.length);
  if (unit === 'month' || unit === 'quarter') return text.slice(0, -'-01T00:00:00.000Z'.length);
  if (unit === 'week' || unit === 'day') return text.slice(0, -'T00:00:00.000Z'.length);
  return text.slice(0, unit === 'second' ? -'.000Z'.length : -':00.000Z'.length).replace('T', ' ');
}
