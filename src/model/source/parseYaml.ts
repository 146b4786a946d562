/** Reads a YAML source into the common tree, whatever state it is in. Knows syntax only, no rules of the model. */

import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isTemplate, type JinjaTag, type MaskedText, maskJinja } from './jinja.ts';
import { camelCase, closest } from './names.ts';
import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';
import type {
  DefinitionKind,
  Entry,
  ListNode,
  MapNode,
  ParsedSource,
  RawDefinition,
  ScalarNode,
  ValueNode,
} from './tree.ts';
import { entryOf } from './tree.ts';
import { joinQuotedLines } from './yamlLines.ts';
import { yamlProblems } from './yamlProblems.ts';

/** What js-yaml, which the compiler uses, reads as a date instead of text. */
const timestamp =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

const definitionKinds: Record<string, DefinitionKind> = { cubes: 'cube', views: 'view', view_groups: 'view_group' };

interface Reader {
  /** The source as written; offsets of masked and written text are the same. */
  text: string;
  tags: readonly JinjaTag[];
  /** Tags that may write lines, with the indentation of what they write, as far as it shows. */
  writers: readonly { tag: JinjaTag; indent: number }[];
  anchors: Map<string, Node>;
  depth: number;
  problems: TextProblem[];
}

function touchesTag(reader: Reader, span: Span): boolean {
  return reader.tags.some((tag) => tag.start < span.end && span.start < tag.end);
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Whether a tag writes lines into the block in `span`, whose lines stand at `column`; deeper ones belong to blocks inside. */
function writtenInto(reader: Reader, span: Span, fits: (indent: number) => boolean): boolean {
  const inside = (tag: JinjaTag) => tag.start >= span.start && tag.end <= span.end;
  return reader.writers.some(({ tag, indent }) => inside(tag) && (indent === Number.POSITIVE_INFINITY || fits(indent)));
}

function writersOf(masked: string, tags: readonly JinjaTag[]): Reader['writers'] {
  return tags
    .filter((tag) => tag.structural)
    .map((tag) => {
      const next = tag.kind === 'statement' ? /[\r\n]([ \t]*)\S/.exec(masked.slice(tag.end)) : null;
      return { tag, indent: next ? next[1]!.length : Number.POSITIVE_INFINITY };
    });
}

function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0, 0];
  return { start, end };
}

/** The characters between the quotes, or the lines of a block scalar without its header. */
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
    const lead = body.length - body.trimStart().length;
    const trimmed = body.trimEnd();
    if (trimmed === '') return { start, end: newline };
    return { start: newline + 1 + lead, end: newline + 1 + trimmed.length };
  }
  return { start, end };
}

function scalarNode(reader: Reader, node: Node & { value?: unknown; type?: string }): ScalarNode {
  const span = innerSpan(reader.text, node);
  const plain = node.type === 'PLAIN';
  let value = node.value as ScalarNode['value'];
  if (typeof value === 'bigint') value = Number(value);
  if (plain && typeof value === 'string' && timestamp.test(value)) value = new Date(value);
  return { kind: 'scalar', ...span, value: value ?? null, dynamic: touchesTag(reader, span) };
}

/** `limit` is where the next sibling starts: a tag before it may write more of this node. */
function convert(reader: Reader, node: unknown, place: Span, limit: number): ValueNode {
  if (isAlias(node)) {
    const target = reader.anchors.get(node.source);
    if (!target && reader.problems.length === 0) reader.problems.push(unknownAlias(node.source, spanOf(node)));
    if (!target || reader.depth > 50) return { kind: 'scalar', ...spanOf(node), value: null, dynamic: true };
    reader.depth += 1;
    const value = convert(reader, target, spanOf(target), spanOf(target).end);
    reader.depth -= 1;
    return value;
  }
  if (isMap(node)) return mapNode(reader, node, limit);
  if (isSeq(node)) return listNode(reader, node, limit);
  if (isScalar(node) && node.range && (node.source !== '' || node.range[1] > node.range[0]))
    return scalarNode(reader, node);
  // An empty value; a tag in the gap may be what fills it.
  const gap = { start: place.end, end: limit };
  const expression = reader.tags.some(
    (tag) => tag.kind === 'expression' && tag.start >= gap.start && tag.end <= gap.end,
  );
  const dynamic = expression || writtenInto(reader, gap, (indent) => indent > columnOf(reader.text, place.start));
  return { kind: 'scalar', start: place.start, end: place.end, value: null, dynamic };
}

/** A block ends with its last value, not with the blank lines and comments after it. */
function endOf(reader: Reader, span: Span, children: readonly Span[]): number {
  if (reader.text[span.start] === '[' || reader.text[span.start] === '{') return span.end;
  const ends = children.map((child) => child.end).filter((end) => end > span.start && end <= span.end);
  return ends.length > 0 ? Math.max(...ends) : span.end;
}

function listNode(reader: Reader, node: YAMLSeq, limit: number): ListNode {
  const span = spanOf(node);
  const items: ValueNode[] = [];
  node.items.forEach((item, i) => {
    const next = node.items[i + 1] as Node | undefined;
    const itemLimit = next?.range ? next.range[0] : limit;
    const own = (item as Node | null)?.range ? spanOf(item as Node) : span;
    items.push(isPair(item) ? mapOfPairs(reader, [item], own, itemLimit) : convert(reader, item, own, itemLimit));
  });
  return {
    kind: 'list',
    start: span.start,
    end: endOf(reader, span, items),
    items,
    open: writtenInto(
      reader,
      { start: span.start, end: limit },
      (indent) => indent === columnOf(reader.text, span.start),
    ),
  };
}

function mapNode(reader: Reader, node: YAMLMap, limit: number): MapNode {
  return mapOfPairs(reader, node.items, spanOf(node), limit);
}

function mapOfPairs(reader: Reader, pairs: readonly Pair[], span: Span, limit: number): MapNode {
  const entries: Entry[] = [];
  const merged: Entry[] = [];
  pairs.forEach((pair, i) => {
    const keyNode = pair.key as (Node & { value?: unknown }) | null;
    if (!keyNode?.range) return;
    const next = pairs[i + 1]?.key as Node | undefined;
    const entryLimit = next?.range ? next.range[0] : limit;
    const keySpan = innerSpan(reader.text, keyNode);
    const value = convert(reader, pair.value, keySpan, entryLimit);
    const key = isScalar(keyNode) ? String(keyNode.value) : reader.text.slice(keySpan.start, keySpan.end);
    if (key === '<<') {
      for (const source of value.kind === 'list' ? value.items : [value]) {
        if (source.kind === 'map') merged.push(...source.entries);
      }
      return;
    }
    entries.push({ key, name: camelCase(key), keySpan, value, dynamic: touchesTag(reader, keySpan) });
  });
  for (const entry of merged) {
    if (!entries.some((own) => own.name === entry.name)) entries.unshift(entry);
  }
  const written = writtenInto(
    reader,
    { start: span.start, end: limit },
    (indent) => indent === columnOf(reader.text, span.start),
  );
  const open = written || entries.some((entry) => entry.dynamic);
  const ends = pairs.length === entries.length ? entries.flatMap((one) => [one.keySpan, one.value]) : [];
  return { kind: 'map', start: span.start, end: endOf(reader, span, ends), entries, open };
}

function definitionsOf(reader: Reader, root: MapNode): { definitions: RawDefinition[]; generates: boolean } {
  const definitions: RawDefinition[] = [];
  let generates = root.entries.some((entry) => entry.dynamic);
  let column = 0;
  for (const entry of root.entries) {
    // What stands under a mistyped key is still meant; the key itself is reported elsewhere.
    const kind = definitionKinds[entry.key] ?? definitionKinds[closest(entry.key, Object.keys(definitionKinds)) ?? ''];
    if (!kind) continue;
    if (entry.value.kind !== 'list') {
      if (entry.value.kind === 'scalar' && entry.value.dynamic) generates = true;
      continue;
    }
    for (const item of entry.value.items) {
      if (item.kind !== 'map') {
        if (item.kind === 'scalar' && item.dynamic) generates = true;
        continue;
      }
      column = Math.max(column, item.start - (reader.text.lastIndexOf('\n', item.start - 1) + 1));
      const name = entryOf(item, 'name')?.value;
      const known = name?.kind === 'scalar' && !name.dynamic && name.value !== null && !(name.value instanceof Date);
      if (!known) generates = true;
      const first = item.entries[0];
      definitions.push({
        kind,
        name: known ? String(name.value) : undefined,
        nameSpan: name && name.end > name.start ? name : (first?.keySpan ?? item),
        span: item,
        node: item,
      });
    }
  }
  const writesAtTop = (tag: JinjaTag) =>
    tag.structural &&
    tag.kind === 'expression' &&
    tag.start - (reader.text.lastIndexOf('\n', tag.start - 1) + 1) < Math.max(1, column);
  return { definitions, generates: generates || reader.tags.some(writesAtTop) };
}

function unknownAlias(name: string, span: Span): TextProblem {
  const message = `There is no \`&${name}\` this \`*${name}\` could stand for. If it is text, put it in quotes.`;
  return { span, severity: 'error', code: 'yaml-alias', message };
}

function noTopKey(text: string, span: Span): TextProblem {
  const end = text.slice(span.start).search(/[\r\n]|$/);
  return {
    span: { start: span.start, end: span.start + Math.max(1, end) },
    severity: 'error',
    code: 'top-level-key-missing',
    message: 'A model file holds `cubes:`, `views:` or `view_groups:`, and everything else below them.',
  };
}

function anchorsIn(node: unknown, anchors = new Map<string, Node>()): Map<string, Node> {
  const { anchor } = (node ?? {}) as { anchor?: string };
  if (anchor) anchors.set(anchor, node as Node);
  if (isPair(node)) {
    anchorsIn(node.key, anchors);
    anchorsIn(node.value, anchors);
  } else if (isMap(node) || isSeq(node)) for (const item of node.items) anchorsIn(item, anchors);
  return anchors;
}

function parseLeniently(text: string): Document.Parsed {
  const options = { prettyErrors: false, logLevel: 'error', merge: false, version: '1.2' } as const;
  const document = parseDocument(text, options);
  if (!document.errors.some((error) => error.code === 'MISSING_CHAR')) return document;
  const joined = joinQuotedLines(text);
  const again = joined === text ? document : parseDocument(joined, options);
  return again.errors.length === 0 ? again : document;
}

/** Never throws. `path` only decides whether the text is a template. */
export function parseYaml(path: string, text: string): ParsedSource {
  const masked: MaskedText = isTemplate(path, text) ? maskJinja(text) : { text, tags: [], problems: [], branches: [] };
  const { tags, branches } = masked;
  const document = parseLeniently(masked.text);
  const { contents } = document;
  const problems = [...masked.problems, ...yamlProblems(masked.text, document, tags)];
  const isBroken = () => problems.some((one) => one.severity === 'error');
  const base = { language: 'yaml', problems, branches, declared: new Set<string>() } as const;
  if (!isMap(contents)) {
    const other = contents as Node | null;
    const generates = tags.some((tag) => tag.structural && tag.kind === 'expression');
    if (other?.range && !isBroken() && tags.length === 0) problems.push(noTopKey(text, spanOf(other)));
    return { ...base, root: undefined, definitions: [], generates, broken: isBroken() };
  }
  const anchors = masked.text.includes('&') ? anchorsIn(contents) : new Map<string, Node>();
  const reader: Reader = { text, tags, writers: writersOf(masked.text, tags), anchors, depth: 0, problems };
  const root = mapNode(reader, contents, text.length);
  return { ...base, root, ...definitionsOf(reader, root), broken: isBroken() };
}
