/** Validates the followed dev branch and reports the result to the model. A late answer never replaces a newer one. */

import { isCancellation } from '../base/errors.ts';
import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { ReportedError } from '../model/placement/placeErrors.ts';
import type { ModelSession } from './modelSession.ts';

export type ValidationState =
  | { phase: 'none' }
  | { phase: 'running' }
  | { phase: 'done'; valid: boolean; cubes: number | undefined; at: Date }
  | { phase: 'failed'; failure: unknown };

/** The platform's answer to `validate`. */
interface ValidationAnswer {
  valid: boolean;
  errors: readonly ReportedError[];
  cubesCount?: number | null | undefined;
}

export class BranchValidation implements Disposable {
  readonly #model: ModelSession;
  readonly #isOutdated: () => boolean;
  readonly #state = new Value<ValidationState>({ phase: 'none' });
  /** Numbers of the latest request, and of the latest request with an answer. */
  #requested = 0;
  #answered = 0;
  #isDue = false;

  /** `isOutdated`: newer texts than those on the branch are about to be pushed and validated. */
  constructor(model: ModelSession, isOutdated: () => boolean) {
    this.#model = model;
    this.#isOutdated = isOutdated;
  }

  get state(): Observable<ValidationState> {
    return this.#state;
  }

  /** Whether the branch has changed since the platform's last answer, as far as this session knows. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** The branch changed, or is behind the saved files. */
  setDue(): void {
    this.#isDue = true;
  }

  /** Sends `request` and reports its answer. @throws what `request` throws; an older report is withdrawn then */
  async run(request: () => Promise<ValidationAnswer>): Promise<ValidationState> {
    const { generation } = this.#model;
    this.#requested += 1;
    const turn = this.#requested;
    this.#state.set({ phase: 'running' });
    try {
      const answer = await request();
      if (turn <= this.#answered) return this.#state.value;
      this.#answered = turn;
      if (generation < this.#model.generation && (turn !== this.#requested || this.#isOutdated())) {
        // The answer is about texts that were saved again. The newer ones are validated after their push.
        this.#isDue = true;
        return this.#state.value;
      }
      this.#model.report(generation, answer.errors);
      if (turn === this.#requested) {
        this.#isDue = false;
        const cubes = answer.cubesCount ?? undefined;
        this.#state.set({ phase: 'done', valid: answer.valid, cubes, at: new Date() });
      }
    } catch (failure) {
      if (turn > this.#answered && turn === this.#requested) {
        this.#answered = turn;
        this.#isDue = true;
        this.#model.withdraw();
        this.#state.set(isCancellation(failure) ? { phase: 'none' } : { phase: 'failed', failure });
      }
      throw failure;
    }
    return this.#state.value;
  }

  /** Withdraws the report: it is about an older version of the branch, and nothing newer is requested. */
  withdraw(): void {
    this.#isDue = false;
    this.#model.withdraw();
    this.#state.set({ phase: 'none' });
  }

  /** Like `withdraw`, and ignores the answers of running requests. */
  reset(): void {
    this.#answered = this.#requested;
    this.withdraw();
  }

  dispose(): void {
    this.#state.dispose();
  }
}
