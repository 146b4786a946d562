/** How much an assistant may ask for. */

import { Limit } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';

const callsPerMinute = 60;
const callMs = 30_000;

export class CallLimits {
  readonly #now: () => number;
  readonly #calls: number[] = [];
  /** The calls wait for each other: an assistant that asks for everything at once does not stop the machine. */
  readonly #running = new Limit(1);

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws UserError, CancelledError, and what `call` throws */
  async run<T>(call: (signal: AbortSignal) => Promise<T>, ended: AbortSignal): Promise<T> {
    const now = this.#now();
    while (this.#calls.length > 0 && now - this.#calls[0]! >= 60_000) this.#calls.shift();
    if (this.#calls.length >= callsPerMinute)
      throw new UserError(`More than ${callsPerMinute} calls in a minute. Wait a minute, and ask for more at once.`);
    this.#calls.push(now);
    return this.#running.run(async () => {
      const late = AbortSignal.timeout(callMs);
      try {
        return await call(AbortSignal.any([ended, late]));
      } catch (failure) {
        if (!late.aborted || ended.aborted) throw failure;
        throw new UserError(
          `The call took longer than ${callMs / 1000} seconds and was stopped. Ask for less. If the model is large, ask again: it goes on being compiled.`,
        );
      }
    }, ended);
  }
}
