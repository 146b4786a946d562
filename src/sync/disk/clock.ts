/** Time as synchronisation sees it, so that a test can own it. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `action` every `ms` milliseconds until stopped; never keeps the process alive. */
  every(ms: number, action: () => void): () => void;
}

import { delay } from '../../base/async.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  delay,
  every(ms, action) {
    const timer = setInterval(action, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
