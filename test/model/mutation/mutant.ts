/** A mutation of a valid model: a change at one random place, and the lines where its problem is correct. */

import type { ParsedSource } from '../../../src/model/source/tree.ts';
import type { Texts } from '../models.ts';

export interface Mutant {
  kind: string;
  texts: Texts;
  /** The lines where a problem is correct: `file:line`, 0-based. */
  lines: ReadonlySet<string>;
  /** The change, for the messages of failing tests. */
  change: string;
}

export type Random = () => number;

/** Random numbers in [0, 1) that depend only on the seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}

export interface Source {
  file: string;
  text: string;
  parsed: ParsedSource;
}

export type Mutation = (random: Random, source: Source, texts: Texts) => Omit<Mutant, 'kind'> | undefined;

export function replaced(
  source: Source,
  texts: Texts,
  start: number,
  end: number,
  by: string,
  at: readonly number[] = [start],
): Omit<Mutant, 'kind'> {
  const text = source.text.slice(0, start) + by + source.text.slice(end);
  return {
    texts: { ...texts, [source.file]: text },
    lines: new Set(at.map((offset) => `${source.file}:${lineAt(source.text, offset)}`)),
    change: `${source.file}:${lineAt(source.text, start) + 1} ${JSON.stringify(source.text.slice(start, end))} → ${JSON.stringify(by)}`,
  };
}

/** The lines of all files that contain the word. */
export function linesWith(texts: Texts, word: string): string[] {
  const pattern = new RegExp(`(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`);
  return Object.entries(texts).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i}`] : [])),
  );
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

export function lineOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}
