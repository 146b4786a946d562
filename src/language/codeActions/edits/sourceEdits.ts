/** Inserts and removes keys and members in the text of a source. Keeps its indentation, line ends and comments. */

import { type Definition, namedItems } from '../../../model/index/definitions.ts';
import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { columnOf, lineEnd, lineStart } from '../../../model/source/lines.ts';
import { snakeCase } from '../../../model/source/names.ts';
import { withQuotes } from '../../../model/source/quotes.ts';
import { contains, type Span } from '../../../model/source/range.ts';
import {
  type Entry,
  entryOf,
  type Language,
  type ListNode,
  type MapNode,
  type ValueNode,
} from '../../../model/source/tree.ts';
import type { Change } from './action.ts';
import { itemLines, linesOf, type NewEntry, type NewValue, yamlItem } from './newText.ts';
import { conventionsOf } from './treePlaces.ts';

/** The span from its key to the end of its value. */
export function entrySpan(text: string, { keySpan, value }: Entry): Span {
  const key = withQuotes(text, keySpan);
  // A block of YAML ends before the closing quote of its last value.
  const quoted = value.kind !== 'scalar' && /["']/.test(text[value.end] ?? '') ? 1 : 0;
  const end = value.kind === 'scalar' ? withQuotes(text, value).end : value.end + quoted;
  const colon = /^[ \t]*:/.exec(text.slice(key.end, key.end + 40))?.[0].length ?? 0;
  // The value of a YAML alias is elsewhere, and an empty one has no place.
  return {
    start: key.start,
    end: value.start < keySpan.start ? lineEnd(text, key.end) : Math.max(key.end + colon, end),
  };
}

export function lineBreakOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n';
}

/** A key as the language writes it. */
export function keyIn(language: Language, name: string): string {
  return language === 'yaml' ? snakeCase(name) : name;
}

/** The entries that are written in the map itself, not merged into it. */
function ownEntries(map: MapNode): readonly Entry[] {
  return map.entries.filter(({ keySpan }) => contains(map, keySpan));
}

/** Behind the comma and the comment that follow on the same line, if nothing else does. */
function endOfRow(text: string, end: number): { at: number; comma: boolean } {
  const [all, comma] = /^[ \t]*(,?)[ \t]*(?:(?:\/\/|#).*)?(?=[\r\n]|$)/.exec(text.slice(end, lineEnd(text, end))) ?? [];
  return all === undefined ? { at: end, comma: false } : { at: end + all.length, comma: comma === ',' };
}

/**
 * New entries in a map: where the formatter puts them if it put the others there, otherwise after the first entries with short
 * values, or at the end.
 */
export function addEntries(
  file: IndexedFile,
  map: MapNode,
  added: readonly NewEntry[],
  at: 'front' | 'end' = 'front',
): Change {
  const {
    path,
    text,
    source: { language },
  } = file;
  const own = ownEntries(map);
  const rank = conventionsOf(file, map)?.rank ?? (() => 0);
  const entries = added.toSorted((a, b) => rank(a.key) - rank(b.key));
  const structured = own.findIndex(({ value }) => value.kind === 'map' || value.kind === 'list');
  const usual = at === 'front' && structured > 0 ? own[structured - 1] : own.at(-1);
  const after = inOrder(own, entries, rank) ?? usual;
  const first = own[0];
  const isFlow = text[map.start] === '{';
  const isOneLine = isFlow && !/[\r\n]/.test(text.slice(map.start, first?.keySpan.start ?? map.end));
  const change = (offset: number, by: string): Change => ({ file: path, start: offset, end: offset, text: by });
  if (!first || !after) return change(map.start + 1, ` ${onOneLine(entries, language)} `);
  const { end } = entrySpan(text, after);
  if (isOneLine) return change(end, `, ${onOneLine(entries, language)}`);
  const lineBreak = lineBreakOf(text);
  const indent = ' '.repeat(columnOf(text, withQuotes(text, first.keySpan).start));
  const lines = linesOf(isFlow ? 'javascript' : 'yaml', entries, indent);
  if (!isFlow) return change(lineEnd(text, end), lines.map((line) => lineBreak + line).join(''));
  const row = endOfRow(text, end);
  if (row.comma) return change(row.at, lines.map((line) => lineBreak + line).join(''));
  return change(
    end,
    `,${lines
      .map((line) => lineBreak + line)
      .join('')
      .replace(/,$/, '')}`,
  );
}

/** The entry that the formatter puts before the new ones; undefined without an order, and if the entries have another one. */
function inOrder(own: readonly Entry[], added: readonly NewEntry[], rank: (key: string) => number): Entry | undefined {
  const ranks = [...own, ...added].map(({ key }) => rank(key));
  const place = ranks[own.length];
  const isOrdered = ranks.slice(0, own.length).every((one, i) => i === 0 || ranks[i - 1]! <= one);
  if (place === undefined || !isOrdered || new Set(ranks).size === 1) return undefined;
  return own[
    Math.max(
      0,
      ranks.slice(0, own.length).findLastIndex((one) => one <= place),
    )
  ];
}

function onOneLine(entries: readonly NewEntry[], language: Language): string {
  const lines = linesOf('javascript', entries, '').map((line) => line.trim());
  const text = lines.join(' ').replace(/,(?= \}|$)/g, '');
  return language === 'yaml' ? text.replace(/,$/, '') : text;
}

/** A new member, or join, of a definition: in its group, which is created if there is none. Its keys have the order of the formatter. */
export function addMember(
  file: IndexedFile,
  definition: Definition,
  group: string,
  name: string,
  given: readonly NewEntry[],
): Change {
  const { path, text, source } = file;
  const place = conventionsOf(file, definition.node)?.below(group);
  const rank = (place?.items ?? place)?.rank ?? (() => 0);
  const fields = given.toSorted((a, b) => rank(a.key) - rank(b.key));
  const { language } = source;
  const entry = entryOf(definition.node, group);
  const asItem = { entries: [{ key: 'name', value: name }, ...fields] };
  const isList = language === 'yaml' || entry?.value.kind === 'list';
  const value = isList ? { items: [asItem] } : { entries: [{ key: name, value: { entries: fields } }] };
  if (!entry || !contains(definition.node, entry.keySpan))
    return addEntries(
      file,
      definition.node,
      [{ key: keyIn(language, group), value }],
      group === 'joins' ? 'front' : 'end',
    );
  const node = entry.value;
  if (node.kind === 'map') return addEntries(file, node, [{ key: name, value: { entries: fields } }], 'end');
  const last = node.kind === 'list' ? node.items.at(-1) : undefined;
  const lineBreak = lineBreakOf(text);
  const between = `{ ${onOneLine(asItem.entries, language)} }`;
  if (last && text[node.start] === '[') return { file: path, start: last.end, end: last.end, text: `, ${between}` };
  if (!last && language === 'javascript') return { file: path, start: node.start, end: node.end, text: `[${between}]` };
  if (!last) {
    // `measures:` without a value, or `measures: []`.
    const indent = ' '.repeat(columnOf(text, entry.keySpan.start) + 2);
    const key = withQuotes(text, entry.keySpan).end;
    const lines = yamlItem(asItem, indent).map((line) => lineBreak + line);
    const start = node.kind === 'list' ? text.indexOf(':', key) + 1 : lineEnd(text, key);
    return { file: path, start, end: node.kind === 'list' ? node.end : start, text: lines.join('') };
  }
  const dash = text.lastIndexOf('-', last.start);
  const indent = ' '.repeat(columnOf(text, dash));
  const end = lineEnd(text, last.end);
  const blank = separator(text, node);
  return {
    file: path,
    start: end,
    end,
    text:
      blank +
      yamlItem(asItem, indent)
        .map((line) => lineBreak + line)
        .join(''),
  };
}

/** A blank line, if the items of a list have one between them. */
function separator(text: string, node: ValueNode): string {
  const [first, second] = node.kind === 'list' ? node.items : [];
  if (!first || !second) return '';
  return /(?:\r\n|\n)[ \t]*(?:\r\n|\n)/.test(text.slice(first.end, second.start)) ? lineBreakOf(text) : '';
}

/** Removes lines with their end; those between blank lines with one of these. */
function wholeLines(text: string, { start, end }: Span): Span {
  let from = lineStart(text, start);
  let to = lineEnd(text, end);
  const lineBreak = /^(?:\r\n|\n)/.exec(text.slice(to))?.[0] ?? '';
  to += lineBreak.length;
  const isBlankBefore = /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(0, from));
  const blankAfter = /^[ \t]*(?:\r\n|\n)/.exec(text.slice(to))?.[0];
  if (isBlankBefore && blankAfter !== undefined) to += blankAfter.length;
  else if (isBlankBefore && to === text.length) from = lineStart(text, from - 1);
  if (lineBreak === '' && from > 0) from -= text[from - 2] === '\r' ? 2 : 1;
  return { start: from, end: to };
}

/** Removes one of several parts in a row: whole lines if it has them for itself. */
function removePart(text: string, parts: readonly Span[], at: number, path: string): Change {
  const part = parts[at]!;
  const isFirstOfLine = /^[ \t]*(?:-[ \t]+)*$/.test(text.slice(lineStart(text, part.start), part.start));
  const hasDash = /-[ \t]+$/.test(text.slice(lineStart(text, part.start), part.start));
  const row = endOfRow(text, part.end);
  const isLastOfLine = row.at === lineEnd(text, part.end);
  const next = parts[at + 1];
  const previous = parts[at - 1];
  if (isFirstOfLine && isLastOfLine && !hasDash) return { file: path, ...wholeLines(text, part), text: '' };
  if (next) return { file: path, start: part.start, end: next.start, text: '' };
  return { file: path, start: previous?.end ?? part.start, end: part.end, text: '' };
}

/** The same key with another value. */
export function replaceEntry({ path, text, source }: IndexedFile, map: MapNode, entry: Entry, value: NewValue): Change {
  const span = entrySpan(text, entry);
  const key = text.slice(entry.keySpan.start, entry.keySpan.end);
  const isFlow = text[map.start] === '{';
  if (isFlow && source.language === 'yaml')
    return { file: path, ...span, text: onOneLine([{ key, value }], source.language) };
  const indent = ' '.repeat(columnOf(text, span.start));
  const lines = linesOf(source.language, [{ key, value }], indent);
  return { file: path, ...span, text: lines.join(lineBreakOf(text)).trimStart().replace(/,$/, '') };
}

export function removeEntry({ path, text }: IndexedFile, map: MapNode, entry: Entry): Change {
  const own = ownEntries(map);
  return removePart(
    text,
    own.map((one) => entrySpan(text, one)),
    own.indexOf(entry),
    path,
  );
}

/** Removes an item of a YAML list, with its dash, or of a JavaScript one. */
export function removeItem({ path, text }: IndexedFile, items: readonly ValueNode[], at: number): Change {
  const item = items[at]!;
  const dash = lineStart(text, item.start) + text.slice(lineStart(text, item.start), item.start).search(/-[ \t]+$/);
  if (dash >= lineStart(text, item.start))
    return { file: path, ...wholeLines(text, { start: dash, end: item.end }), text: '' };
  return removePart(
    text,
    items.map((one) => (one.kind === 'scalar' ? withQuotes(text, one) : one)),
    at,
    path,
  );
}

/** A name that differs from all others: `x`, then `x_2`, `x_3`, … */
export function freeName(name: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  for (let i = 1; ; i += 1) {
    const candidate = i === 1 ? name : `${name}_${i}`;
    if (!all.has(candidate)) return candidate;
  }
}

/** The names of the items of a list or map. */
export function namesOf(node: ValueNode | undefined): string[] {
  return namedItems(node).map(({ name }) => name);
}

/** A new item at the end of a list that has one. */
export function addItem({ path, text, source }: IndexedFile, list: ListNode, value: NewValue): Change | undefined {
  const last = list.items.at(-1);
  if (!last) return undefined;
  const { end } = last.kind === 'scalar' ? withQuotes(text, last) : last;
  const lineBreak = lineBreakOf(text);
  const { start } = last.kind === 'scalar' ? withQuotes(text, last) : last;
  if (text[list.start] === '[') {
    const line = text.slice(lineStart(text, start), start);
    const indent = /^[ \t]*/.exec(line)![0];
    const lines = itemLines(source.language, value, indent);
    const before = line.trim() === '' ? lineBreak + indent : ' ';
    return { file: path, start: end, end, text: `,${before}${lines.join(lineBreak)}` };
  }
  const column = ' '.repeat(columnOf(text, text.lastIndexOf('-', start)));
  const lines = yamlItem(value, column).map((line) => lineBreak + line);
  return { file: path, start: lineEnd(text, end), end: lineEnd(text, end), text: lines.join('') };
}
