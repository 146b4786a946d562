/** What the embedded page reported about its last load. */

export interface LoadResult {
  readonly loaded: boolean;
  readonly loadDurationMs: number | null;
  readonly widgetCount: number | null;
}

const nothingLoaded: LoadResult = { loaded: false, loadDurationMs: null, widgetCount: null };

export class LoadProgress {
  #result = nothingLoaded;
  #loads = 0;

  get result(): LoadResult {
    return this.#result;
  }

  /** Number of `dashboard-loaded` events since the page opened. */
  get loads(): number {
    return this.#loads;
  }

  reset(): void {
    this.#result = nothingLoaded;
  }

  refreshStarted(): void {
    this.#result = { ...this.#result, loaded: false };
  }

  finish(payload: { loadDurationMs?: number | null | undefined; widgetCount?: number | null | undefined }): void {
    const { loadDurationMs = null, widgetCount = null } = payload;
    this.#result = { loaded: true, loadDurationMs, widgetCount };
    this.#loads += 1;
  }
}
