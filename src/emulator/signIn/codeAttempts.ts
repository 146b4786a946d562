/** Limits how often user codes can be guessed. RFC 8628, 5.1. Kept in memory only. */

/** Wrong codes within the time after which no further one is read. */
const mostWrong = 5;
const withinMs = 60_000;

export class CodeAttempts {
  readonly #clock: () => number;
  /** The times of the last wrong codes. */
  #wrong: number[] = [];

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Whole seconds until a code is read again; 0: now. */
  get waitSeconds(): number {
    const now = this.#clock();
    this.#wrong = this.#wrong.filter((time) => now < time + withinMs);
    const [oldest] = this.#wrong;
    return this.#wrong.length < mostWrong || oldest === undefined ? 0 : Math.ceil((oldest + withinMs - now) / 1000);
  }

  addWrong(): void {
    this.#wrong.push(this.#clock());
  }
}
