/** Converts nodes of the YAML parser to the common syntax tree. */

import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { JinjaTag } from './jinja.ts';
import { maximumNesting, NestingError } from './limits.ts';
import { columnOf } from './lines.ts';
import { camelCase } from './names.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import type { Span } from './range.ts';
import type { Entry, ListNode, MapNode, ScalarNode, ValueNode } from './tree.ts';

/** The texts that js-yaml, which the compiler uses, reads as a date instead of text. */
const timestamp =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

/** The state of one conversion. */
export interface YamlReader {
  /** The source, not masked. Offsets in the masked text are the same. */
  text: string;
  tags: readonly JinjaTag[];
  /** Tags that may write lines, with the indentation of these lines, or infinity if it is not known. */
  writers: readonly (Span & { indent: number })[];
  anchors: Map<string, Node>;
  /** Levels around the current node, also those that aliases add. */
  depth: number;
  /** How many nodes may still replace aliases: few lines can describe millions. */
  aliases: number;
  inAlias?: boolean;
  problems: TextProblem[];
}

/** The index of the first tag that ends after `offset`. Tags are in the order of the text. */
function firstAfter(tags: readonly Span[], offset: number): number {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tags[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function touchesTag(reader: YamlReader, span: Span): boolean {
  const tag = reader.tags[firstAfter(reader.tags, span.start)];
  return tag !== undefined && tag.start < span.end;
}

/** Whether a tag in `span` may write lines with an indentation that `isInBlock` accepts. */
function mayWriteInto(reader: YamlReader, span: Span, isInBlock: (indent: number) => boolean): boolean {
  const { writers } = reader;
  for (let at = firstAfter(writers, span.start); at < writers.length && writers[at]!.end <= span.end; at += 1) {
    const { start, indent } = writers[at]!;
    if (start >= span.start && (indent === Number.POSITIVE_INFINITY || isInBlock(indent))) return true;
  }
  return false;
}

export function writersOf(masked: string, tags: readonly JinjaTag[]): YamlReader['writers'] {
  // A line can have many tags, so the next line is looked up once.
  let next = { at: -1, indent: Number.POSITIVE_INFINITY };
  return tags
    .filter((tag) => tag.structural)
    .map(({ kind, start, end }) => {
      if (kind === 'statement' && next.at < end) next = nextLine(masked, end);
      return { start, end, indent: kind === 'statement' ? next.indent : Number.POSITIVE_INFINITY };
    });
}

/** The break before the next line with content, and its indentation; infinity at the end of the text. */
function nextLine(text: string, from: number): { at: number; indent: number } {
  const found = /[\r\n]([ \t]*)\S/.exec(text.slice(from));
  return found
    ? { at: from + found.index, indent: found[1]!.length }
    : { at: Number.POSITIVE_INFINITY, indent: Number.POSITIVE_INFINITY };
}

export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0, 0];
  return { start, end };
}

/** The text between the quotes, or the lines of a block scalar without its header. */
function innerSpan(text: string, node: Node): Span {
  const { start, end } = spanOf(node);
  const first = text[start];
  if ((first === '"' || first === "'") && end - start > 2 && text[end - 1] === first) {
    return { start: start + 1, end: end - 1 };
  }
  if ((first === '|' || first === '>') && isScalar(node) && String(node.type).startsWith('BLOCK')) {
    const newline = text.indexOf('\n', start);
    if (newline < 0 || newline >= end) return { start, end };
    const body = text.slice(newline + 1, end);
    const indent = body.length - body.trimStart().length;
    const trimmed = body.trimEnd();
    if (trimmed === '') return { start, end: newline };
    return { start: newline + 1 + indent, end: newline + 1 + trimmed.length };
  }
  return { start, end };
}

function scalarNode(reader: YamlReader, node: Node & { value?: unknown; type?: string }): ScalarNode {
  const { start, end } = innerSpan(reader.text, node);
  const plain = node.type === 'PLAIN';
  let value = node.value as ScalarNode['value'];
  if (typeof value === 'bigint') value = Number(value);
  if (plain && typeof value === 'string' && timestamp.test(value)) value = new Date(value);
  return { kind: 'scalar', start, end, value: value ?? null, dynamic: touchesTag(reader, { start, end }) };
}

/** `owner` is the span for an empty value. `limit` is where the next sibling starts: a tag before it may write more of this node. */
function toNode(reader: YamlReader, node: unknown, owner: Span, limit: number): ValueNode {
  if (reader.depth > maximumNesting) throw new NestingError(owner.start);
  if (reader.inAlias) reader.aliases -= 1;
  reader.depth += 1;
  const value = valueNode(reader, node, owner, limit);
  reader.depth -= 1;
  return value;
}

function valueNode(reader: YamlReader, node: unknown, owner: Span, limit: number): ValueNode {
  if (isAlias(node)) {
    const target = reader.anchors.get(node.source);
    if (!target && reader.problems.length === 0) reader.problems.push(unknownAlias(node.source, spanOf(node)));
    if (!target || reader.depth > 50 || reader.aliases < 0)
      return { kind: 'scalar', ...spanOf(node), value: null, dynamic: true };
    const { inAlias } = reader;
    reader.inAlias = true;
    const value = toNode(reader, target, spanOf(target), spanOf(target).end);
    reader.inAlias = inAlias ?? false;
    return value;
  }
  if (isMap(node)) return mapNode(reader, node, limit);
  if (isSeq(node)) return listNode(reader, node, limit);
  if (isScalar(node) && node.range && (node.source !== '' || node.range[1] > node.range[0]))
    return scalarNode(reader, node);
  // An empty value. A tag in the gap after it may write the value.
  const gap = { start: owner.end, end: limit };
  const expression = hasExpression(reader, gap);
  const dynamic = expression || mayWriteInto(reader, gap, (indent) => indent > columnOf(reader.text, owner.start));
  return { kind: 'scalar', start: owner.start, end: owner.end, value: null, dynamic };
}

function hasExpression({ tags }: YamlReader, gap: Span): boolean {
  for (let at = firstAfter(tags, gap.start); at < tags.length && tags[at]!.end <= gap.end; at += 1) {
    if (tags[at]!.kind === 'expression' && tags[at]!.start >= gap.start) return true;
  }
  return false;
}

/** A block ends with its last value, not with the empty lines and comments after it. */
function endOf(reader: YamlReader, span: Span, children: readonly Span[]): number {
  if (reader.text[span.start] === '[' || reader.text[span.start] === '{') return span.end;
  let last = -1;
  for (const { end } of children) if (end > span.start && end <= span.end && end > last) last = end;
  return last < 0 ? span.end : last;
}

function listNode(reader: YamlReader, node: YAMLSeq, limit: number): ListNode {
  const span = spanOf(node);
  const items: ValueNode[] = [];
  node.items.forEach((item, i) => {
    const next = node.items[i + 1] as Node | undefined;
    const itemLimit = next?.range ? next.range[0] : limit;
    const itemSpan = (item as Node | null)?.range ? spanOf(item as Node) : span;
    items.push(
      isPair(item) ? mapOfPairs(reader, [item], itemSpan, itemLimit) : toNode(reader, item, itemSpan, itemLimit),
    );
  });
  return {
    kind: 'list',
    start: span.start,
    end: endOf(reader, span, items),
    items,
    open: mayWriteInto(
      reader,
      { start: span.start, end: limit },
      (indent) => indent === columnOf(reader.text, span.start),
    ),
  };
}

export function mapNode(reader: YamlReader, node: YAMLMap, limit: number): MapNode {
  return mapOfPairs(reader, node.items, spanOf(node), limit);
}

function mapOfPairs(reader: YamlReader, pairs: readonly Pair[], span: Span, limit: number): MapNode {
  const own: Entry[] = [];
  const merged: Entry[] = [];
  pairs.forEach((pair, i) => {
    const keyNode = pair.key as (Node & { value?: unknown }) | null;
    if (!keyNode?.range) return;
    const next = pairs[i + 1]?.key as Node | undefined;
    const entryLimit = next?.range ? next.range[0] : limit;
    const keySpan = innerSpan(reader.text, keyNode);
    const value = toNode(reader, pair.value, keySpan, entryLimit);
    const key = isScalar(keyNode) ? String(keyNode.value) : reader.text.slice(keySpan.start, keySpan.end);
    if (key === '<<') {
      for (const source of value.kind === 'list' ? value.items : [value]) {
        if (source.kind === 'map') for (const entry of source.entries) merged.push(entry);
      }
      return;
    }
    own.push({ key, name: camelCase(key), keySpan, value, dynamic: touchesTag(reader, keySpan) });
  });
  const names = new Set(own.map(({ name }) => name));
  const inherited: Entry[] = [];
  for (const entry of merged) {
    if (names.has(entry.name)) continue;
    names.add(entry.name);
    inherited.push(entry);
  }
  const entries = [...inherited.reverse(), ...own];
  const isWritten = mayWriteInto(
    reader,
    { start: span.start, end: limit },
    (indent) => indent === columnOf(reader.text, span.start),
  );
  const open = isWritten || entries.some((entry) => entry.dynamic);
  const ends = pairs.length === entries.length ? entries.flatMap((one) => [one.keySpan, one.value]) : [];
  return { kind: 'map', start: span.start, end: endOf(reader, span, ends), entries, open };
}

function unknownAlias(name: string, span: Span): TextProblem {
  const message = `There is no \`&${name}\` for this \`*${name}\`. If it is text, put it in quotes.`;
  return { span, ...problemCatalog.yamlAlias(message) };
}

export function anchorsIn(node: unknown, anchors = new Map<string, Node>()): Map<string, Node> {
  const { anchor } = (node ?? {}) as { anchor?: string };
  if (anchor) anchors.set(anchor, node as Node);
  if (isPair(node)) {
    anchorsIn(node.key, anchors);
    anchorsIn(node.value, anchors);
  } else if (isMap(node) || isSeq(node)) for (const item of node.items) anchorsIn(item, anchors);
  return anchors;
}
