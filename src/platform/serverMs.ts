/** Times that a server names. They reach timers, which fire at once beyond 24 days, and polls, which must not spin. */

export const secondMs = 1000;
const hourMs = 3600 * secondMs;
export const dayMs = 24 * hourMs;

/** Milliseconds of `seconds`, at least `shortest` and at most `longest` (milliseconds). Not for NaN. */
export function serverMs(seconds: number, shortest = secondMs, longest = hourMs): number {
  return Math.min(Math.max(seconds * 1000, shortest), longest);
}
