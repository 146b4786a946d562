/**
 * Matches names with a pattern of the user. The time grows with the length of the name times that of the pattern, which regular
 * expressions of JavaScript do not promise, so these are used for single characters only.
 */

type Test = (char: string) => boolean;

/** `any`: goes on at each of `next` without a character; `char`: after a fitting one. */
type State = { kind: 'char'; test: Test; next: number } | { kind: 'any'; next: number[] } | { kind: 'end' };

export interface NamePattern {
  matches(name: string): boolean;
}

/** A pattern that repeats parts of it is as long as all repetitions. */
const maximumStates = 2_000;
const maximumLength = 500;

class PatternError extends Error {}

/** The pattern matches whole names, with or without `^` and `$`. Undefined if it is not supported or too long. */
export function namePattern(source: string): NamePattern | undefined {
  if (source.length > maximumLength) return undefined;
  try {
    const states = new PatternReader(source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')).read();
    return { matches: (name) => matches(states, name) };
  } catch (failure) {
    if (failure instanceof PatternError || failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}

function matches(states: readonly State[], name: string): boolean {
  let current = reached(states, [states.length - 1]);
  for (const char of name) {
    const next = [...current].flatMap((at) => {
      const state = states[at]!;
      return state.kind === 'char' && state.test(char) ? [state.next] : [];
    });
    current = reached(states, next);
  }
  return [...current].some((at) => states[at]!.kind === 'end');
}

function reached(states: readonly State[], from: readonly number[]): Set<number> {
  const found = new Set(from);
  for (const at of found) {
    const state = states[at]!;
    if (state.kind === 'any') for (const next of state.next) found.add(next);
  }
  return found;
}

/** Adds the states for a part of the pattern in front of those for the rest. @returns the first one */
type Part = (next: number) => number;

class PatternReader {
  readonly #text: string;
  #at = 0;
  #states: State[] = [{ kind: 'end' }];

  constructor(text: string) {
    this.#text = text;
  }

  /** The last state is the start. */
  read(): readonly State[] {
    const whole = this.#alternatives();
    if (this.#at < this.#text.length) throw new PatternError();
    this.#add({ kind: 'any', next: [whole(0)] });
    return this.#states;
  }

  #add(state: State): number {
    if (this.#states.length >= maximumStates) throw new PatternError();
    return this.#states.push(state) - 1;
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return (next) =>
      parts.length === 1 ? parts[0]!(next) : this.#add({ kind: 'any', next: parts.map((one) => one(next)) });
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at]!))
      parts.push(this.#repeated(this.#atom()));
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #repeated(part: Part): Part {
    const [text, least, comma, most] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#text.slice(this.#at)) ?? [];
    if (text !== undefined) {
      this.#at += text.length;
      return this.#notRepeatedAgain(
        this.#times(part, Number(least), comma === '' ? Number(least) : most === '' ? undefined : Number(most)),
      );
    }
    if (this.#take('*')) return this.#notRepeatedAgain(this.#times(part, 0, undefined));
    if (this.#take('+')) return this.#notRepeatedAgain(this.#times(part, 1, undefined));
    return this.#take('?') ? this.#notRepeatedAgain(this.#times(part, 0, 1)) : part;
  }

  #notRepeatedAgain(part: Part): Part {
    if (/[*+?{]/.test(this.#text[this.#at] ?? '')) throw new PatternError();
    return part;
  }

  #times(part: Part, least: number, most: number | undefined): Part {
    if (most !== undefined && most < least) throw new PatternError();
    return (next) => {
      let after = next;
      if (most === undefined) {
        const loop: State & { kind: 'any' } = { kind: 'any', next: [next] };
        after = this.#add(loop);
        loop.next.push(part(after));
      } else for (let i = least; i < most; i += 1) after = this.#add({ kind: 'any', next: [part(after), next] });
      for (let i = 0; i < least; i += 1) after = part(after);
      return after;
    };
  }

  #atom(): Part {
    if (this.#take('(')) {
      if (this.#take('?') && !this.#take(':')) throw new PatternError();
      const inner = this.#alternatives();
      if (!this.#take(')')) throw new PatternError();
      return inner;
    }
    const [text] =
      /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\[dDwW]|\\[^a-zA-Z0-9]|[^\\[\]{}()*+?|^$])/u.exec(this.#text.slice(this.#at)) ??
      [];
    if (text === undefined) throw new PatternError();
    this.#at += text.length;
    const char = new RegExp(`^${text}$`, 'u');
    return (next) => this.#add({ kind: 'char', test: (one) => char.test(one), next });
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}
