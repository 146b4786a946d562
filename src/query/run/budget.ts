/** How many statements an examination may run, and for how long. */

import { throwIfAborted } from '../../base/async.ts';

export interface BudgetLimits {
  statements: number;
  seconds: number;
}

/** The budget is used up. */
export class BudgetUsed extends Error {}

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #late: AbortSignal;
  #used = 0;
  #refused: string | undefined;

  constructor(limits: BudgetLimits, signal: AbortSignal | undefined) {
    this.#limits = limits;
    this.#signal = signal;
    this.#late = AbortSignal.timeout(limits.seconds * 1000);
  }

  /** Why statements were not run; undefined if all were. */
  get refused(): string | undefined {
    return this.#refused;
  }

  /** Runs one statement. @throws BudgetUsed, CancelledError, what `run` throws */
  async spend<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    throwIfAborted(this.#signal);
    const reason = this.#reason();
    if (reason) throw this.#end(reason);
    this.#used += 1;
    try {
      return await run(this.#signal ? AbortSignal.any([this.#signal, this.#late]) : this.#late);
    } catch (failure) {
      throwIfAborted(this.#signal);
      if (this.#late.aborted) throw this.#end(this.#reason()!);
      throw failure;
    }
  }

  #end(reason: string): BudgetUsed {
    this.#refused = reason;
    return new BudgetUsed(reason);
  }

  #reason(): string | undefined {
    const { statements, seconds } = this.#limits;
    if (this.#late.aborted) return `the time of ${seconds} s is over`;
    return this.#used >= statements ? `the limit of ${statements} statements is reached` : undefined;
  }
}
