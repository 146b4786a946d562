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

/** The known names closest to `name`, if they are close enough for a typo: several if they are equally close. */
export function allClosest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const best = new Set<string>();
  let bestDistance = Math.max(1, Math.floor(name.length / 3));
  const wantedLetters = lettersOf(wanted);
  for (const candidate of known) {
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

export function closest(name: string, known: Iterable<string>): string | undefined {
  return allClosest(name, known)[0];
}

/** What a wrong name was probably meant to be. */
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

export function suggestion(name: string, known: Iterable<string>): Suggestion {
  return suggestionOf(allClosest(name, known));
}
