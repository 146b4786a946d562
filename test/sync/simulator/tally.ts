/** Counts how often each event happened. */

export class Tally {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  add(counts: Readonly<Record<string, number>>): void {
    for (const [what, times] of Object.entries(counts)) this.count(what, times);
  }

  /** By name. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
