/** Values that are computed from a model. Each is kept until one of its inputs changes. */

export interface Derivation<Source, About, Value> {
  compute(source: Source, about: About): Value;
}

interface Entry {
  value: unknown;
  /** Undefined: the value depends on the whole model. */
  inputs: readonly string[] | undefined;
}

interface Computation {
  inputs: Set<string>;
  isWhole: boolean;
}

export class DerivedValues {
  /** By kind, then by the object that the value is about. */
  readonly #entries = new Map<object, Map<object, Entry>>();
  /** The innermost computation is the last one. */
  readonly #running: Computation[] = [];

  /** The running computation reads an input. */
  reads(input: string): void {
    this.#running.at(-1)?.inputs.add(input);
  }

  /** The running computation reads more than can be named. */
  readsAll(): void {
    const running = this.#running.at(-1);
    if (running) running.isWhole = true;
  }

  get<Source, About extends object, Value>(
    derivation: Derivation<Source, About, Value>,
    source: Source,
    about: About,
  ): Value {
    const entries = this.#entriesOf(derivation);
    const entry = entries.get(about) ?? this.#compute(entries, derivation, source, about);
    if (!entry.inputs) this.readsAll();
    else if (this.#running.length > 0) for (const input of entry.inputs) this.reads(input);
    return entry.value as Value;
  }

  #compute<Source, About extends object>(
    entries: Map<object, Entry>,
    { compute }: Derivation<Source, About, unknown>,
    source: Source,
    about: About,
  ): Entry {
    const running: Computation = { inputs: new Set(), isWhole: false };
    this.#running.push(running);
    try {
      const value = compute(source, about);
      const entry: Entry = { value, inputs: running.isWhole ? undefined : [...running.inputs] };
      entries.set(about, entry);
      return entry;
    } finally {
      this.#running.pop();
    }
  }

  /** Takes the values of another model, except those that depend on one of the inputs or on the whole model. */
  take(other: DerivedValues, different: ReadonlySet<string>): void {
    for (const [derivation, values] of other.#entries) {
      const entries = this.#entriesOf(derivation);
      for (const [about, entry] of values) {
        if (entry.inputs && !entry.inputs.some((input) => different.has(input))) entries.set(about, entry);
      }
    }
  }

  #entriesOf(derivation: object): Map<object, Entry> {
    let entries = this.#entries.get(derivation);
    if (!entries) {
      entries = new Map();
      this.#entries.set(derivation, entries);
    }
    return entries;
  }

  /** Removes the values that depend on one of the inputs. */
  remove(changed: ReadonlySet<string>): void {
    for (const entries of this.#entries.values()) {
      for (const [about, { inputs }] of entries) {
        if (!inputs || inputs.some((input) => changed.has(input))) entries.delete(about);
      }
    }
  }
}
