/** Names before an edit, as the edit says. */

const snake = (name: string) => name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();

/** The former names of what an edit renamed, by the new ones, which are unique in the model. */
export class FormerNames {
  readonly #names = new Map<string, string>();

  constructor(done: readonly string[]) {
    for (const one of done) {
      const [, old, now] = /^rename \S*?([^.\s]+) -> (\S+)$/.exec(one) ?? [];
      if (old && now) this.#names.set(now, this.#names.get(old) ?? old);
    }
  }

  of(text: string): string {
    return [...this.#names].reduce((rest, [now, old]) => rest.replaceAll(now, old), text);
  }

  /** With aliases, which are in snake_case. */
  inSql(text: string): string {
    return [...this.#names].reduce((rest, [now, old]) => rest.replaceAll(now, snake(old)), text);
  }
}
