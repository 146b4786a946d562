/** Converts names between snake_case (YAML) and camelCase (compiler), and finds the known name closest to a typo. */

import type { Fix } from './problem.ts';

/** The camelCase of a key as the compiler converts it: `sql_table` → `sqlTable`. */
export function camelCase(name: string): string {
  if (!name.includes('_')) return name.charAt(0).toLowerCase() + name.slice(1);
  return name
    .split('_')
    .map((part, i) => {
      if (i === 0) return part.charAt(0).toLowerCase() + part.slice(1);
      return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
    })
    .join('');
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '_') + letter.toLowerCase());
}

/** The cube or view of `orders.count`; a name without a dot is one itself. */
export function ownerOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** Longer texts are not names: they are not compared with each other. */
export const maximumName = 100;

/**
 * Matches texts that start with the first part, end with the last one, and have one of the others in between. More parts would
 * cost a power of the length.
 */
export function patternOfParts(parts: readonly string[]): RegExp {
  const [first = '', ...rest] = parts;
  const kept = rest.length > 2 ? [first, rest.reduce(longer, ''), rest.at(-1)!] : parts;
  return new RegExp(`^${kept.map((part) => part.replace(/[^\w\s]/g, '\\$&')).join('.*')}$`);
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}

/** Edit distance with transpositions; more than `limit` if it exceeds that. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  let beforePrevious: number[] = [];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}

/** The characters of a text as a set of bits. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i += 1) bits |= 1 << text.charCodeAt(i);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** How different a typo of a name may be: the number of changed letters. */
function maximumDistance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** The known names closest to `name`, if they are close enough for a typo: several if they are equally close. */
export function allClosest(name: string, known: Iterable<string>): string[] {
  return new KnownNames(known).closest(name);
}

export function closest(name: string, known: Iterable<string>): string | undefined {
  return allClosest(name, known)[0];
}

/** After so many comparisons with the same names, only typos of one letter are found. */
const maximumComparisons = 200_000;

/** From this number of names on, they are looked up first by what remains of them without one letter. */
const indexedSize = 200;

/** Names among which the meant one is searched, for many typos. */
export class KnownNames {
  readonly #known: readonly string[];
  #byRemainder: Map<string, string[]> | undefined;
  #comparisons = 0;

  constructor(known: Iterable<string>) {
    this.#known = [...known];
  }

  /** The names that are closest to `name`, except those that `isLeftOut` accepts. */
  closest(name: string, isLeftOut: (known: string) => boolean = () => false): string[] {
    if (name.length > maximumName) return [];
    const isIndexed = this.#known.length >= indexedSize;
    const near = isIndexed ? nearest(name, this.#near(name.toLowerCase()), 1, isLeftOut) : [];
    if (near.length > 0 || this.#comparisons > maximumComparisons) return near;
    if (isIndexed) this.#comparisons += this.#known.length;
    return nearest(name, this.#known, maximumDistance(name), isLeftOut);
  }

  /** The closest names, or else those that have the name as their first or last words: a view adds prefixes, `created` is `created_at`. */
  similar(name: string, isLeftOut: (known: string) => boolean = () => false): string[] {
    const near = this.closest(name, isLeftOut);
    if (near.length > 0 || name.length < 3 || name.length > maximumName || this.#comparisons > maximumComparisons)
      return near;
    const isPart = (one: string) => one.startsWith(`${name}_`) || one.endsWith(`_${name}`);
    return [...new Set(this.#known)].filter((one) => isPart(one) && !isLeftOut(one)).slice(0, 3);
  }

  /** Those of the names that are known, in the order of the known ones. */
  among(names: readonly string[]): string[] {
    return this.#known.filter((one) => names.includes(one));
  }

  /** At least the names in which one letter differs, is missing, is added or has changed places with the next one. */
  #near(wanted: string): string[] {
    if (!this.#byRemainder) {
      this.#byRemainder = new Map();
      for (const one of this.#known) {
        if (one.length > maximumName) continue;
        for (const rest of remainders(one.toLowerCase())) {
          const same = this.#byRemainder.get(rest);
          if (same) same.push(one);
          else this.#byRemainder.set(rest, [one]);
        }
      }
    }
    return [...remainders(wanted)].flatMap((rest) => this.#byRemainder!.get(rest) ?? []);
  }
}

/** A text, and what remains of it without one of its letters. */
function remainders(text: string): Set<string> {
  const found = new Set([text]);
  for (let i = 0; i < text.length; i += 1) found.add(text.slice(0, i) + text.slice(i + 1));
  return found;
}

function nearest(
  name: string,
  known: Iterable<string>,
  limit: number,
  isLeftOut: (known: string) => boolean,
): string[] {
  const wanted = name.toLowerCase();
  const best = new Set<string>();
  let bestDistance = limit;
  const wantedLetters = lettersOf(wanted);
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > bestDistance || isLeftOut(candidate)) continue;
    const compared = candidate.toLowerCase();
    // An edit adds and removes one letter at most, so most candidates need no comparison.
    if (bitCount(wantedLetters ^ lettersOf(compared)) > 2 * bestDistance) continue;
    const found = distance(wanted, compared, bestDistance);
    if (found > bestDistance) continue;
    if (found < bestDistance) best.clear();
    best.add(candidate);
    bestDistance = found;
  }
  return [...best];
}

/** The name that was probably meant by a wrong one. */
interface Suggestion {
  /** ` Did you mean x?` for an error message, or ''. */
  hint: string;
  fix?: Fix;
}

/** The first of the texts is in the message. */
export function suggestionOf(texts: readonly string[]): Suggestion {
  return texts.length === 0
    ? { hint: '' }
    : { hint: ` Did you mean \`${texts[0]}\`?`, fix: { kind: 'replace', texts } };
}

export function suggestion(
  name: string,
  known: Iterable<string> | KnownNames,
  isLeftOut?: (known: string) => boolean,
): Suggestion {
  const names = known instanceof KnownNames ? known : new KnownNames(known);
  return suggestionOf(names.closest(name, isLeftOut));
}
