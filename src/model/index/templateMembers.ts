/**
 * The members that loops and macros of a template write, as far as their names follow from the texts in it: from lists, variables
 * and arguments that are literals. The template is not run, and both branches of a condition count.
 */

import { isTemplate, type JinjaTag, maskJinja } from '../source/jinja.ts';
import { macrosOf } from '../source/jinjaNames.ts';
import { columnOf } from '../source/lines.ts';
import { contains, type Span } from '../source/range.ts';
import type { Entry } from '../source/tree.ts';
import { type Definition, type Member, type MemberKind, memberGroups } from './definitions.ts';
import type { IndexedFile, ModelIndex } from './modelIndex.ts';
import { templateNamesIn } from './templateNames.ts';

type Values = ReadonlyMap<string, unknown>;

const maxSteps = 3000;
const maxMembers = 1000;
const maxDepth = 8;
const maxLiteral = 20_000;

/** A list item that starts with its name, or a text that continues one. */
const itemName = /(?:^|\n)([ \t]*)(?:-[ \t]+)?(?:\{[ \t]*)?name:[ \t]*["']?((?:\{\{[^{}]*\}\}|[\w-])+)/g;

/** By name. Members whose names are in the text are not among them. */
export function templateMembers(index: ModelIndex, definition: Definition): ReadonlyMap<string, Member> {
  const file = index.file(definition.file);
  if (!file || definition.language !== 'yaml' || !isTemplate(file.path, file.text)) return new Map();
  return new Expansion(index, definition, file).found;
}

class Expansion {
  readonly found = new Map<string, Member>();
  readonly #index: ModelIndex;
  readonly #definition: Definition;
  readonly #tags = new Map<IndexedFile, readonly JinjaTag[]>();
  #steps = 0;

  constructor(index: ModelIndex, definition: Definition, file: IndexedFile) {
    this.#index = index;
    this.#definition = definition;
    const entries = definition.node.entries.toSorted((a, b) => a.keySpan.start - b.keySpan.start);
    for (const [i, { name, keySpan }] of entries.entries()) {
      const kind = memberGroups.get(name);
      const region = { start: keySpan.end, end: entries[i + 1]?.keySpan.start ?? endOfEntry(file.text, keySpan) };
      if (kind) this.#expand(file, region, this.#variablesOf(file), { kind, depth: 0 });
    }
  }

  #tagsOf(file: IndexedFile): readonly JinjaTag[] {
    const known = this.#tags.get(file) ?? maskJinja(file.text).tags;
    this.#tags.set(file, known);
    return known;
  }

  /** The names that the file sets outside of macros. */
  #variablesOf(file: IndexedFile): Map<string, unknown> {
    const values = new Map<string, unknown>();
    const macros = macrosOf(file.text, this.#tagsOf(file));
    for (const tag of this.#tagsOf(file)) {
      if (tag.keyword === 'set' && !macros.some((macro) => contains(macro, tag))) setVariable(file.text, tag, values);
    }
    return values;
  }

  /** `call` is the tag of the definition that writes the region, which is in a macro. */
  #expand(file: IndexedFile, region: Span, outer: Values, at: { kind: MemberKind; depth: number; call?: Span }): void {
    this.#steps += 1;
    if (this.#steps > maxSteps || at.depth > maxDepth) return;
    const { text } = file;
    const values = new Map(outer);
    const tags = this.#tagsOf(file).filter((tag) => contains(region, tag));
    let from = region.start;
    const flush = (until: number) => {
      if (until > from) this.#addItems(text, { start: from, end: until }, values, at);
    };
    for (let i = 0; i < tags.length; i += 1) {
      const tag = tags[i]!;
      const code = text.slice(tag.start + 2, tag.end - 2).replace(/^[-+]|[-+]$/g, '');
      if (tag.kind === 'expression' && !/\)\s*(?:\|.*)?$/s.test(code)) continue;
      flush(tag.start);
      from = tag.end;
      if (tag.keyword === 'set') setVariable(text, tag, values);
      else if (tag.keyword === 'for') {
        const close = endOf(tags, i);
        const body = { start: tag.end, end: tags[close]?.start ?? region.end };
        const [, name, list] = /^\s*for\s+(\w+)\s+in\s+(.*)$/s.exec(code) ?? [];
        const items = list === undefined ? undefined : evaluated(list, values);
        // Without known items, what does not depend on them is written all the same.
        const all = Array.isArray(items) ? items : [undefined];
        for (const item of all) this.#expand(file, body, new Map([...values, [name ?? '', item]]), at);
        i = close;
        from = tags[close]?.end ?? region.end;
      } else if (tag.kind === 'expression') this.#call(file, tag, code, values, at);
    }
    flush(region.end);
  }

  #call(
    file: IndexedFile,
    tag: Span,
    code: string,
    values: Values,
    at: { kind: MemberKind; depth: number; call?: Span },
  ): void {
    const use = templateNamesIn(this.#index, file).find(
      ({ span, target }) => target.kind === 'macro' && contains(tag, span),
    );
    const target = use && this.#index.file(use.target.file);
    const macro =
      target && macrosOf(target.text, this.#tagsOf(target)).find((one) => contains(one, use.target.nameSpan));
    const given = argumentsOf(code);
    if (!macro || !target || given === undefined) return;
    const inner = this.#variablesOf(target);
    for (const [i, argument] of splitList(given).entries()) {
      const [, key, value] = /^\s*(\w+)\s*=(?!=)(.*)$/s.exec(argument) ?? [];
      const name = key ?? macro.parameters[i]?.name;
      if (name !== undefined) inner.set(name, evaluated(value ?? argument, values));
    }
    this.#expand(target, macro.body, inner, { ...at, depth: at.depth + 1, call: at.call ?? tag });
  }

  #addItems(
    text: string,
    { start, end }: Span,
    values: Values,
    { kind, call }: { kind: MemberKind; call?: Span },
  ): void {
    const items = [...text.slice(start, end).matchAll(itemName)];
    const indent = Math.min(...items.map((item) => item[1]!.length));
    for (const [i, item] of items.entries()) {
      // Granularities and the like are deeper.
      if (item[1]!.length > indent || (!call && !item[2]!.includes('{{')) || this.found.size >= maxMembers) continue;
      const name = outputOf(item[2]!, values);
      if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || this.found.has(name)) continue;
      if (this.#definition.members.some((one) => one.name === name)) continue;
      const at = start + item.index + item[0].length - item[2]!.length;
      const span = call ?? { start: at, end: at + item[2]!.length };
      const rest = text.slice(at, items[i + 1] ? start + items[i + 1]!.index : end);
      this.found.set(name, this.#member(name, kind, span, /\btype:\s*["']?(\w+)/.exec(rest)?.[1]));
    }
  }

  #member(name: string, kind: MemberKind, { start, end }: Span, type: string | undefined): Member {
    const span = { start, end };
    const value = { kind: 'scalar' as const, ...span, value: type ?? '', dynamic: false };
    const entries: Entry[] =
      type === undefined ? [] : [{ key: 'type', name: 'type', keySpan: span, value, dynamic: false }];
    const node = { kind: 'map' as const, ...span, entries, open: true };
    return { name, nameSpan: span, span, node, kind, definition: this.#definition };
  }
}

/** The start of the next line that is not indented more than a key. Tags may be anywhere. */
function endOfEntry(text: string, { start, end }: Span): number {
  const column = columnOf(text, start);
  for (const { index, 0: line } of text.slice(end).matchAll(/(?<=\n)[ \t]*[^\s{#]/g))
    if (line.length - 1 <= column) return end + index;
  return text.length;
}

/** The index of the tag that closes the block. */
function endOf(tags: readonly JinjaTag[], at: number): number {
  const { keyword } = tags[at]!;
  let depth = 0;
  for (let i = at; i < tags.length; i += 1) {
    if (tags[i]!.keyword === keyword) depth += 1;
    if (tags[i]!.keyword === `end${keyword}`) depth -= 1;
    if (depth === 0) return i;
  }
  return tags.length;
}

function setVariable(text: string, { start, end }: Span, values: Map<string, unknown>): void {
  const [, name, value] = /^[-+]?\s*set\s+(\w+)\s*=(.*?)[-+]?$/s.exec(text.slice(start + 2, end - 2)) ?? [];
  if (name !== undefined) values.set(name, evaluated(value!, values));
}

/** The name that a name with tags becomes; undefined if one of them is not known. */
function outputOf(text: string, values: Values): string | undefined {
  let isKnown = true;
  const output = text.replace(/\{\{[-+]?(.*?)[-+]?\}\}/gs, (_, code: string) => {
    const value = evaluated(code, values);
    if (typeof value !== 'string' && typeof value !== 'number') isKnown = false;
    return String(value);
  });
  return isKnown ? output : undefined;
}

const functions: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  string: (text) => text,
};

/** A literal, a variable with its attributes, texts joined by `~`, or one of them with a filter; undefined for other expressions. */
function evaluated(code: string, values: Values): unknown {
  const text = code.trim();
  if (text.length > maxLiteral) return undefined;
  const parts = splitList(text, '~');
  if (parts.length > 1) {
    const all = parts.map((one) => evaluated(one, values));
    return all.every((one) => typeof one === 'string' || typeof one === 'number') ? all.join('') : undefined;
  }
  const [, before, filter] = /^([\w.[\]'"]+)\s*\|\s*(\w+)$/.exec(text) ?? [];
  if (filter !== undefined) {
    const value = evaluated(before!, values);
    return typeof value === 'string' && Object.hasOwn(functions, filter) ? functions[filter]!(value) : undefined;
  }
  if (/^[A-Za-z_]\w*(?:\.\w+|\[["']\w+["']\])*$/.test(text)) {
    const [first, ...rest] = text.match(/\w+/g)!;
    return rest.reduce<unknown>((value, key) => attributeOf(value, key), values.get(first!));
  }
  return literalOf(text);
}

function attributeOf(value: unknown, key: string): unknown {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** A number, text, list or map of Python. */
function literalOf(text: string): unknown {
  if (!/^["'[{(\d-]/.test(text)) return undefined;
  const json = text
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) => JSON.stringify(quoted.slice(1, -1)))
    .replace(/^\((.*)\)$/s, '[$1]')
    .replace(/,(\s*[\]}])/g, '$1');
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The text between the first bracket and the one that closes it. */
function argumentsOf(code: string): string | undefined {
  const from = code.indexOf('(') + 1;
  const [first] = splitList(code.slice(from), ')', -1);
  return from === 0 ? undefined : first;
}

/** The parts between separators that are outside of brackets and quotes. */
function splitList(text: string, separator = ',', outside = 0): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (!quote && char === separator && depth === outside) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}
