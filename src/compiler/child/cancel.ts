/** Which compiles have been given up: all that began before the last `abandon()`. Only the compiler's child process loads it. */

let current = new AbortController();

/** What is under way ends at its next step, without an answer. */
export function cancel(): void {
  current.abort();
  current = new AbortController();
}

/** Aborts when what begins now is given up. */
export function cancelSignal(): AbortSignal {
  return current.signal;
}
