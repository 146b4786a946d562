/** Progress for work that is mostly quick: shown, with its cancel button, only once it takes long enough to be wondered about. */

import { delay } from '../../base/async.ts';
import { withProgress } from './notifications.ts';

const patienceMs = 700;

/**
 * @param outer of somebody who shows a progress already: then no other one is shown
 * @throws what `work` throws; CancelledError when cancelled
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
  const slow = delay(patienceMs, done.signal).then(
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
