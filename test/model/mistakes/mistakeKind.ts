/** A kind of mistake as data: where it can be made in our fixtures, the edit, and where its mark belongs. */

import { fixtures, type Texts } from '../models.ts';

export type Language = 'YAML' | 'JavaScript' | 'templates' | 'pairs';

/**
 * `error`: the model does not compile. `query`: it compiles, but all queries that use the part fail, which is an error, too.
 * `warning`: it compiles, but is wrong. `nothing`: the edit is not a mistake.
 */
type Certain = 'error' | 'query' | 'warning' | 'nothing';

export interface MistakeKind {
  name: string;
  /** The paths where it can be made, such as `bakery/cubes/orders.yml`; default: all of the language. */
  files?: RegExp;
  /** Each match is a place for the mistake. */
  find: RegExp;
  /** The text with the mistake; `$1` is the first group of the match. «» surround the text to mark; several are equally right. */
  to: string;
  /** Lines of the model where a mark is equally right: a pattern with `$1`. */
  also?: string;
  /** Default: `error`. */
  certain?: Certain;
  /** More changes of the same model, which the mistake needs: file, old text, new text, also with «». */
  with?: readonly (readonly [file: string, from: string, to: string])[];
}

/** One mistake made in a copy of a fixture. */
export interface Mistake {
  language: Language;
  kind: string;
  fixture: string;
  texts: Texts;
  /** The right places of each mistake in the texts, as `file:line`, 0-based. A pair has two mistakes. */
  places: ReadonlySet<string>[];
  certain: Certain;
}

/** How often a kind is applied at most. */
const placesOfKind = 3;

const models = fixtures();
const filePatterns: Record<Language, RegExp> = {
  YAML: /\.ya?ml$/,
  JavaScript: /\.js$/,
  templates: /^(clinic|ferry)\/.*\.(yml|jinja)$/,
  pairs: /./,
};

/** Removes «» and returns the lines that have them. */
function unmark(marked: Texts): { texts: Texts; places: Set<string> } {
  const texts: Texts = {};
  const places = new Set<string>();
  for (const [file, text] of Object.entries(marked)) {
    for (const [line, content] of text.split('\n').entries()) if (/[«»]/.test(content)) places.add(`${file}:${line}`);
    texts[file] = text.replace(/[«»]/g, '');
  }
  return { texts, places };
}

function linesWith(texts: Texts, pattern: RegExp): string[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i}`] : [])),
  );
}

function expand(text: string, match: RegExpMatchArray): string {
  return text.replace(/\$([1-9])/g, (_, group: string) => match[Number(group)] ?? '');
}

function edited(texts: Texts, file: string, from: string, to: string): Texts {
  const text = texts[file];
  if (!text?.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`);
  return { ...texts, [file]: text.replace(from, () => to) };
}

/** Evenly spread, the first and the last included. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.round((i * (items.length - 1)) / (count - 1))]!);
}

/** The mistake at all its places, at most a few of them. Throws if there is none, because the kind is never tried then. */
export function mistakesOf(kind: MistakeKind, language: Language): Mistake[] {
  const found: Mistake[] = [];
  for (const { name: fixture, texts } of models) {
    for (const [file, text] of Object.entries(texts)) {
      const path = `${fixture}/${file}`;
      if (!filePatterns[language].test(path) || (kind.files && !kind.files.test(path))) continue;
      for (const match of text.matchAll(new RegExp(kind.find.source, `${kind.find.flags.replace('g', '')}g`))) {
        const to = expand(kind.to, match);
        const end = match.index + match[0].length;
        const first = { ...texts, [file]: text.slice(0, match.index) + to + text.slice(end) };
        const marked = (kind.with ?? []).reduce(
          (all, [at, from, by]) => edited(all, at, from, expand(by, match)),
          first,
        );
        const unmarked = unmark(marked);
        const also = kind.also ? linesWith(unmarked.texts, new RegExp(expand(kind.also, match))) : [];
        const places = [new Set([...unmarked.places, ...also])];
        found.push({
          language,
          kind: kind.name,
          fixture,
          texts: unmarked.texts,
          places,
          certain: kind.certain ?? 'error',
        });
      }
    }
  }
  if (found.length === 0) throw new Error(`No fixture has a place for “${kind.name}”.`);
  return spread(found, placesOfKind);
}

/** Two mistakes in two files of one model. */
export function pairOf(first: Mistake, second: Mistake): Mistake | undefined {
  const original = models.find(({ name }) => name === first.fixture)!.texts;
  if (second.fixture !== first.fixture) return undefined;
  const changed = (mistake: Mistake) => Object.keys(original).filter((file) => mistake.texts[file] !== original[file]);
  if (changed(first).some((file) => changed(second).includes(file))) return undefined;
  const texts = { ...first.texts };
  for (const file of changed(second)) texts[file] = second.texts[file]!;
  return {
    language: 'pairs',
    kind: `${first.kind} + ${second.kind}`,
    fixture: first.fixture,
    texts,
    places: [...first.places, ...second.places],
    certain: first.certain === 'warning' || second.certain === 'warning' ? 'warning' : 'error',
  };
}
