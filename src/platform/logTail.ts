/** A live view of a deployment's logs: the platform has no push and no line ids, so this polls and removes repeats. */

import { delay } from '../base/async.ts';
import type { LogLine } from '../contract/deployments.ts';
import type { QueryOf } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { Client } from './client.ts';
import { PlatformError } from './platformError.ts';
import { isTransient } from './retry.ts';

export interface TailTarget {
  deploymentId: string | number;
  /** Filters, as the operation takes them. */
  filter?: Omit<QueryOf<typeof operations.listLogs>, 'first' | 'after'> | undefined;
}

export interface TailOptions {
  signal?: AbortSignal | undefined;
  /** Between two reads; default 3 000 ms. */
  intervalMs?: number | undefined;
  /** Lines asked for at a time; default 500. */
  pageSize?: number | undefined;
  /** What was shown already: pass the same memory to resume an ended tail without repeats. */
  memory?: LogMemory | undefined;
  /** Told of each failed read that is tried again, and with undefined once reading works again. */
  onInterruption?: ((failure: PlatformError | undefined) => void) | undefined;
}

/** Pages read at a time: a tail longer than this is cut at its far end. */
const maxPages = 20;
/** Longest wait between two tries while the platform is away, in milliseconds. */
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

  /** Whether the line is new; it is known from now on, and the longest unseen ones are forgotten. */
  add({ pod, date, message }: LogLine): boolean {
    const key = JSON.stringify([pod ?? null, date ?? null, message]);
    const fresh = !this.#seen.delete(key);
    this.#seen.add(key);
    if (this.#seen.size > this.#capacity) this.#seen.delete(this.#seen.values().next().value!);
    return fresh;
  }
}

/**
 * Yields the lines there are, then the new ones as they come, each batch in the order of time and never empty. Outages are waited
 * out. Rejects with PlatformError for what does not pass by itself, and with CancelledError when `signal` aborts.
 */
export async function* tailLogs(
  client: Client,
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
      for await (const page of client.pages(operations.listLogs, input, { signal })) {
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

/** Lines without a date stay where they are; ISO 8601 in UTC sorts as text where the precision is the same, so compare times. */
function byDate(a: LogLine, b: LogLine): number {
  const difference = Date.parse(a.date ?? '') - Date.parse(b.date ?? '');
  return Number.isNaN(difference) ? 0 : difference;
}
