/** Follows a deployment's logs by polling. The platform sends no events and lines have no ids, so repeated lines are removed. */

import { delay } from '../base/async.ts';
import type { QueryOf } from '../contract/definition/operation.ts';
import type { LogLine } from '../contract/deployments/runtime.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import type { Reader } from './client.ts';
import { PlatformError } from './platformError.ts';
import { isTransient } from './retry.ts';

interface TailTarget {
  deploymentId: string | number;
  /** The filters of the operation. */
  filter?: Omit<QueryOf<typeof runtimeOperations.listLogs>, 'first' | 'after'> | undefined;
}

export interface TailOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds between two reads; default 3 000. */
  intervalMs?: number | undefined;
  /** Lines per request; default 500. */
  pageSize?: number | undefined;
  /** The lines already returned. Pass the same memory to resume a tail without repetition. */
  memory?: LogMemory | undefined;
  /** Called with each failure that is retried, and with undefined once reading succeeds again. */
  onInterruption?: ((failure: PlatformError | undefined) => void) | undefined;
}

/** Pages per read; older lines are left out. */
const maxPages = 20;
/** Longest wait between two attempts during an outage, in milliseconds. */
const maxPauseMs = 60_000;

/** Remembers the last lines by (pod, date, message), at most `capacity` of them. */
export class LogMemory {
  readonly #capacity: number;
  readonly #seen = new Set<string>();

  constructor(capacity = 50_000) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Adds a line and returns whether it is new. The lines not seen for the longest time are removed. */
  add({ pod, date, message }: LogLine): boolean {
    const key = JSON.stringify([pod ?? null, date ?? null, message]);
    const fresh = !this.#seen.delete(key);
    this.#seen.add(key);
    if (this.#seen.size > this.#capacity) this.#seen.delete(this.#seen.values().next().value!);
    return fresh;
  }
}

/**
 * Yields the existing lines, then new ones as they appear, in batches ordered by time and never empty. Retries during outages.
 * @throws PlatformError for a permanent failure; CancelledError when `signal` aborts.
 */
export async function* tailLogs(
  client: Reader,
  { deploymentId, filter }: TailTarget,
  options: TailOptions = {},
): AsyncGenerator<LogLine[], void, void> {
  const { signal, intervalMs = 3_000, pageSize = 500, memory = new LogMemory(), onInterruption } = options;
  const input = { params: { deploymentId }, query: { ...filter, first: pageSize } };
  let failures = 0;
  for (;;) {
    const fresh: LogLine[] = [];
    try {
      let pages = 0;
      for await (const page of client.pages(runtimeOperations.listLogs, input, { signal })) {
        for (const line of page.items) if (memory.add(line)) fresh.push(line);
        pages += 1;
        if (pages >= maxPages) break;
      }
      if (failures > 0) onInterruption?.(undefined);
      failures = 0;
    } catch (failure) {
      if (!(failure instanceof PlatformError) || !isTransient(failure)) throw failure;
      failures += 1;
      onInterruption?.(failure);
    }
    if (fresh.length > 0) yield fresh.sort(byDate);
    await delay(Math.min(intervalMs * 2 ** Math.min(failures, 10), Math.max(maxPauseMs, intervalMs)), signal);
  }
}

/** Lines without a date keep their position. Compares times, because the precision of the texts may differ. */
function byDate(a: LogLine, b: LogLine): number {
  const difference = Date.parse(a.date ?? '') - Date.parse(b.date ?? '');
  return Number.isNaN(difference) ? 0 : difference;
}
