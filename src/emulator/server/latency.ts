/** A slow network in front of the emulator: every answer is late, and what the emulator does for one adds nothing to another's way. */

import { delay } from '../../base/async.ts';

export class Latency {
  readonly #ms: number;
  readonly #closing: AbortSignal;
  #turn: Promise<void> = Promise.resolve();

  /** `ms`: added to every answer; `closing` aborts when the emulator closes. */
  constructor(ms: number, closing: AbortSignal) {
    this.#ms = ms;
    this.#closing = closing;
  }

  /**
   * Resolves when the request has been on its way for long enough, for one request a turn of the event loop: whoever arrives
   * while many are answered begins to wait at once, and not when the last of them is done.
   * @throws CancelledError when the emulator closes
   */
  async wait(): Promise<void> {
    if (this.#ms === 0) return;
    await delay(this.#ms, this.#closing);
    const turn = this.#turn;
    this.#turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    await turn;
  }
}
