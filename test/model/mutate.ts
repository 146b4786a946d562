/** Breaks a sound model in one place, at random but repeatably, and says on which lines a person would look for the mistake. */

import { parseSource } from '../../src/model/source/modelSource.ts';
import { entryOf, type ParsedSource, type ValueNode } from '../../src/model/source/tree.ts';
import type { Texts } from './models.ts';

export interface Mutant {
  kind: string;
  texts: Texts;
  /** Where the mistake is: `file:line`, 0-based; any of them is right. */
  lines: ReadonlySet<string>;
  /** What was done, for a person. */
  note: string;
}

export type Random = () => number;

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

function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}

interface Site {
  start: number;
  end: number;
  /** Keys on the way to the node. */
  path: string[];
  /** The line a person looks at when the node is gone: the name of its owner. */
  owner: number;
  value?: ValueNode;
}

interface Source {
  file: string;
  text: string;
  parsed: ParsedSource;
}

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
const groups = new Set(['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins']);

/** Every key of the source that is no name of a member. */
function keySites(source: Source): Site[] {
  const sites: Site[] = [];
  const visit = (node: ValueNode, path: string[], owner: number) => {
    if (node.kind === 'map') {
      const name = entryOf(node, 'name')?.value;
      const first = path.at(-1) === '[]' ? (node.entries[0]?.keySpan.start ?? owner) : owner;
      const own = name?.kind === 'scalar' && name.end > name.start ? name.start : first;
      const named = source.parsed.language === 'javascript' && path.length > 0 && groups.has(path.at(-1)!);
      for (const entry of node.entries) {
        if (entry.dynamic || entry.name === 'meta') continue;
        if (!named) sites.push({ ...entry.keySpan, path: [...path, entry.name], owner: own, value: entry.value });
        visit(entry.value, [...path, entry.name], named ? entry.keySpan.start : own);
      }
    } else if (node.kind === 'list') for (const item of node.items) visit(item, [...path, '[]'], owner);
  };
  if (source.parsed.root) visit(source.parsed.root, [], 0);
  else for (const one of source.parsed.definitions) visit(one.node, [], one.nameSpan.start);
  return sites;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

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

type Mutation = (random: Random, source: Source, texts: Texts) => Omit<Mutant, 'kind'> | undefined;

function replaced(
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
    note: `${source.file}:${lineAt(source.text, start) + 1} ${JSON.stringify(source.text.slice(start, end))} → ${JSON.stringify(by)}`,
  };
}

/** Lines of any file that hold the word. */
function linesWith(texts: Texts, word: string): string[] {
  const pattern = new RegExp(`(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`);
  return Object.entries(texts).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i}`] : [])),
  );
}

function definedNames(source: Source): Site[] {
  const sites: Site[] = [];
  for (const definition of source.parsed.definitions) {
    if (definition.name) sites.push({ ...definition.nameSpan, path: [], owner: definition.nameSpan.start });
    for (const group of ['measures', 'dimensions', 'segments']) {
      const value = entryOf(definition.node, group)?.value;
      if (value?.kind === 'map')
        for (const entry of value.entries) sites.push({ ...entry.keySpan, path: [group], owner: 0 });
      if (value?.kind === 'list') {
        for (const item of value.items) {
          const name = entryOf(item, 'name')?.value;
          if (name?.kind === 'scalar' && !name.dynamic)
            sites.push({ start: name.start, end: name.end, path: [group], owner: 0 });
        }
      }
    }
  }
  return sites.filter((site) => /^\w{2,}$/.test(source.text.slice(site.start, site.end)));
}

function yamlLine(random: Random, source: Source, fits: RegExp): { start: number; text: string } | undefined {
  if (source.parsed.language !== 'yaml') return undefined;
  let offset = 0;
  const lines = source.text.split('\n').map((text) => {
    const start = offset;
    offset += text.length + 1;
    return { start, text };
  });
  return pick(
    random,
    lines.filter((line) => fits.test(line.text) && !/^\s*#|\{[%{]/.test(line.text)),
  );
}

function enumSites(source: Source): Site[] {
  return keySites(source).filter(
    (site) =>
      ['type', 'relationship', 'operator', 'granularity', 'format', 'every', 'interval'].includes(site.path.at(-1)!) &&
      site.value?.kind === 'scalar' &&
      site.value.end > site.value.start,
  );
}

const mutations: Record<string, Mutation> = {
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
  'one blank more or less': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{3,}\S/);
    if (!line) return undefined;
    const more = random() < 0.5;
    return replaced(source, texts, line.start, line.start + (more ? 0 : 1), more ? ' ' : '', [line.start]);
  },
  'two blanks more or less': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{4,}\S/);
    if (!line) return undefined;
    const more = random() < 0.5;
    return replaced(source, texts, line.start, line.start + (more ? 0 : 2), more ? '  ' : '', [line.start]);
  },
  tab: (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{2,}\S/);
    return line && replaced(source, texts, line.start, line.start + 2, '\t', [line.start]);
  },
  'line twice': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{2,}\w+: \S/);
    if (!line) return undefined;
    const mutant = replaced(source, texts, line.start, line.start, `${line.text}\n`);
    const at = lineAt(source.text, line.start);
    return { ...mutant, lines: new Set([`${source.file}:${at}`, `${source.file}:${at + 1}`]) };
  },
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

function lineOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

export const mutationKinds: readonly string[] = Object.keys(mutations);

/** Undefined where the chosen mutation does not apply. */
export function mutate(random: Random, texts: Texts, kind = pick(random, mutationKinds)!): Mutant | undefined {
  const file = pick(random, Object.keys(texts))!;
  const source = { file, text: texts[file]!, parsed: parseSource(file, texts[file]!) };
  const mutant = mutations[kind]!(random, source, texts);
  return mutant && mutant.texts[file] !== source.text ? { kind, ...mutant } : undefined;
}
