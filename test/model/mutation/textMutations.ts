/** Mutations of single characters, lines and members: removed, added or repeated. */

import type { Texts } from '../models.ts';
import {
  lineAt,
  lineOf,
  linesWith,
  type Mutant,
  type Mutation,
  pick,
  type Random,
  replaced,
  type Source,
} from './mutant.ts';
import { definedNames, keySites, yamlLine } from './sites.ts';

function anyCharacter(
  random: Random,
  source: Source,
  texts: Texts,
  by: (char: string) => string,
): Omit<Mutant, 'kind'> | undefined {
  const at = Math.floor(random() * source.text.length);
  const char = source.text[at]!;
  const line = lineOf(source.text, at);
  if (/\s/.test(char) || /^\s*(#|\/\/)/.test(line)) return undefined;
  const mutant = replaced(source, texts, at, at + 1, by(char));
  const from = source.text.slice(0, at + 1).search(/\w*$/);
  const word = /^\w*/.exec(source.text.slice(from))![0];
  const next = /\S/.exec(source.text.slice(at + 1));
  const after =
    source.parsed.language === 'javascript' && next
      ? [`${source.file}:${lineAt(source.text, at + 1 + next.index)}`]
      : [];
  const uses = word.length > 1 ? linesWith(texts, word) : [];
  return { ...mutant, lines: new Set([...mutant.lines, ...after, ...uses]) };
}

export const textMutations: Record<string, Mutation> = {
  'lost quote': (random, source, texts) => {
    const quotes = [...source.text.matchAll(source.parsed.language === 'yaml' ? /["']/g : /[`'"]/g)];
    const quote = pick(
      random,
      quotes.filter((one) => !/^\s*(\/\/|#)/.test(source.text.slice(source.text.lastIndexOf('\n', one.index) + 1))),
    );
    if (!quote) return undefined;
    const next = source.text.indexOf('\n', quote.index) + 1;
    const mutant = replaced(source, texts, quote.index, quote.index + 1, '');
    return source.parsed.language === 'yaml'
      ? mutant
      : { ...mutant, lines: new Set([...mutant.lines, `${source.file}:${lineAt(source.text, next)}`]) };
  },
  'lost colon': (random, source, texts) => {
    const site = pick(random, keySites(source));
    if (!site) return undefined;
    const colon = source.text.indexOf(':', site.end);
    return replaced(source, texts, colon, colon + 1, '', [site.start]);
  },
  'lost brace': (random, source, texts) => {
    const brace = pick(
      random,
      [...source.text.matchAll(/[{}[\]]/g)].filter(
        (one) => !/^\s*(\/\/|#)|\{[%{]/.test(lineOf(source.text, one.index)),
      ),
    );
    if (!brace) return undefined;
    const mutant = replaced(source, texts, brace.index, brace.index + 1, '');
    if (source.parsed.language === 'yaml') return mutant;
    const after = /\S/.exec(source.text.slice(brace.index + 1));
    const next = after ? brace.index + 1 + after.index : brace.index;
    return {
      ...mutant,
      lines: new Set([
        ...mutant.lines,
        `${source.file}:${lineAt(source.text, next)}`,
        `${source.file}:${lineAt(source.text, source.text.length)}`,
      ]),
    };
  },
  'lost comma': (random, source, texts) => {
    if (source.parsed.language !== 'javascript') return undefined;
    const comma = pick(
      random,
      [...source.text.matchAll(/,/g)].filter((one) => !/^\s*\/\//.test(lineOf(source.text, one.index))),
    );
    if (!comma) return undefined;
    const after = /\S/.exec(source.text.slice(comma.index + 1));
    return replaced(source, texts, comma.index, comma.index + 1, '', [
      comma.index,
      comma.index + 1 + (after?.index ?? 0),
    ]);
  },
  'lost dash': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s*- /);
    if (!line) return undefined;
    const dash = line.start + line.text.indexOf('-');
    return replaced(source, texts, dash, dash + 1, ' ', [line.start]);
  },
  'lost quotes': (random, source, texts) => {
    const line = yamlLine(random, source, /: (["'])[^"']*\1$/);
    if (!line) return undefined;
    const at = line.text.search(/["']/);
    const inner = line.text.slice(at + 1, -1);
    return replaced(source, texts, line.start + at, line.start + line.text.length, inner, [line.start]);
  },
  'lost character': (random, source, texts) => anyCharacter(random, source, texts, () => ''),
  'stray character': (random, source, texts) =>
    anyCharacter(random, source, texts, (char) => char + pick(random, [...'xe_.,:-{}[]()"\'`;'])!),
  'lost line': (random, source, texts) => {
    const lines = source.text.split('\n');
    const at = pick(
      random,
      lines.flatMap((line, i) => (/^\s*(#|\/\/|$)|\{%/.test(line) ? [] : [i])),
    );
    if (at === undefined) return undefined;
    const start = lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0);
    const words = lines[at]!.match(/[A-Za-z_]\w+/g) ?? [];
    const mutant = replaced(source, texts, start, start + lines[at]!.length + 1, '');
    const near = [-1, 0].map((shift) => `${source.file}:${at + shift}`);
    const owner = keySites(source).findLast((site) => site.start <= start + lines[at]!.length)?.owner ?? start;
    return {
      ...mutant,
      lines: new Set([
        ...near,
        `${source.file}:${lineAt(source.text, owner)}`,
        ...words.flatMap((word) => linesWith(mutant.texts, word)),
      ]),
    };
  },
  'member twice': (random, source, texts) => {
    const site = pick(
      random,
      definedNames(source).filter((one) => one.path.length > 0),
    );
    if (!site || source.parsed.language !== 'yaml') return undefined;
    const { text } = source;
    const word = text.slice(site.start, site.end);
    const line = text.lastIndexOf('\n', site.start) + 1;
    if (!/^\s*- name: /.test(text.slice(line))) return undefined;
    const indent = /^\s*/.exec(text.slice(line))![0].length;
    let end = text.indexOf('\n', line) + 1;
    while (
      end > 0 &&
      end < text.length &&
      (/^\s*$/.test(lineOf(text, end)) || /^\s*/.exec(lineOf(text, end))![0].length > indent)
    )
      end = text.indexOf('\n', end) + 1 || text.length;
    const mutant = replaced(source, texts, end, end, `${text.slice(line, end).trimEnd()}\n`);
    return {
      ...mutant,
      lines: new Set(linesWith(mutant.texts, word).filter((one) => one.startsWith(`${source.file}:`))),
    };
  },
};
