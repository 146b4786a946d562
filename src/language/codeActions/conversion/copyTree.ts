/** Copies the definitions of a file, with their comments, to new entries of the other language. */

import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { camelCase, snakeCase } from '../../../model/source/names.ts';
import { withQuotes } from '../../../model/source/quotes.ts';
import { contains } from '../../../model/source/range.ts';
import type { Entry, MapNode, RawDefinition, ValueNode } from '../../../model/source/tree.ts';
import type { NewEntry, NewValue } from '../edits/newText.ts';
import { entrySpan } from '../edits/sourceEdits.ts';

/** Writes a value without parts; undefined if the other language has no such value. */
export type LeafWriter = (file: IndexedFile, node: ValueNode, path: string) => string | undefined;

/** Lists of items with `name` in YAML, maps by name in JavaScript: those of a definition, and those of a member. */
const groups = new Set(['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins']);
const innerGroups = new Set(['indexes', 'granularities']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface CopiedDefinition {
  kind: RawDefinition['kind'];
  name: string;
  comments: readonly string[];
  entries: readonly NewEntry[];
}

export class TreeCopy {
  /** A part that cannot be written in the other language, with its place. */
  readonly losses: string[] = [];
  readonly #file: IndexedFile;
  readonly #write: LeafWriter;
  /** Up to here, the comments are copied. */
  #cursor = 0;
  #last: Mutable<NewEntry> | undefined;

  constructor(file: IndexedFile, write: LeafWriter) {
    this.#file = file;
    this.#write = write;
  }

  definition({ kind, name = '', nameSpan, span, node }: RawDefinition): CopiedDefinition {
    const comments = this.#comments(span.start);
    if (this.#isJavaScript) this.#cursor = withQuotes(this.#file.text, nameSpan).end;
    const entries = this.#entries(node, '', 0).filter(({ key }) => this.#isJavaScript || key !== 'name');
    const above = this.#isJavaScript ? comments : [...comments, ...(this.#nameComments ?? [])];
    this.#cursor = Math.max(this.#cursor, span.end - 2);
    return { kind, name, comments: above, entries };
  }

  /** The comments after the last definition. */
  rest(): string[] {
    return this.#comments(this.#file.text.length);
  }

  get #isJavaScript(): boolean {
    return this.#file.source.language === 'javascript';
  }

  #nameComments: readonly string[] | undefined;

  #lose(what: string, { start }: { start: number }): undefined {
    this.losses.push(`${what} (line ${this.#file.lines.positionAt(start).line + 1})`);
    return undefined;
  }

  /** The comments before an offset. One on the line of the previous entry becomes part of that. */
  #comments(until: number): string[] {
    const gap = this.#file.text.slice(this.#cursor, Math.max(this.#cursor, until));
    this.#cursor = Math.max(this.#cursor, until);
    const pattern = this.#isJavaScript ? /\/\/([^\r\n]*)|\/\*([\s\S]*?)\*\// : /#([^\r\n]*)/;
    const found: string[] = [];
    for (const match of gap.matchAll(new RegExp(pattern, 'g'))) {
      const lines = (match[1] ?? match[2] ?? '').split(/\r?\n/).map((line) => line.replace(/^\s*\*?/, '').trim());
      const isBehind = !/[\r\n]/.test(gap.slice(0, match.index)) && this.#last && lines.length === 1;
      if (isBehind && this.#last && this.#last.trailing === undefined) this.#last.trailing = lines[0]!;
      else found.push(...lines.filter((line, i, all) => line !== '' || (i > 0 && i < all.length - 1)));
    }
    return found;
  }

  #entries(map: MapNode, path: string, depth: number): NewEntry[] {
    if (map.open || map.entries.some(({ keySpan }) => !contains(map, keySpan)))
      this.#lose('a computed or shared part', map);
    const found: Mutable<NewEntry>[] = [];
    for (const entry of map.entries) {
      const { start, end } = entrySpan(this.#file.text, entry);
      const comments = this.#comments(start);
      const copied = this.#entry(entry, path, depth, comments);
      if (copied) found.push(copied);
      if (entry.value.kind === 'scalar' || entry.value.kind === 'code') this.#cursor = Math.max(this.#cursor, end);
    }
    return found;
  }

  #entry(entry: Entry, path: string, depth: number, comments: string[]): Mutable<NewEntry> | undefined {
    const { key, name, keySpan, value } = entry;
    if (value.start < keySpan.start) this.#lose('a shared part', keySpan);
    this.#cursor = Math.max(this.#cursor, withQuotes(this.#file.text, keySpan).end);
    const inMeta = path === 'meta' || path.startsWith('meta.') || /\.meta(\.|$)/.test(path);
    const copied: Mutable<NewEntry> = {
      key: inMeta ? key : this.#isJavaScript ? snakeCase(key) : camelCase(key),
      value: '',
      ...(comments.length > 0 ? { comments } : {}),
      ...(depth === 0 && (value.kind === 'map' || value.kind === 'list') ? { apart: true } : {}),
    };
    this.#last = copied;
    if (!this.#isJavaScript && key === 'name' && depth === 0) this.#nameComments = comments;
    const inner = path === '' ? name : `${path}.${name}`;
    const isGroup = !inMeta && (depth === 0 ? groups.has(name) : innerGroups.has(name));
    const isNamed = isGroup && value.kind === (this.#isJavaScript ? 'map' : 'list');
    copied.value = isNamed ? this.#named(value, inner, depth) : this.#value(value, inner, depth);
    return copied;
  }

  /** The parts of a group, from a map by name to a list of items with `name`, or the other way round. */
  #named(node: ValueNode, path: string, depth: number): NewValue {
    if (node.kind === 'map') {
      if (node.open) this.#lose('a computed part', node);
      const items = node.entries.map(({ key, keySpan, value }): NewValue => {
        const name: Mutable<NewEntry> = { key: 'name', value: key, comments: this.#comments(keySpan.start) };
        this.#last = name;
        this.#cursor = Math.max(this.#cursor, keySpan.end);
        if (value.kind !== 'map') this.#lose('a computed part', value);
        return { entries: [name, ...(value.kind === 'map' ? this.#entries(value, `${path}.${key}`, depth + 1) : [])] };
      });
      return { items };
    }
    const entries: NewEntry[] = [];
    if (node.kind === 'list' && node.open) this.#lose('a generated part', node);
    for (const item of node.kind === 'list' ? node.items : []) {
      if (item.kind !== 'map') {
        this.#lose('an item without a name', item);
        continue;
      }
      const own = item.entries.find(({ key }) => key === 'name')?.value;
      const name = own?.kind === 'scalar' ? String(own.value) : '';
      if (name === '' || entries.some(({ key }) => key === name)) this.#lose('an item without its own name', item);
      const fields = this.#entries(item, `${path}.${name}`, depth + 1);
      const named = fields.find(({ key }) => key === 'name');
      const { comments = [], trailing } = named ?? {};
      const above = [...comments, ...(trailing === undefined ? [] : [trailing])];
      entries.push({
        key: name,
        value: { entries: fields.filter((one) => one !== named) },
        ...(above.length > 0 ? { comments: above } : {}),
      });
    }
    return { entries };
  }

  #value(node: ValueNode, path: string, depth: number): NewValue {
    if (node.kind === 'map') return { entries: this.#entries(node, path, depth + 1) };
    if (node.kind !== 'list')
      return this.#write(this.#file, node, path) ?? this.#lose('a value that is a program', node) ?? '';
    if (node.open) this.#lose('a computed part', node);
    const owner = this.#last;
    return {
      items: node.items.map((item, i): NewValue => {
        if (item.kind === 'map') return { entries: this.#entries(item, `${path}.${i}`, depth + 1) };
        const comments = this.#comments(item.start);
        if (owner && comments.length > 0) owner.comments = [...(owner.comments ?? []), ...comments];
        const value = this.#value(item, item.kind === 'list' ? `${path}.${i}` : path, depth + 1);
        this.#cursor = Math.max(this.#cursor, withQuotes(this.#file.text, item).end);
        return value;
      }),
    };
  }
}
