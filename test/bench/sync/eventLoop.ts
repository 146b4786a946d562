/** Measures the longest block of the event loop and the size of the heap. */

export interface WatchedRun<T> {
  value: T;
  ms: number;
  /** In milliseconds. */
  longestBlockMs: number;
}

/** Runs `work` and measures the longest time between two turns of the event loop. */
export async function watchEventLoop<T>(work: () => Promise<T>): Promise<WatchedRun<T>> {
  let longest = 0;
  let last = performance.now();
  let watching = true;
  const sample = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(sample);
  };
  setImmediate(sample);
  const start = performance.now();
  try {
    const value = await work();
    const ms = performance.now() - start;
    // Include the time since the last turn.
    longest = Math.max(longest, performance.now() - last);
    return { value, ms, longestBlockMs: longest };
  } finally {
    watching = false;
  }
}

/** Bytes in use after a garbage collection. Needs `--expose-gc`. */
export function heapUsed(): number {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed;
}
