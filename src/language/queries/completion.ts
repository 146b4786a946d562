/** Completions in a query or test document: keys, members and values. */

import { entryWith } from '../../model/documents/readShape.ts';
import type { Field, MapShape, Shape } from '../../model/documents/shape.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { tableKey, usedTables } from '../../model/index/tableColumns.ts';
import { lineStart } from '../../model/source/lines.ts';
import { isAccidental } from '../completion/completion.ts';
import { needsQuotes } from '../completion/snippetText.ts';
import type { CompletionItem, CompletionList, Position, Range } from '../protocol/protocol.ts';
import {
  type DocumentText,
  type LanguageDocument,
  languageDocument,
  type QueryFiles,
  type ShapedText,
} from './document.ts';
import { type DraftStyle, DraftWriter, hasFewChoices, usualFields } from './drafts.ts';
import { mapsIn, type Place, placeAt } from './place.ts';
import { maxValues, type Value, valuesAt } from './values.ts';

interface Request {
  index: ModelIndex;
  document: ShapedText;
  place: Place;
  range: Range;
  style: DraftStyle;
  files: QueryFiles;
}

/** `trigger` is the character that was typed, if it made the editor ask. */
export function queryCompletion(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
  files: QueryFiles = {},
  trigger?: string,
): CompletionList {
  const document = languageDocument(source);
  return document && isOurs(document) ? shapedCompletion(index, document, position, files, trigger) : nothing;
}

const nothing: CompletionList = { isIncomplete: false, items: [] };

/** The keys and values that the shape of a text allows. */
export function shapedCompletion(
  index: ModelIndex,
  document: ShapedText,
  position: Position,
  files: QueryFiles = {},
  trigger?: string,
): CompletionList {
  const offset = document.lines.offsetAt(position);
  const place = placeAt(document, offset);
  const before = document.text.slice(lineStart(document.text, offset), offset);
  if (!place || /^\s*#/.test(before) || isAccidental(before, trigger)) return nothing;
  const { cursor } = place;
  const style = document.path.endsWith('.json') ? 'json' : cursor.style === 'block' ? 'block' : 'flow';
  const request: Request = { index, document, place, range: document.lines.rangeOf(cursor.span), style, files };
  const items = [...valueItems(request), ...keyItems(request)];
  return { isIncomplete: items.length >= maxValues, items };
}

/** Test documents of other tools have no list of tests. A new document may become one of ours. */
function isOurs({ kind, read, text }: LanguageDocument): boolean {
  if (kind === 'query' || !read.root) return kind === 'query' || text.trim() === '' || /^\w+$/.test(text.trim());
  const tests = entryWith(read.root, 'tests')?.value;
  return tests !== undefined && (tests.kind === 'list' || (tests.kind === 'scalar' && tests.value === null));
}

const padded = (rank: number) => String(rank).padStart(4, '0');

function valueItems(request: Request): CompletionItem[] {
  const { place, range, style } = request;
  const { cursor, shapes } = place;
  const hasKeys = (cursor.map?.entries.length ?? 0) > 0;
  if (hasKeys || (!cursor.isValue && !cursor.isList)) return [];
  const found = new Map<string, CompletionItem>();
  const add = (value: Value, before: string, after: string) => {
    if (found.has(value.label)) return;
    if (value.isWord && cursor.quote !== '') return;
    const text = cursor.quote !== '' || value.isWord ? value.label : written(value.label, style);
    found.set(value.label, {
      ...itemOf(value, found.size),
      insertTextFormat: 1,
      textEdit: { range, newText: cursor.before + before + text + after + cursor.after },
    });
  };
  for (const shape of shapes) {
    if (cursor.isValue) for (const value of values(request, shape)) add(value, '', '');
    // A list whose brackets or dash are missing.
    if (shape.kind !== 'list' || cursor.quote !== '') continue;
    for (const value of values(request, shape.items)) {
      if (cursor.isList) add(value, '- ', '');
      else if (isSingle(shape)) add(value, '[', ']');
    }
  }
  return [...found.values()];
}

function isSingle({ items }: Extract<Shape, { kind: 'list' }>): boolean {
  return items.kind === 'member';
}

function values({ index, document, place, files }: Request, shape: Shape): readonly Value[] {
  return valuesAt(index, document, place, shape, files);
}

function written(text: string, style: DraftStyle): string {
  return style === 'json' || needsQuotes(text, style) ? JSON.stringify(text) : text;
}

function itemOf(
  { label, kind, detail, doc, rank = 0, isDeprecated }: Value,
  at: number,
): Omit<CompletionItem, 'textEdit'> {
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(doc ? { documentation: { kind: 'markdown', value: doc } } : {}),
    sortText: `${rank}${padded(at)}`,
    ...(isDeprecated ? { tags: [1] } : {}),
  };
}

function keyItems(request: Request): CompletionItem[] {
  const { place, document } = request;
  const { cursor, shapes } = place;
  const { map, isList, isValue } = cursor;
  if (!map) return [];
  const isNew = map.entries.length === 0;
  // Below a key a block can start; in a list, it needs a dash.
  const inList = isList && isNew ? shapes.flatMap((one) => (one.kind === 'list' ? mapsIn([one.items]) : [])) : [];
  const fields = [
    ...mapsIn(shapes).flatMap((one) => fieldItems(request, one, '')),
    ...inList.flatMap((one) => fieldItems(request, one, '- ')),
    ...shapes.flatMap((one) => (one.kind === 'record' ? recordItems(request, one) : [])),
  ];
  if (isValue && document.text.slice(cursor.span.start, cursor.span.end).includes('.') && cursor.quote !== '')
    return [];
  return [...new Map(fields.map((one) => [one.label, one])).values()];
}

function fieldItems(request: Request, shape: MapShape, dash: string): CompletionItem[] {
  const { map, entry } = request.place.cursor;
  const has = (key: string) => map!.entries.some((one) => one !== entry && one.key === key);
  return Object.entries(shape.fields)
    .filter(([key, { hidden }]) => !hidden && !has(key) && !isExcluded(shape, has, key))
    .map(([key, field], at) => keyItem(request, key, field, `${field.required ? 0 : 1}${padded(at)}`, dash));
}

/** `and` and `or` stand alone in a filter. */
function isExcluded({ name }: MapShape, has: (key: string) => boolean, key: string): boolean {
  if (name !== 'filter') return false;
  if (has('and') || has('or')) return true;
  return (key === 'and' || key === 'or') && (has('member') || has('operator') || has('values'));
}

function keyItem(request: Request, key: string, field: Field, sortText: string, dash: string): CompletionItem {
  return {
    label: key,
    kind: 10,
    ...(field.required ? { detail: 'required' } : {}),
    documentation: { kind: 'markdown', value: field.doc },
    sortText,
    ...edit(request, key, field.shape, dash),
  };
}

function recordItems(request: Request, shape: Extract<Shape, { kind: 'record' }>): CompletionItem[] {
  const { role, keys, values: inner } = shape;
  const { map, entry } = request.place.cursor;
  const found = role ? values(request, { kind: 'member', role }) : keys ? tableNames(request, keys) : [];
  return found
    .filter(({ label }) => !map!.entries.some((one) => one !== entry && one.key === label))
    .map((value, at) => ({ ...itemOf(value, at), ...edit(request, value.label, inner, '') }));
}

/** The tables that the model names, or the columns of the table around the place. */
function tableNames({ index, place }: Request, keys: 'table' | 'tableColumn'): Value[] {
  const tables = usedTables(index);
  if (keys === 'table') return [...tables.values()].map(({ name }) => ({ label: name, kind: 7 }));
  const names = place.cursor.steps.flatMap((step) => ('entry' in step ? [step.entry.key] : []));
  const columns = tables.get(tableKey(names.at(-1) ?? ''))?.columns.values() ?? [];
  return [...columns].map(({ name, kind }) => ({ label: name, kind: 5, ...(kind && { detail: kind }) }));
}

/** A key with the start of its value; only the key if a value or a quote is already there. */
function edit(
  { place, range, style, document }: Request,
  key: string,
  shape: Shape,
  dash: string,
): Pick<CompletionItem, 'textEdit' | 'insertTextFormat' | 'suggests'> {
  const { cursor } = place;
  const isOnlyKey = cursor.entry !== undefined || cursor.quote !== '';
  if (isOnlyKey) return { insertTextFormat: 1, textEdit: { range, newText: key } };
  const pad = ' '.repeat(cursor.indent + dash.length);
  const text = new DraftWriter(style).entry(key, shape, pad);
  return {
    insertTextFormat: 2,
    textEdit: { range, newText: cursor.before + dash + text + commaAfter(document.text, cursor.span.end, style) },
    ...(hasSuggestions(shape) ? { suggests: true } : {}),
  };
}

/** Whether there are items for what the user fills in first. A snippet with choices shows them by itself. */
function hasSuggestions(shape: Shape): boolean {
  switch (shape.kind) {
    case 'list':
      return hasSuggestions(shape.items);
    case 'tuple':
      return hasSuggestions(shape.items[0]!);
    case 'oneOf':
      return hasSuggestions(shape.shapes[0]!);
    case 'map': {
      const [first] = usualFields(shape);
      return first === undefined || hasSuggestions(first[1]);
    }
    case 'text':
      return !hasFewChoices(shape) && Boolean(shape.choices ?? shape.meaning ?? shape.examples);
    default:
      return shape.kind === 'member' || (shape.kind === 'record' && (shape.role ?? shape.keys) !== undefined);
  }
}

/** The comma that is missing before the next entry on a line of brackets. */
function commaAfter(text: string, end: number, style: DraftStyle): string {
  return style !== 'block' && /^\s*[\w"'[{]/.test(text.slice(end, end + 200)) ? ',' : '';
}
