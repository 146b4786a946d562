/** Names of cubes and members: what the schema compiler accepts and can reference. */

/** Words of Python and JavaScript, in which references are written, and of the schema compiler. */
const reserved = new Set(
  `and as assert async await break case catch class const continue debugger def default del delete do elif else enum except export false finally for from function global if implements import in instanceof interface is lambda let new none
  nonlocal not null or package pass private protected public raise return static super switch this throw true try typeof
  undefined var void while with yield nan infinity cube table security_context filter_params filter_group sql_utils
  user_context compile_context sql sqltable sql_table`.split(/\s+/),
);

/** A name that the compiler accepts, as close to `text` as possible. */
function toIdentifier(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    // The compiler evaluates every key with this word.
    .replaceAll('extends', 'extend')
    .slice(0, 200);
  const started = /^[A-Za-z_]/.test(name) ? name : `_${name}`;
  return reserved.has(started.toLowerCase()) || started in {} ? `${started}_` : started;
}

/** Gives each name out once. */
export class NameSet {
  readonly #taken = new Set<string>();
  readonly #keyOf: (name: string) => string;

  /** With `ignoreCase`, names that differ only in case are the same: for files. */
  constructor({ ignoreCase = false }: { ignoreCase?: boolean } = {}) {
    this.#keyOf = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
  }

  /** The identifier of the first alternative that is free, else of the first one with a number. */
  take(...alternatives: readonly string[]): string {
    const names = alternatives.map(toIdentifier);
    let name = names.find((each) => !this.#taken.has(this.#keyOf(each)));
    for (let number = 2; name === undefined; number += 1) {
      const numbered = `${names[0]}_${number}`;
      if (!this.#taken.has(this.#keyOf(numbered))) name = numbered;
    }
    this.#taken.add(this.#keyOf(name));
    return name;
  }

  /** Keeps a name from being given out. */
  reserve(name: string): void {
    this.#taken.add(this.#keyOf(name));
  }
}
