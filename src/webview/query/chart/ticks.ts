/** Round values for an axis. */

/** From at most the least to at least the largest value, zero included. @param count about how many */
export function ticksFor(values: readonly number[], count: number): number[] {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  if (low === high) return [0, 1];
  const rough = high / count - low / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  if (!Number.isFinite(step) || step === 0) return [low, high];
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // Digits that come from rounding are dropped.
  const rounded = (value: number) => Number(Math.min(value, Number.MAX_VALUE).toPrecision(12));
  return Array.from({ length: last - first + 1 }, (_, at) => Math.min(rounded((first + at) * step), Number.MAX_VALUE));
}
