/** The navigation history of the embedded page, from its events, for Back and Forward. */

const maxEntries = 200;
/** Characters; ignores longer paths to bound the memory. */
const maxPath = 8_000;

export class PathHistory {
  #paths: string[] = [];
  #at = -1;
  /** The target of the last Back or Forward until the embedded page reports it. */
  #expected: { path: string; at: number } | undefined;

  get path(): string | null {
    return this.#paths[this.#at] ?? null;
  }

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#paths.length - 1;
  }

  clear(): void {
    this.#paths = [];
    this.#at = -1;
    this.#expected = undefined;
  }

  /** The embedded page reported `path`, by `navigate`, or by `view` after a load. */
  visited(path: string): void {
    if (path === this.path || path.length > maxPath) return;
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected?.path === path && this.#paths[expected.at] === path) {
      this.#at = expected.at;
      return;
    }
    this.#paths = [...this.#paths.slice(0, this.#at + 1), path].slice(-maxEntries);
    this.#at = this.#paths.length - 1;
  }

  /** The path to navigate to; undefined at the end of the history. */
  step(by: -1 | 1): string | undefined {
    const at = this.#at + by;
    const path = this.#paths[at];
    if (path !== undefined) this.#expected = { path, at };
    return path;
  }
}
