/** The longest time for which this process's event loop was kept, and how much its heap grew meanwhile. */

export interface Watched<T> {
  value: T;
  ms: number;
  /** Milliseconds; the sampler's own pace taken off. */
  longestBlockMs: number;
}

/** Runs `work` beside a sampler that asks for its turn again and again; a turn that comes late was kept by somebody. */
export async function watchEventLoop<T>(work: () => Promise<T>): Promise<Watched<T>> {
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
  const begun = performance.now();
  try {
    const value = await work();
    const ms = performance.now() - begun;
    // The last stretch counts, too.
    longest = Math.max(longest, performance.now() - last);
    return { value, ms, longestBlockMs: longest };
  } finally {
    watching = false;
  }
}

/** Bytes in use after a collection; needs `--expose-gc`. */
export function heapUsed(): number {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed;
}
