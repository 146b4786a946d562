/** Bytes that all request bodies in memory share. A request that finds too few waits for those before it. */

export class BodyBudget {
  #free: number;
  readonly #waiting: { bytes: number; grant(): void }[] = [];

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Resolves in the order of the calls, with a function that returns the bytes. `bytes` must not exceed the whole budget. */
  take(bytes: number): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, grant: () => resolve(() => this.#return(bytes)) });
      this.#grant();
    });
  }

  #return(bytes: number): void {
    this.#free += bytes;
    this.#grant();
  }

  #grant(): void {
    for (let [next] = this.#waiting; next && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.grant();
    }
  }
}
