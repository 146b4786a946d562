/**
 * What is chosen in open previews, kept at once: an editor stores the state of its tabs when it gets round to it, and a window
 * that ends meanwhile brings back an older one. Knows no tab.
 */

import { type PreviewState, readPreviewState } from './previewState.ts';

/** Where the editor keeps small things of a workspace. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const memoryKey = 'dataModel.previews';
/** More tabs than anybody has open; older entries are of tabs that were closed. */
const mostKept = 20;

export class KeptPreviews {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Rejects where the editor cannot store it. */
  async keep(state: PreviewState): Promise<void> {
    const others = this.#all().filter(({ tab }) => tab !== state.tab);
    await this.#memory.update(memoryKey, [state, ...others].slice(0, mostKept));
  }

  /** The state of a tab of the window's last life: what the tab itself has stored, or what was chosen after that. */
  latest(stored: unknown): PreviewState | undefined {
    const state = readPreviewState(stored);
    const kept = state && this.#all().find(({ tab }) => tab === state.tab);
    return kept && kept.changes > state.changes ? kept : state;
  }

  #all(): PreviewState[] {
    const kept = this.#memory.get(memoryKey);
    return Array.isArray(kept) ? kept.map(readPreviewState).filter((state) => state !== undefined) : [];
  }
}
