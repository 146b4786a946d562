/** Holds actions back until the page is open: their events must not come before `ready`. Spec: Event catalog. */

import type { EmbedAction } from '../../../contract/messages/actions.ts';
import type { ActionName } from '../../../contract/messages/names.ts';

/** They cause no event, and the sign-in screen applies them, too. */
const appliedAtOnce: readonly ActionName[] = ['set-color-scheme', 'set-theme', 'set-locale', 'set-timezone'];

export class ActionQueue {
  readonly #run: (action: EmbedAction) => void;
  /** Undefined once the page is open. */
  #waiting: EmbedAction[] | undefined = [];

  constructor(run: (action: EmbedAction) => void) {
    this.#run = run;
  }

  add(action: EmbedAction): void {
    if (!this.#waiting || appliedAtOnce.includes(action.name)) this.#run(action);
    else this.#waiting.push(action);
  }

  /** Runs what waits, and every later action immediately. */
  open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const action of waiting) this.#run(action);
  }
}
