/** Values that are computed from a model. Each is kept until one of its inputs changes. */

export interface Derivation<Source, About, Value> {
  compute(source: Source, about: About): Value;
}

interface Entry {
  value: unknown;
  derivation: object;
  about: object;
  inputs: readonly string[];
}

/** The input of a value that depends on the whole model. */
const everything = ' everything';

export class DerivedValues {
  /** By kind, then by the object that the value is about. */
  #entries = new Map<object, Map<object, Entry>>();
  /** By input, because an edit concerns few of the values. */
  #byInput = new Map<string, Set<Entry>>();
  /** The inputs of the running computations. The innermost one is the last. */
  readonly #running: Set<string>[] = [];

  /** The running computation reads an input. */
  reads(input: string): void {
    this.#running.at(-1)?.add(input);
  }

  /** The running computation reads more than can be named. */
  readsAll(): void {
    this.reads(everything);
  }

  get<Source, About extends object, Value>(
    derivation: Derivation<Source, About, Value>,
    source: Source,
    about: About,
  ): Value {
    const entry = this.#entries.get(derivation)?.get(about) ?? this.#compute(derivation, source, about);
    if (this.#running.length > 0) for (const input of entry.inputs) this.reads(input);
    return entry.value as Value;
  }

  #compute<Source, About extends object>(
    derivation: Derivation<Source, About, unknown>,
    source: Source,
    about: About,
  ): Entry {
    const inputs = new Set<string>();
    this.#running.push(inputs);
    try {
      const value = derivation.compute(source, about);
      const entry: Entry = { value, derivation, about, inputs: inputs.has(everything) ? [everything] : [...inputs] };
      this.#add(entry);
      return entry;
    } finally {
      this.#running.pop();
    }
  }

  #add(entry: Entry): void {
    const entries = this.#entries.get(entry.derivation);
    if (entries) entries.set(entry.about, entry);
    else this.#entries.set(entry.derivation, new Map([[entry.about, entry]]));
    for (const input of entry.inputs) {
      const same = this.#byInput.get(input);
      if (same) same.add(entry);
      else this.#byInput.set(input, new Set([entry]));
    }
  }

  /** Replaces all values by those of another model, except those that depend on one of the inputs or on the whole model. */
  take(other: DerivedValues, different: Iterable<string>): void {
    this.#entries = new Map([...other.#entries].map(([derivation, entries]) => [derivation, new Map(entries)]));
    this.#byInput = new Map([...other.#byInput].map(([input, entries]) => [input, new Set(entries)]));
    this.remove(different);
  }

  /** Removes the values that depend on one of the inputs. */
  remove(changed: Iterable<string>): void {
    if (this.#byInput.size === 0) return;
    for (const input of [everything, ...changed]) {
      for (const entry of this.#byInput.get(input) ?? []) this.#drop(entry);
    }
  }

  #drop(entry: Entry): void {
    this.#entries.get(entry.derivation)?.delete(entry.about);
    for (const input of entry.inputs) {
      const same = this.#byInput.get(input);
      same?.delete(entry);
      if (same?.size === 0) this.#byInput.delete(input);
    }
  }
}
