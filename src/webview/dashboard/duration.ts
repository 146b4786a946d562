/** Formats a duration for the status bar. */

import type { HostTextKey } from '../../contract/messages/hostTexts.ts';

/** @param ms milliseconds; negative values count as 0 */
export function durationText(ms: number, text: (key: HostTextKey, ...values: number[]) => string): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return text('duration.seconds', seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('duration.minutes', minutes);
  return text('duration.hours', Math.floor(minutes / 60), minutes % 60);
}
