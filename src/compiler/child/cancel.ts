/** Cancellation inside the compiler's child process: `cancel()` cancels every compile that is running. */

let current = new AbortController();

/** Running compiles stop at their next step, without a result. */
export function cancel(): void {
  current.abort();
  current = new AbortController();
}

/** Aborts when the work that starts now is cancelled. */
export function cancelSignal(): AbortSignal {
  return current.signal;
}
