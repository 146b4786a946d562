/** The bulk requests of one origin: they wait here for their turn, so that no other request waits behind them. */

import { reasonOf } from './exchange.ts';
import { Pace } from './pace.ts';
import { WireFailure, type WireResponse, wireDetails } from './wire.ts';

const overloadStatuses: ReadonlySet<number> = new Set([429, 503]);

interface Waiting {
  signal?: AbortSignal | undefined;
  deadlineMs: number;
}

export class BulkQueue {
  readonly #pace = new Pace();
  #running = 0;
  readonly #waiting = new Set<() => void>();

  /** Sets how many requests the connection can carry. */
  set max(max: number) {
    this.#pace.max = max;
    this.#startWaiting();
  }

  /**
   * Sends a request when its turn comes. `send` gets the milliseconds that are left.
   * @throws WireFailure `timeout` when the deadline passes before its turn; what `send` throws; the signal's reason
   */
  async run(send: (leftMs: number) => Promise<WireResponse>, { signal, deadlineMs }: Waiting): Promise<WireResponse> {
    const begun = performance.now();
    if (this.#running < this.#pace.size) this.#running += 1;
    else await this.#turn({ signal, deadlineMs });
    const { round } = this.#pace;
    try {
      const response = await send(deadlineMs - (performance.now() - begun));
      if (overloadStatuses.has(response.status)) this.#pace.overloaded(round);
      else if (this.#waiting.size > 0) this.#pace.answered(round, response.roundTripMs);
      return response;
    } catch (failure) {
      if (failure instanceof WireFailure) this.#pace.overloaded(round);
      throw failure;
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  #turn({ signal, deadlineMs }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(start);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const start = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(reasonOf(signal));
      };
      const timer = setTimeout(() => {
        leave();
        reject(new WireFailure(wireDetails.message('no-response', [deadlineMs]), { fault: 'timeout', sent: false }));
      }, deadlineMs);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(start);
    });
  }

  #startWaiting(): void {
    for (const start of this.#waiting) {
      if (this.#running >= this.#pace.size) return;
      this.#running += 1;
      start();
    }
  }
}
