/**
 * Stores the state of open previews immediately. VS Code stores the state of a tab with a delay, so a reloaded window can restore an
 * older one.
 */

import { type PreviewState, readPreviewState } from './previewState.ts';

/** The workspace storage of VS Code. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const memoryKey = 'dataModel.previews';
/** More than the number of open tabs; older entries belong to closed tabs. */
const maxStates = 20;

export class RecentPreviewStates {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Rejects if VS Code cannot store the state. */
  async save(state: PreviewState): Promise<void> {
    const others = this.#all().filter(({ tab }) => tab !== state.tab);
    await this.#memory.update(memoryKey, [state, ...others].slice(0, maxStates));
  }

  /** The newer one of the tab's own state and the state stored here. */
  latest(tabState: unknown): PreviewState | undefined {
    const state = readPreviewState(tabState);
    const stored = state && this.#all().find(({ tab }) => tab === state.tab);
    return stored && stored.changes > state.changes ? stored : state;
  }

  #all(): PreviewState[] {
    const stored = this.#memory.get(memoryKey);
    return Array.isArray(stored) ? stored.map(readPreviewState).filter((state) => state !== undefined) : [];
  }
}
