/** The embedded page's report on its last load. An error stays until a load that began after it has finished. */

export interface LoadResult {
  readonly loaded: boolean;
  readonly loadDurationMs: number | null;
  readonly widgetCount: number | null;
}

const nothingLoaded: LoadResult = { loaded: false, loadDurationMs: null, widgetCount: null };

export class LoadProgress {
  readonly #forget: (topic: string) => void;
  #result = nothingLoaded;
  #loads = 0;
  /** Topics of the errors before the running load, and since it began. */
  #earlier: readonly string[] = [];
  #errors: readonly string[] = [];

  /** @param forget is called with the topic of each error that no longer applies */
  constructor(forget: (topic: string) => void) {
    this.#forget = forget;
  }

  get result(): LoadResult {
    return this.#result;
  }

  /** Number of `dashboard-loaded` events since the page opened. */
  get loads(): number {
    return this.#loads;
  }

  /** The embedded page is replaced. */
  reset(): void {
    this.#result = nothingLoaded;
    this.#begin();
    this.#forgetEarlier();
  }

  refreshStarted(): void {
    this.#result = { ...this.#result, loaded: false };
    this.#begin();
  }

  errorReported(topic: string): void {
    this.#earlier = this.#earlier.filter((each) => each !== topic);
    this.#errors = [...this.#errors.filter((each) => each !== topic), topic];
  }

  finish(payload: { loadDurationMs?: number | null | undefined; widgetCount?: number | null | undefined }): void {
    const { loadDurationMs = null, widgetCount = null } = payload;
    this.#result = { loaded: true, loadDurationMs, widgetCount };
    this.#loads += 1;
    this.#forgetEarlier();
    // The page starts its next load itself, for instance after a change of its filters.
    this.#begin();
  }

  #begin(): void {
    this.#earlier = [...this.#earlier, ...this.#errors];
    this.#errors = [];
  }

  #forgetEarlier(): void {
    for (const topic of this.#earlier) this.#forget(topic);
    this.#earlier = [];
  }
}
