/** The clock, which a test can replace. */

import { delay } from './async.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `action` every `ms` milliseconds until stopped. Does not keep the process alive. */
  every(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  delay,
  every(ms, action) {
    const timer = setInterval(action, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
