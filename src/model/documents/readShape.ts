/** Reads a syntax tree by its shape: its values, the members that it names, and what does not fit. */

import { suggestion } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import type { Entry, MapNode, ScalarNode, ValueNode } from '../source/tree.ts';
import { placeholdersIn } from './placeholders.ts';
import { type Fields, fieldOf, type MapShape, type MentionRole, type Shape } from './shape.ts';

export interface MemberMention extends Span {
  /** As written: `orders.created_at.day`. */
  name: string;
  role: MentionRole;
}

export interface ShapeReader {
  text: string;
  mentions: MemberMention[];
  problems: TextProblem[];
  /** Names whose `{name}` in a text is replaced later. */
  placeholders: ReadonlySet<string>;
}

/** The last entry with that key. */
export function entryWith(node: ValueNode | undefined, key: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.findLast((one) => one.key === key) : undefined;
}

export function valueWith(node: ValueNode | undefined, key: string): ValueNode | undefined {
  return entryWith(node, key)?.value;
}

export function shapeReader(text: string, placeholders: ReadonlySet<string> = new Set()): ShapeReader {
  return { text, mentions: [], problems: [], placeholders };
}

/** A map without a prototype: its keys come from a document. */
export function plainMap<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const map = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** The value of a node. Maps have no prototype. A number that would lose digits stays a text. */
export function readValue(text: string, node: ValueNode): unknown {
  switch (node.kind) {
    case 'map':
      return plainMap(node.entries.map(({ key, value }) => [key, readValue(text, value)]));
    case 'list':
      return node.items.map((item) => readValue(text, item));
    case 'scalar':
      return scalarOf(text, node);
    case 'code':
      return null;
  }
}

function scalarOf(text: string, { value, start, end }: ScalarNode): string | number | boolean | null {
  const source = text.slice(start, end);
  // The data API takes dates as texts.
  if (value instanceof Date) return source;
  if (typeof value !== 'number') return value;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const isExact = Number.isFinite(value) && (digits.length <= 15 || Number.isSafeInteger(value));
  return isExact ? value : source;
}

/** Reads `node`. `name` is the key that it belongs to, for messages. */
export function readShape(reader: ShapeReader, node: ValueNode, shape: Shape, name: string, nullable = false): unknown {
  const value = readValue(reader.text, node);
  if (value === null && (nullable || shape.kind === 'value' || shape.kind === 'any')) return null;
  if (typeof value === 'string' && isFilledIn(reader, value)) {
    if (shape.kind === 'member') mention(reader, node, value, shape.role);
    return value;
  }
  const fitting = shape.kind === 'oneOf' ? shape.shapes.find((one) => fits(node, one)) : shape;
  if (!fitting || !fits(node, fitting)) {
    report(reader, node, problemCatalog.documentType(name, expected(shape)));
    return value;
  }
  if (fitting.kind === 'map') return readMap(reader, node as MapNode, fitting, name);
  if (fitting.kind === 'record' && node.kind === 'map') {
    return plainMap(
      node.entries.map(({ key, keySpan, value: inner }) => {
        if (fitting.role) mention(reader, keySpan, key, fitting.role);
        // A key that is not a member is the mistake, whatever its value is.
        const isOther = fitting.role !== undefined && !key.includes('.') && !isFilledIn(reader, key);
        return [key, isOther ? readValue(reader.text, inner) : readShape(reader, inner, fitting.values, key)];
      }),
    );
  }
  if (node.kind === 'list' && fitting.kind === 'list') {
    const { least = 0, most = Number.POSITIVE_INFINITY } = fitting;
    if (node.items.length < least || node.items.length > most) {
      report(reader, node, problemCatalog.documentType(name, expected(shape)));
      return value;
    }
    return readItems(reader, node.items, fitting.items, name);
  }
  if (node.kind === 'list' && fitting.kind === 'tuple')
    return node.items.map((item, i) => readShape(reader, item, fitting.items[i]!, name));
  if (fitting.kind === 'oneOf') return readShape(reader, node, fitting, name);
  if (fitting.kind === 'member') mention(reader, node, String(value), fitting.role);
  if (fitting.kind === 'text' && fitting.choices) checkChoice(reader, node, String(value), fitting.choices);
  return value;
}

/** Items with the same mistake are reported once: a key above them is missing, or the list belongs elsewhere. */
function readItems(reader: ShapeReader, items: readonly ValueNode[], shape: Shape, name: string): unknown[] {
  const outer = reader.problems;
  const seen = new Set<string>();
  const read = items.map((item) => {
    const own = { ...reader, problems: [] };
    const value = readShape(own, item, shape, name);
    for (const one of own.problems as TextProblem[]) {
      const isWhole = one.span.start === item.start && one.code === problemCatalog.documentType.code;
      if (isWhole && seen.has(one.message)) continue;
      if (isWhole) seen.add(one.message);
      outer.push(one);
    }
    return value;
  });
  return read;
}

function mention(reader: ShapeReader, { start, end }: Span, name: string, role: MentionRole): void {
  reader.mentions.push({ start, end, name, role });
}

function isFilledIn({ placeholders }: ShapeReader, value: string): boolean {
  return placeholders.size > 0 && placeholdersIn(value).some(({ name }) => placeholders.has(name));
}

function checkChoice(reader: ShapeReader, span: Span, value: string, choices: readonly { text: string }[]): void {
  const texts = choices.map(({ text }) => text);
  if (texts.includes(value)) return;
  const { hint, fix } = suggestion(value, texts);
  const listed = texts.length <= 6 ? ` It can be ${texts.map((one) => `\`${one}\``).join(', ')}.` : '';
  report(reader, span, problemCatalog.unknownValue(value, hint || listed), fix);
}

function report(reader: ShapeReader, { start, end }: Span, found: ProblemText, fix?: TextProblem['fix']): void {
  reader.problems.push({ span: { start, end }, ...found, ...(fix ? { fix } : {}) });
}

function readMap(reader: ShapeReader, node: MapNode, shape: MapShape, name: string): Record<string, unknown> {
  const { fields } = shape;
  const known = Object.keys(fields).filter((key) => !fields[key]!.hidden);
  const free = known.filter((key) => !node.entries.some((one) => one.key === key));
  let hasUnknown = false;
  // The keys behind a value that is missing belong into it: their indentation is the mistake.
  let isMisplaced = false;
  const before = reader.problems.length;
  const read = plainMap(
    node.entries.map(({ key, keySpan, value }) => {
      const field = fieldOf(fields, key);
      if (field) {
        const count = reader.problems.length;
        const found = readShape(reader, value, field.shape, key, field.nullable);
        isMisplaced = found === null && reader.problems.length > count;
        return [key, found];
      }
      const { hint, fix } = suggestion(key, free);
      if (!isMisplaced || fix)
        report(reader, keySpan, problemCatalog.unknownKey(`\`${key}\` is not allowed in \`${name}\`.${hint}`), fix);
      hasUnknown = true;
      isMisplaced = !fix;
      return [key, readValue(reader.text, value)];
    }),
  );
  // An unknown key may be the one that is missing.
  if (hasUnknown) return read;
  const unknown = reader.problems.slice(before).filter(({ code }) => code === problemCatalog.unknownKey.code);
  const unknownNames = unknown.map(({ span }) => reader.text.slice(span.start, span.end));
  const needed = free.filter((key) => {
    const field = fields[key]!;
    const isBelow = (one: string) => one === key || (field.shape.kind === 'map' && fieldOf(field.shape.fields, one));
    return field.required && !unknownNames.some(isBelow);
  });
  if (needed.length > 0)
    report(reader, firstLine(reader.text, node), problemCatalog.missingKey(missing(needed, name, fields)));
  return read;
}

function missing(keys: readonly string[], name: string, fields: Fields): string {
  const [first, ...others] = keys.map((key) => `\`${key}\``);
  if (others.length > 0) return `\`${name}\` needs ${[first, ...others].join(' and ')}.`;
  const { doc } = fields[keys[0]!]!;
  return `\`${name}\` needs ${first}: ${doc.charAt(0).toLowerCase()}${doc.slice(1)}`;
}

/** A long node would underline the whole document. */
export function firstLine(text: string, { start, end }: Span): Span {
  const newline = text.slice(start, end).search(/[\r\n]/);
  return { start, end: newline > 0 ? start + newline : Math.max(end, start) };
}

function fits(node: ValueNode, shape: Shape): boolean {
  if (shape.kind === 'any') return true;
  if (shape.kind === 'oneOf') return shape.shapes.some((one) => fits(node, one));
  if (shape.kind === 'map' || shape.kind === 'record') return node.kind === 'map';
  if (shape.kind === 'list') return node.kind === 'list';
  if (shape.kind === 'tuple') return node.kind === 'list' && node.items.length === shape.items.length;
  if (node.kind !== 'scalar' || node.dynamic) return false;
  const { value } = node;
  const isText = typeof value === 'string' || value instanceof Date;
  switch (shape.kind) {
    case 'value':
      return true;
    case 'member':
    case 'text':
      return isText;
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' && value >= (shape.least ?? Number.NEGATIVE_INFINITY);
    case 'integer':
      return Number.isInteger(value) && Number(value) >= shape.least && Number(value) <= (shape.most ?? Infinity);
  }
}

/** For messages: `a list of members`. */
function expected(shape: Shape): string {
  switch (shape.kind) {
    case 'map':
      return 'a block of keys';
    case 'record':
      return shape.role ? 'a block with members as keys' : 'a block of keys';
    case 'list': {
      const { least, most, items } = shape;
      if (most === undefined) return `a list of ${least ? `${least} or more ` : ''}${several(items)}`;
      const isPair = most === (least ?? 0) + 1;
      return `a list of ${least ?? 0} ${isPair ? 'or' : 'to'} ${most.toLocaleString('en-US')} ${several(items)}`;
    }
    case 'tuple':
      return `a list of ${shape.items.length} values`;
    case 'member':
      return 'a member such as `orders.count`';
    case 'text':
      return 'a text';
    case 'integer':
      return shape.most === undefined
        ? `a whole number from ${shape.least}`
        : `a whole number from ${shape.least} to ${shape.most.toLocaleString('en-US')}`;
    case 'number':
      return shape.least === undefined ? 'a number' : `a number from ${shape.least}`;
    case 'boolean':
      return '`true` or `false`';
    case 'value':
      return 'a text, a number, `true`, `false` or `null`';
    case 'any':
      return 'a value';
    case 'oneOf':
      return shape.shapes.map(expected).join(', or ');
  }
}

function several(shape: Shape): string {
  switch (shape.kind) {
    case 'member':
      return 'members such as `orders.count`';
    case 'text':
      return 'texts';
    case 'value':
      return 'values';
    case 'map':
      return 'blocks of keys';
    default:
      return 'values';
  }
}
