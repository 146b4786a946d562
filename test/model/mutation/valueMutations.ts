/** Mutations of keys, values, references and names. */

import { parseSource } from '../../../src/model/source/parseSource.ts';
import { lineAt, linesWith, type Mutation, pick, type Random, replaced } from './mutant.ts';
import { definedNames, enumSites, keySites, yamlLine } from './sites.ts';

const required = new Set([
  'sql',
  'type',
  'relationship',
  'joinPath',
  'includes',
  'member',
  'operator',
  'interval',
  'sqlTable',
  'label',
]);
function typo(random: Random, word: string): string {
  const at = Math.floor(random() * (word.length - 1));
  const [a, b] = [word[at]!, word[at + 1]!];
  const choices = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + a + word.slice(at),
    a === b ? word + word.at(-1) : word.slice(0, at) + b + a + word.slice(at + 2),
    `${word}${pick(random, [...'xyz'])}`,
  ].filter((changed) => /^[A-Za-z_]/.test(changed) && changed !== word);
  return pick(random, choices)!;
}

export const valueMutations: Record<string, Mutation> = {
  'typo in a key': (random, source, texts) => {
    const site = pick(
      random,
      keySites(source).filter((one) => one.end - one.start > 1),
    );
    if (!site) return undefined;
    return replaced(source, texts, site.start, site.end, typo(random, source.text.slice(site.start, site.end)));
  },
  'typo in a value': (random, source, texts) => {
    const site = pick(random, enumSites(source));
    if (!site?.value) return undefined;
    const word = source.text.slice(site.value.start, site.value.end);
    return word.length < 2 ? undefined : replaced(source, texts, site.value.start, site.value.end, typo(random, word));
  },
  'typo in a reference': (random, source, texts) => {
    const names = new Set(
      Object.entries(texts).flatMap(([file, text]) =>
        definedNames({ file, text, parsed: parseSource(file, text) }).map((site) => text.slice(site.start, site.end)),
      ),
    );
    const defined = new Set(definedNames(source).map((site) => site.start));
    const uses: { start: number; word: string }[] = [];
    const pattern =
      source.parsed.language === 'yaml'
        ? /(?<=\{[\w.]*|^ *- (?:[\w.]*\.)?|join_path: (?:[\w.]*)|extends: |member: "?(?:\{CUBE\}\.)?)\b[a-z]\w+\b/gm
        : /(?<=\$\{[\w.]*|\[[^\]\n]*|joinPath: [\w.]*|extends: |timeDimension: )\b[a-z]\w+\b/g;
    for (const match of source.text.matchAll(pattern)) {
      if (names.has(match[0]) && !defined.has(match.index)) uses.push({ start: match.index, word: match[0] });
    }
    const use = pick(random, uses);
    return use && replaced(source, texts, use.start, use.start + use.word.length, typo(random, use.word));
  },
  'renamed definition': (random, source, texts) => {
    const site = pick(random, definedNames(source));
    if (!site) return undefined;
    const word = source.text.slice(site.start, site.end);
    const mutant = replaced(source, texts, site.start, site.end, typo(random, word));
    return { ...mutant, lines: new Set([...mutant.lines, ...linesWith(texts, word)]) };
  },
  'missing property': (random, source, texts) => {
    const site = pick(
      random,
      keySites(source).filter(
        (one) => required.has(one.path.at(-1)!) && one.path.length > 1 && one.value?.kind === 'scalar',
      ),
    );
    if (!site?.value) return undefined;
    const { text } = source;
    const lineStart = text.lastIndexOf('\n', site.start) + 1;
    const lineEnd = text.indexOf('\n', site.value.end);
    const whole = text.slice(lineStart, lineEnd);
    if (
      /^\s*- /.test(whole) ||
      (whole.match(/:/g) ?? []).length > 1 ||
      !new RegExp(`^\\s*${text.slice(site.start, site.end)}`).test(whole)
    )
      return undefined;
    const mutant = replaced(source, texts, lineStart, lineEnd + 1, '');
    const before = lineAt(text, site.start) - 1;
    return { ...mutant, lines: new Set([`${source.file}:${lineAt(text, site.owner)}`, `${source.file}:${before}`]) };
  },
  'empty value': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s*(- )?\w+: +[^|>\s]/);
    if (!line) return undefined;
    const at = line.text.indexOf(':') + 1;
    return replaced(source, texts, line.start + at, line.start + line.text.length, '', [line.start]);
  },
  'wrong kind of value': (random, source, texts) => {
    const site = pick(
      random,
      keySites(source).filter(
        (one) =>
          one.path.at(-1) !== 'name' &&
          one.value?.kind === 'scalar' &&
          one.value.end > one.value.start &&
          !source.text.slice(one.value.start, one.value.end).includes('\n'),
      ),
    );
    if (!site?.value || source.parsed.language !== 'yaml') return undefined;
    const { text } = source;
    let { start, end } = site.value;
    if (/["']/.test(text[start - 1] ?? '')) [start, end] = [start - 1, end + 1];
    return replaced(source, texts, start, end, pick(random, ['42', 'true', '[a, b]', '{a: b}', 'nonsense', '"yes"'])!);
  },
};
