/** Prints a YAML document again: order of keys, indentation, quotes, lists and SQL. Comments go with what they belong to. */

import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { quotedYaml, yamlText } from '../codeActions/edits/newText.ts';
import type { Place } from '../keys/conventions.ts';
import { type Comment, Comments, isBelowBlank } from './comments.ts';
import { formattedSql, lineWidth, type SqlLayouts } from './sqlLayout.ts';

/** A form of YAML that is not printed again. */
export class UnknownForm extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('unknown form');
    this.offset = offset;
  }
}

/** The lines of a value below its key or dash, without indentation; or the text behind it. */
interface Printed {
  /** Behind the key: a scalar, a flow collection, the header of a block of text; '' for a block collection. */
  head: string;
  lines: readonly string[];
}

interface PrintedEntry {
  comments: readonly Comment[];
  isApart: boolean;
  /** The first one starts with the key. */
  lines: readonly string[];
}

interface Block {
  column: number;
  /** Where the next part of a surrounding block starts: comments behind it are not in this block. */
  limit: number;
  /** Columns before the block in the new text. */
  indent: number;
}

export class YamlLayout {
  readonly #text: string;
  readonly #comments: Comments;
  /** Whether a text contains a tag of a template, whose value is not known. */
  readonly #hasTag: (text: string) => boolean;

  readonly #sqlLayouts: SqlLayouts;

  constructor(text: string, hasTag: (text: string) => boolean, sqlLayouts: SqlLayouts) {
    this.#text = text;
    this.#comments = new Comments(text);
    this.#hasTag = hasTag;
    this.#sqlLayouts = sqlLayouts;
  }

  /** The lines of the document. @throws UnknownForm */
  print({ contents }: Document.Parsed, place: Place): string[] {
    if (!isMap(contents) || contents.flow || anchorOf(contents) !== '') throw new UnknownForm(0);
    const first = contents.items[0]?.key as Node | undefined;
    // What is above the first key is about the whole file.
    const header = this.#comments.takeBefore(first?.range?.[0] ?? 0);
    const isApart = header.length > 0 && first?.range && isBelowBlank(this.#text, first.range[0]);
    const lines = this.#map(contents, place, { column: 0, limit: this.#text.length, indent: 0 });
    return [
      ...withoutFirstBlank(commentLines(header)),
      ...(isApart ? [''] : []),
      ...lines,
      ...commentLines(this.#comments.takeBefore(this.#text.length)),
    ];
  }

  #map(node: YAMLMap, place: Place, block: Block): string[] {
    const entries: (PrintedEntry & { rank: number })[] = [];
    const isKept = place.rank === undefined || node.items.some(dependsOnPlace);
    for (const [i, pair] of node.items.entries()) {
      const key = this.#keyOf(pair);
      const comments = this.#comments.takeBefore(key.range[0]);
      const next = node.items[i + 1]?.key as Node | undefined;
      const limit = next?.range?.[0] ?? block.limit;
      const name = String(key.value);
      const lines = this.#pair(pair, key, place.below(name), { ...block, limit });
      // What is above the first key is above the block.
      const isFirst = i === 0 && comments.length === 0;
      if (i === 0 && comments[0]) comments[0].isApart = false;
      const isApart = !isFirst && isBelowBlank(this.#text, key.range[0]);
      entries.push({ comments, isApart, lines, rank: isKept ? 0 : place.rank!(name) });
    }
    const behind = this.#comments.takeBefore(block.limit, block.column);
    return [...blockLines(entries.toSorted((a, b) => a.rank - b.rank)), ...commentLines(behind)];
  }

  #keyOf({ key }: Pair): PlainKey {
    const node = key as Node | null;
    if (!isScalar(node) || !node.range || anchorOf(node) !== '') throw new UnknownForm(node?.range?.[0] ?? 0);
    const [start, end] = node.range;
    // `? key`, or a key on several lines.
    if (
      end === start ||
      this.#text.slice(start, end).includes('\n') ||
      !/^[ \t]*:/.test(this.#text.slice(end, end + 100))
    )
      throw new UnknownForm(start);
    return node as PlainKey;
  }

  #pair(pair: Pair, key: PlainKey, place: Place, block: Block): string[] {
    const [start, end] = key.range;
    const colon = this.#text.indexOf(':', end) + 1;
    const name = this.#text.slice(start, end);
    const { head, lines } = this.#value(pair.value as Node | null, colon, place, block, name.length + 2);
    return [`${name}:${head === '' ? '' : ' '}${head}`, ...lines.map(indented)];
  }

  /** `from` is behind the colon or dash, `width` what the new line has before the value. */
  #value(node: Node | null, from: number, place: Place, block: Block, width: number): Printed {
    const anchor = node ? anchorOf(node) : '';
    const [start, end] = node?.range ?? [from, from];
    if (!node || start === end) {
      if (anchor !== '') throw new UnknownForm(from);
      return { head: this.#comments.endOfLine(from), lines: [] };
    }
    if (this.#comments.codeIn(from, start).trim() !== anchor) throw new UnknownForm(from);
    const comment =
      isBlockCollection(node) || isBlockText(node)
        ? this.#comments.endOfLine(from, isBlockText(node) ? end : start)
        : '';
    const { head, lines } = this.#printed(
      node,
      place,
      block,
      block.indent + width + (anchor === '' ? 0 : anchor.length + 1),
    );
    const ofEnd = comment === '' && !isBlockCollection(node) ? this.#comments.endOfLine(end) : '';
    const isOnSeveralLines = lines.length > 0 && head !== '' && !/^[|>]/.test(head);
    const words = (...texts: string[]) => texts.filter((one) => one !== '').join(' ');
    return isOnSeveralLines && ofEnd !== ''
      ? { head: words(anchor, head), lines: [...lines.slice(0, -1), `${lines.at(-1)} ${ofEnd}`] }
      : { head: words(anchor, head, comment, ofEnd), lines };
  }

  #printed(node: Node, place: Place, block: Block, width: number): Printed {
    const [start, end] = rangeOf(node);
    if (isMap(node) || isSeq(node)) {
      if (node.flow) return this.#flow(node, place, block.indent + 2, width);
      const column = start - (this.#text.lastIndexOf('\n', start - 1) + 1);
      const inner = { column, limit: block.limit, indent: block.indent + 2 };
      if (isMap(node)) return { head: '', lines: this.#map(node, place, inner) };
      // A list can have the column of its key: comments in that column follow it.
      if (column === block.column) inner.column += 1;
      return { head: '', lines: this.#list(node, place.items ?? place, inner) };
    }
    if (isBlockText(node)) return this.#blockText(node as Scalar & Node, place);
    if (isScalar(node)) return this.#scalar(node as Scalar & Node, place);
    return { head: this.#text.slice(start, end), lines: [] };
  }

  #list(node: YAMLSeq, place: Place, block: Block): string[] {
    const dashes = this.#dashesOf(node);
    const entries = node.items.map((item, i): PrintedEntry => {
      if (isPair(item)) throw new UnknownForm(node.range![0]);
      const dash = dashes[i]!;
      const comments = this.#comments.takeBefore(dash);
      const isApart = i > 0 && isBelowBlank(this.#text, dash);
      if (i === 0 && comments[0]) comments[0].isApart = false;
      const limit = dashes[i + 1] ?? block.limit;
      const inner = { column: block.column, limit, indent: block.indent };
      const { head, lines } = this.#value(item as Node | null, dash + 1, place, inner, 2);
      if (lines.length === 0 || !/^(?:#|$)/.test(head))
        return { comments, isApart, lines: [`-${head === '' ? '' : ' '}${head}`, ...lines.map(indented)] };
      // The comments of the first key are above the item.
      const first = lines.findIndex((line) => !line.startsWith('#') && line !== '');
      if (first < 0) throw new UnknownForm(dash);
      const above = [head, ...lines.slice(0, first)].filter((line) => line !== '');
      const [top, ...further] = [...comments, ...above.map((text) => ({ text, isApart: false }))];
      const isAbove = isApart && comments.length === 0;
      return {
        comments: top ? [{ ...top, isApart: top.isApart || isAbove }, ...further] : [],
        isApart: isApart && !(isAbove && top),
        lines: [`- ${lines[first]}`, ...lines.slice(first + 1).map(indented)],
      };
    });
    return [...blockLines(entries), ...commentLines(this.#comments.takeBefore(block.limit, block.column))];
  }

  /** The offsets of the dashes: each is the last one before its item. */
  #dashesOf(node: YAMLSeq): number[] {
    let from = node.range![0];
    return node.items.map((item) => {
      const dash = this.#comments.codeFrom(from);
      if (this.#text[dash] !== '-') throw new UnknownForm(dash);
      const end = (item as Node | null)?.range?.[1] ?? dash + 1;
      from = Math.max(end, dash + 1);
      return dash;
    });
  }

  #blockText(node: Scalar & Node, place: Place): Printed {
    const [start, end] = node.range!;
    const source = this.#text.slice(start, end);
    const head = /^[|>]-?/.exec(source)![0];
    // Blank lines at the end, or an indentation of its own.
    if (/^[|>][-+\d]*[+\d]/.test(source)) throw new UnknownForm(start);
    const value = String(node.value);
    const sql = this.#sql(value, place, true);
    if (sql !== undefined && sql !== '') return { head: head.replace('>', '|'), lines: sql.split('\n') };
    const body = source.slice(source.indexOf('\n') + 1);
    const raw = source.includes('\n') ? body.split('\n') : [];
    while (raw.length > 0 && raw.at(-1)!.trim() === '') raw.pop();
    const column = leastIndent(raw);
    return { head, lines: raw.map((line) => line.slice(column)) };
  }

  #sql(value: string, { sql: dialects }: Place, isBlock: boolean): string | undefined {
    return dialects && formattedSql(value.trim(), { dialects, isBlock, known: this.#sqlLayouts });
  }

  #scalar(node: Scalar & Node, place: Place): Printed {
    const [start, end] = node.range!;
    const source = this.#text.slice(start, end);
    const { value } = node;
    const isText = typeof value === 'string' && !this.#hasTag(source);
    const sql = isText ? this.#sql(value, place, false) : undefined;
    if (isText && sql !== undefined && sql !== '' && sql !== value) {
      const [first, ...rest] = sql.split('\n');
      const isCommented = /--[^\n]*$/.test(sql);
      if (rest.length > 0 && !isCommented) return { head: '|-', lines: [first!, ...rest] };
      if (rest.length === 0) return { head: inStyleOf(source, sql), lines: [] };
    }
    const [first, ...rest] = source.split('\n');
    if (rest.length > 0) return { head: first!.trimEnd(), lines: rest.map((line) => line.trimStart()) };
    return { head: isText ? inDoubleQuotes(source) : source, lines: [] };
  }

  /** `indent` is that of a block in its place, `width` what the line has before it. */
  #flow(node: YAMLMap | YAMLSeq, place: Place, indent: number, width: number): Printed {
    const [start, end] = rangeOf(node);
    const source = this.#text.slice(start, end);
    const hasComments = this.#comments.takeWithin(start, end);
    if (hasComments || dependsOnPlace(node) || hasBreakInText(this.#text, node)) {
      const [first, ...rest] = source.split('\n');
      const column = leastIndent(rest);
      return { head: first!.trimEnd(), lines: rest.map((line) => line.slice(column).trimEnd()) };
    }
    const line = this.#flowText(node, place);
    if (width + line.length <= lineWidth || node.items.length === 0) return { head: line, lines: [] };
    return { head: '', lines: this.#unfolded(node, place, indent) };
  }

  /** A flow collection as a block. */
  #unfolded(node: YAMLMap | YAMLSeq, place: Place, indent: number): string[] {
    const printed = (start: string, value: Node, at: Place): string[] => {
      const isNested = isMap(value) || isSeq(value);
      const { head, lines } = isNested
        ? this.#flow(value, at, indent + 2, indent + start.length + 1)
        : { head: this.#flowText(value, at), lines: [] };
      if (head !== '' || lines.length === 0) return [`${start} ${head}`, ...lines.map(indented)];
      return start === '-' ? [`- ${lines[0]}`, ...lines.slice(1).map(indented)] : [start, ...lines.map(indented)];
    };
    if (isSeq(node)) return node.items.flatMap((item) => printed('-', item as Node, place.items ?? place));
    return this.#sorted(node, place).flatMap(({ key, value }) =>
      printed(
        `${this.#text.slice(...rangeOf(key as Node))}:`,
        value as Node,
        place.below(String((key as Scalar).value)),
      ),
    );
  }

  #sorted(node: YAMLMap, { rank }: Place): Pair[] {
    if (!rank) return node.items;
    const of = (pair: Pair) => rank(String((pair.key as Scalar).value));
    return node.items.toSorted((a, b) => of(a) - of(b));
  }

  #flowText(node: Node | null, place: Place): string {
    if (!node?.range) return '';
    if (isSeq(node)) {
      if (node.items.some(isPair)) throw new UnknownForm(node.range[0]);
      return `[${node.items.map((item) => this.#flowText(item as Node, place.items ?? place)).join(', ')}]`;
    }
    if (isMap(node)) {
      const entries = this.#sorted(node, place).map((pair) => {
        const key = pair.key as Node | null;
        if (!isScalar(key) || !key.range) throw new UnknownForm(node.range![0]);
        const value = pair.value as Node | null;
        if (!value?.range || value.range[0] === value.range[1]) throw new UnknownForm(node.range![0]);
        return `${this.#text.slice(...rangeOf(key))}: ${this.#flowText(value, place.below(String(key.value)))}`;
      });
      return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
    }
    if (!isScalar(node)) return this.#text.slice(...rangeOf(node));
    const { head, lines } = this.#scalar(node as Scalar & Node, place);
    // A block of text cannot be between brackets.
    return lines.length === 0 ? head : this.#text.slice(...rangeOf(node));
  }
}

type PlainKey = Scalar & { range: NonNullable<Node['range']> };

function rangeOf(node: Node): [number, number] {
  return [node.range![0], node.range![1]];
}

function isBlockCollection(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && !node.flow;
}

function isBlockText(node: Node): boolean {
  return isScalar(node) && String(node.type).startsWith('BLOCK');
}

/** As it is written; '' if there is none. @throws UnknownForm for a tag */
function anchorOf(node: Node): string {
  const { anchor, tag, range } = node as { anchor?: string; tag?: string } & Node;
  if (tag) throw new UnknownForm(range?.[0] ?? 0);
  return anchor ? `&${anchor}` : '';
}

/** Whether a part defines or uses an anchor, or has a tag. */
function dependsOnPlace(node: unknown): boolean {
  if (isPair(node)) return dependsOnPlace(node.key) || dependsOnPlace(node.value);
  if (isAlias(node)) return true;
  const { anchor, tag, items } = (node ?? {}) as { anchor?: string; tag?: string; items?: unknown[] };
  return Boolean(anchor) || Boolean(tag) || (items ?? []).some(dependsOnPlace);
}

function hasBreakInText(text: string, node: unknown): boolean {
  if (isPair(node)) return hasBreakInText(text, node.key) || hasBreakInText(text, node.value);
  if (isMap(node) || isSeq(node)) return (node.items as unknown[]).some((one) => hasBreakInText(text, one));
  const { range } = (node ?? {}) as Partial<Node>;
  return range ? text.slice(range[0], range[1]).includes('\n') : false;
}

/** Single quotes become double ones if nothing has to be escaped. */
function inDoubleQuotes(source: string): string {
  if (!/^'.*'$/.test(source) || /["\\\t]/.test(source)) return source;
  return `"${source.slice(1, -1).replaceAll("''", "'")}"`;
}

/** A text of one line in the quotes of the former one. */
function inStyleOf(source: string, text: string): string {
  if (source.startsWith("'") && /["\\]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return /^['"]/.test(source) ? quotedYaml(text) : yamlText(text);
}

function leastIndent(lines: readonly string[]): number {
  return lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))), Infinity);
}

function withoutFirstBlank(lines: string[]): string[] {
  return lines[0] === '' ? lines.slice(1) : lines;
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

function commentLines(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ text, isApart }) => (isApart ? ['', text] : [text]));
}

/** The entries of a block; no blank line at its start. */
function blockLines(entries: readonly PrintedEntry[]): string[] {
  const lines = entries.flatMap(({ comments, isApart, lines: own }) => [
    ...commentLines(comments),
    ...(isApart ? [''] : []),
    ...own,
  ]);
  return withoutFirstBlank(lines);
}
