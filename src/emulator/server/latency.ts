/** Simulates a slow network: delays every response, and keeps the delays of concurrent requests independent. */

import { delay } from '../../base/async.ts';

export class Latency {
  readonly #ms: number;
  readonly #closing: AbortSignal;
  #turn: Promise<void> = Promise.resolve();

  /** @param ms added to every response @param closing aborts when the emulator closes */
  constructor(ms: number, closing: AbortSignal) {
    this.#ms = ms;
    this.#closing = closing;
  }

  /**
   * Resolves after the latency, for one request per turn of the event loop. So requests that arrive while many are being answered
   * start to wait immediately instead of after the last answer.
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
