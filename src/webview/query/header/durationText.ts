/** Durations in milliseconds, or in seconds from ten of them on. */

import type { QueryText } from '../texts/queryText.ts';

export function durationText(text: QueryText, number: Intl.NumberFormat, ms: number): string {
  if (ms < 10_000) return text('state.ms', number.format(Math.round(ms)));
  return text('state.seconds', number.format(Math.round(ms / 100) / 10));
}
