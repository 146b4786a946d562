/** Shows progress only for work that takes longer than a moment. */

import { delay } from '../../base/async.ts';
import { withProgress } from './notifications.ts';

const progressDelayMs = 700;

/**
 * @param outer signal of a caller that already shows progress; then no second progress is shown
 * @throws CancelledError, and what `work` throws
 */
export async function withSlowProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  if (outer) return work(outer);
  const cancel = new AbortController();
  const running = work(cancel.signal);
  const done = new AbortController();
  const settled = running.then(
    () => 'settled',
    () => 'settled',
  );
  const slow = delay(progressDelayMs, done.signal).then(
    () => 'slow',
    () => 'settled',
  );
  const first = await Promise.race([settled, slow]);
  done.abort();
  if (first === 'settled') return running;
  return withProgress(title, (signal) => {
    signal.addEventListener('abort', () => cancel.abort(signal.reason), { once: true });
    return running;
  });
}
