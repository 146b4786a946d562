/** Where the viewer has been inside the embed, for back and forward. Knows only the paths that the embed's events tell. */

const mostEntries = 200;
/** No address is longer; what is kept must stay small whatever the embed says. */
const longestPath = 8_000;

export class PathHistory {
  #paths: string[] = [];
  #at = -1;
  /** Where back or forward asked the embed to go, until it says it is there. */
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

  /** The embed said that it shows `path`: `navigate`, or `view` of a load. */
  visited(path: string): void {
    if (path === this.path || path.length > longestPath) return;
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected?.path === path && this.#paths[expected.at] === path) {
      this.#at = expected.at;
      return;
    }
    this.#paths = [...this.#paths.slice(0, this.#at + 1), path].slice(-mostEntries);
    this.#at = this.#paths.length - 1;
  }

  /** The path to ask the embed for; undefined where there is none in that direction. */
  step(by: -1 | 1): string | undefined {
    const at = this.#at + by;
    const path = this.#paths[at];
    if (path !== undefined) this.#expected = { path, at };
    return path;
  }
}
