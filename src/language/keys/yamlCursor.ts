/** Reads YAML by lines, in any state, and finds what can be written at the cursor. The indentation of a line tells its parent. */

import { touches } from '../../model/index/lookup.ts';
import type { JinjaTag } from '../../model/source/jinja.ts';
import { maximumNesting } from '../../model/source/limits.ts';
import { lineStart } from '../../model/source/lines.ts';
import { camelCase } from '../../model/source/names.ts';
import type { Span } from '../../model/source/range.ts';
import type { Entry, ListNode, MapNode, ValueNode } from '../../model/source/tree.ts';
import {
  closingQuote,
  type LineParts,
  linesOf,
  partsOf,
  withoutComment,
  type YamlLine,
} from '../../model/source/yamlLine.ts';
import {
  type Cursor,
  cursorOf,
  emptyList,
  emptyMap,
  type ListBelow,
  nodeOf,
  plainValue,
  type Step,
  scalar,
} from './cursor.ts';
import { FlowReader } from './flowReader.ts';

/** An open block: the lines with this indentation belong to it. */
interface Frame {
  indent: number;
  node: MapNode | ListNode;
  /** From the document to the node. */
  steps: readonly Step[];
  /** The last entry or item, while it has no value. More indented lines are its value. */
  pending?: Step | undefined;
}

/** `text` is without template tags, which are `tags`. */
export function yamlCursor(text: string, tags: readonly JinjaTag[], offset: number): Cursor | undefined {
  const reader = new YamlReader(text, tags, offset);
  reader.read();
  return reader.cursor && settled({ ...reader.cursor, listBelow: reader.listBelow() });
}

/** The lines below the cursor may already be the value that could be written there. */
function settled(cursor: Cursor): Cursor {
  const node = nodeOf(cursor.steps.at(-1));
  if (cursor.style !== 'block' || !node || node.kind === 'scalar' || node === cursor.map) return cursor;
  const map = cursor.isList && node.kind === 'map' ? node : undefined;
  return { ...cursor, map, isList: cursor.isList && node.kind === 'list', isValue: false };
}

class YamlReader {
  cursor: Cursor | undefined;
  #emptyKey: { steps: readonly Step[]; span: Span; isAbove: boolean; column: number; lineIndent: number } | undefined;
  readonly #text: string;
  readonly #tags: readonly JinjaTag[];
  readonly #offset: number;
  readonly #lines: readonly YamlLine[];
  #frames: Frame[] = [documentFrame()];
  #index = 0;

  constructor(text: string, tags: readonly JinjaTag[], offset: number) {
    this.#text = text;
    this.#tags = tags;
    this.#offset = offset;
    this.#lines = linesOf(text.replace(/^\ufeff/, ' ')).map((line, i) => (i === 0 ? withoutMark(text, line) : line));
  }

  read(): void {
    for (; this.#index < this.#lines.length; this.#index += 1) {
      const line = this.#lines[this.#index]!;
      const isHere = line.start <= this.#offset && this.#offset <= line.start + line.text.length;
      const content = line.text.trimStart();
      if (content === '' || content.startsWith('#')) {
        if (isHere && content === '') this.#atLine(line, '');
        continue;
      }
      if (/^(---|\.\.\.)(\s|$)/.test(line.text)) {
        this.#frames = [documentFrame()];
        continue;
      }
      const end = this.#line(line, isHere);
      while ((this.#lines[this.#index + 1]?.start ?? end) < end) this.#index += 1;
    }
  }

  /** Known at the end only: the lines below may already have items, which decide the indentation. */
  listBelow(): ListBelow | undefined {
    if (!this.#emptyKey) return undefined;
    const { steps, span, isAbove, column, lineIndent } = this.#emptyKey;
    const value = nodeOf(steps.at(-1));
    const isEmpty = value?.kind === 'scalar' && value.value === null;
    if (!isEmpty && value?.kind !== 'list') return undefined;
    const dash = isEmpty ? column + 2 : value.start - lineStart(this.#text, value.start);
    const indent = Math.max(0, dash - lineIndent);
    return { steps, span, before: (isAbove ? '\n' : '') + ' '.repeat(indent), indent };
  }

  /** The cursor is in a line that is blank or has only a part of a key. */
  #atLine(line: YamlLine, word: string): void {
    const column = word === '' ? this.#offset - line.start : line.indent;
    const at = this.#frames.findLastIndex(({ indent }) => indent <= column);
    const frame = this.#frames[at];
    if (!frame) return;
    const start = line.start + column;
    const span = { start, end: start + word.length };
    const outer = this.#frames[at - 1];
    if (frame.indent === column && frame.node.kind === 'map') {
      this.#at(frame.steps, { map: frame.node, span });
      if (word === '' && frame.pending)
        this.#emptyKey = { steps: [...frame.steps, frame.pending], span, isAbove: false, column, lineIndent: column };
    } else if (frame.indent === column) {
      // A list in the column of the map around it.
      if (outer?.indent === column && outer.node.kind === 'map') this.#at(outer.steps, { map: outer.node, span });
      else this.#at(frame.steps, { isList: true, span });
    } else if (frame.pending && at === this.#frames.length - 1) {
      this.#at([...frame.steps, frame.pending], { map: emptyMap(start), isList: true, span });
    }
  }

  #at(steps: readonly Step[], found: Partial<Cursor> & { span: Span }): void {
    this.cursor = cursorOf({ style: 'block', steps, ...found });
  }

  /** Reads a line with content. Returns the end of its value, which may be on a later line. */
  #line(line: YamlLine, isHere: boolean): number {
    const parts = withEmptyKey(line, partsOf(line));
    const lineEnd = line.start + line.text.length;
    const column = this.#offset - line.start;
    const first = parts.dashes[0] ?? parts.column;
    if (isHere && column < first) return lineEnd;
    if (parts.key === undefined && parts.dashes.length === 0) {
      const [word = ''] = /^[^\s#]*/.exec(parts.value) ?? [];
      const isWord = /^[^\s#]*\s*(\s#.*)?$/.test(parts.value) && !/^["'{[|>&*!%@`]/.test(word);
      if (isHere && isWord && column <= parts.column + word.length) this.#atLine(line, word);
      return lineEnd;
    }
    for (const [i, dash] of parts.dashes.entries()) {
      const frame = this.#list(dash, line.start + dash);
      if (!frame) return lineEnd;
      const step = { holder: frame.node, at: frame.node.items.length };
      frame.node.items.push(scalar({ start: line.start + dash, end: line.start + dash + 1 }, null));
      frame.pending = step;
      if (i === parts.dashes.length - 1 && parts.key === undefined) return this.#item(line, parts, frame, step, isHere);
    }
    const frame = this.#map(parts.column, line.start + parts.column);
    return frame ? this.#entry(line, parts, frame, isHere) : lineEnd;
  }

  /** The list whose dashes are in the column; undefined for a wrong indentation, which changes nothing. */
  #list(column: number, start: number): (Frame & { node: ListNode }) | undefined {
    const at = this.#frames.findLastIndex(({ indent, node, pending }) =>
      node.kind === 'list' ? indent <= column : indent < column || (indent === column && pending !== undefined),
    );
    const frame = this.#frames[at];
    if (frame?.node.kind === 'list' && frame.indent === column) return this.#close(at) as Frame & { node: ListNode };
    if (!frame?.pending || at > maximumNesting) return undefined;
    this.#close(at);
    return this.#push(frame, column, emptyList(start)) as Frame & { node: ListNode };
  }

  /** The map whose keys are in the column. */
  #map(column: number, start: number): (Frame & { node: MapNode }) | undefined {
    const at = this.#frames.findLastIndex(({ indent, node }) =>
      node.kind === 'map' ? indent <= column : indent < column,
    );
    const frame = this.#frames[at];
    if (frame?.node.kind === 'map' && frame.indent === column) return this.#close(at) as Frame & { node: MapNode };
    if (!frame?.pending || at > maximumNesting) return undefined;
    this.#close(at);
    return this.#push(frame, column, emptyMap(start)) as Frame & { node: MapNode };
  }

  /** Ends the blocks inside of a frame. */
  #close(at: number): Frame {
    this.#frames.length = at + 1;
    return this.#frames[at]!;
  }

  /** Opens the block that is the value of what is pending. */
  #push(top: Frame, indent: number, node: MapNode | ListNode): Frame {
    const step = top.pending!;
    setValue(step, node);
    top.pending = undefined;
    const frame = { indent, node, steps: [...top.steps, step] };
    this.#frames.push(frame);
    return frame;
  }

  #item(line: YamlLine, parts: LineParts, frame: Frame, step: Step, isHere: boolean): number {
    const lineEnd = line.start + line.text.length;
    const steps = [...frame.steps, step];
    const start = line.start + parts.column;
    const value = parts.value.startsWith('#') ? '' : withoutComment(parts.value);
    const isBlank = value === '';
    const dashEnd = line.start + parts.dashes.at(-1)! + 1;
    const from = isBlank ? dashEnd : start;
    const to = parts.value === '' ? lineEnd : isBlank ? start - 1 : start + value.length;
    const isInside = isHere && from <= this.#offset && this.#offset <= to;
    if (isInside && !/^["'{[|>&*!%@`]/.test(value)) {
      const before = isBlank && this.#offset === dashEnd ? ' ' : '';
      const span = isBlank ? { start: this.#offset, end: this.#offset } : { start, end: to };
      const column = span.start + before.length - line.start;
      const map = this.#push(frame, column, emptyMap(span.start)).node as MapNode;
      this.#at(steps, { map, isValue: true, span, before, indent: column - line.indent });
      return lineEnd;
    }
    if (isBlank || /^[&!]\S*$/.test(value)) return lineEnd;
    if (this.#isWritten({ start, end: start + value.length })) {
      // A template tag may write the first keys of the item.
      (this.#push(frame, parts.column, emptyMap(start)).node as MapNode).open = true;
      return lineEnd;
    }
    return this.#value(line, parts, parts.dashes.at(-1)!, steps, frame, isHere);
  }

  #entry(line: YamlLine, parts: LineParts, frame: Frame & { node: MapNode }, isHere: boolean): number {
    const quote = /^["']?/.exec(parts.key!)![0];
    const keyStart = line.start + parts.column + (quote ? 1 : 0);
    const keySpan = { start: keyStart, end: keyStart + parts.key!.length - (quote ? 2 : 0) };
    const key = this.#text.slice(keySpan.start, keySpan.end);
    const dynamic = this.#isWritten(keySpan);
    const entry: Entry = { key, name: camelCase(key), keySpan, value: scalar(keySpan, null), dynamic };
    if (dynamic || key === '<<') frame.node.open = true;
    frame.node.entries.push(entry);
    const step = { holder: frame.node, entry };
    frame.pending = step;
    if (isHere && touches(keySpan, this.#offset))
      this.#at(frame.steps, { map: frame.node, entry, span: keySpan, quote });
    return this.#value(line, parts, parts.column, [...frame.steps, step], frame, isHere);
  }

  /** The value of an entry or item, which `frame` holds. `column` is that of its key or dash. */
  #value(line: YamlLine, parts: LineParts, column: number, steps: Step[], frame: Frame, isHere: boolean): number {
    const lineEnd = line.start + line.text.length;
    const step = steps.at(-1)!;
    const prefix = /^(?:[&!]\S*\s+)*/.exec(parts.value)![0].length;
    const start = line.start + parts.valueColumn + prefix;
    const raw = parts.value.slice(prefix);
    const indent = parts.column - line.indent;
    const set = (node: ValueNode) => {
      setValue(step, node);
      frame.pending = undefined;
    };
    const at = (span: Span, more: Partial<Cursor> = {}) => this.#at(steps, { isValue: true, span, indent, ...more });
    const colon = line.start + parts.column + (parts.key ?? '').length + 1;
    if (raw === '' || raw.startsWith('#') || /^[&!]\S*$/.test(raw)) {
      const comment = line.text.indexOf('#', parts.valueColumn);
      const isBefore = comment < 0 || this.#offset < line.start + comment;
      if (isHere && raw[0] !== '&' && this.#offset >= colon && isBefore && parts.key !== undefined)
        at({ start: this.#offset, end: this.#offset }, { before: this.#offset === colon ? ' ' : '' });
      if (this.cursor?.steps === steps && raw === '')
        this.#emptyKey = {
          steps,
          span: { start: colon, end: lineEnd },
          isAbove: true,
          column: parts.column,
          lineIndent: line.indent,
        };
      return lineEnd;
    }
    if (/^[|>]/.test(raw)) {
      const block = this.#blockEnd(column);
      set(scalar({ start, end: block }, 'text'));
      return block;
    }
    if (/^[{[]/.test(raw)) {
      const reader = new FlowReader(this.#text, 'yaml', this.#offset, this.#blockEnd(column, /^\s*[}\]]/));
      const { node, end } = raw[0] === '{' ? reader.map(start, steps) : reader.list(start, steps);
      set(node);
      if (reader.cursor && this.#offset <= end) this.cursor = reader.cursor;
      return Math.max(end, lineEnd);
    }
    if (/^["']/.test(raw)) {
      const close = closingQuote(this.#text.slice(0, this.#blockEnd(column)), start);
      const isOpen = close < 0;
      const inner = { start: start + 1, end: isOpen ? lineEnd : close };
      if (touches(inner, this.#offset) && inner.end <= lineEnd)
        at(inner, { quote: raw[0]!, after: isOpen ? raw[0]! : '' });
      set(scalar(inner, this.#text.slice(inner.start, inner.end), this.#isWritten(inner)));
      return Math.max(inner.end, lineEnd);
    }
    const text = withoutComment(raw);
    const span = { start, end: start + text.length };
    const dynamic = text.startsWith('*') || this.#isWritten(span);
    if (touches(span, this.#offset) && !dynamic) at(span);
    set(scalar(span, plainValue(text), dynamic));
    return lineEnd;
  }

  /** The end of the value of an owner in `column`: before the next line that is not more indented and does not match. */
  #blockEnd(column: number, more?: RegExp): number {
    let last = this.#index;
    for (let i = last + 1; i < this.#lines.length; i += 1) {
      const { text, indent } = this.#lines[i]!;
      if (indent > column || more?.test(text)) last = i;
      else if (text.trim() !== '') break;
    }
    const { start, text } = this.#lines[last]!;
    return start + text.length;
  }

  #isWritten({ start, end }: Span): boolean {
    return this.#tags.some((tag) => tag.start < end && start < tag.end);
  }
}

/** A colon without a key, which was deleted, belongs to an empty key. */
function withEmptyKey(line: YamlLine, parts: LineParts): LineParts {
  const [colon] = (parts.key === undefined && /^:(?:\s+|$)/.exec(parts.value)) || [];
  if (colon === undefined) return parts;
  const valueColumn = parts.column + colon.length;
  return { ...parts, key: '', value: line.text.slice(valueColumn).trimEnd(), valueColumn };
}

function documentFrame(): Frame {
  return { indent: 0, node: emptyMap(0), steps: [] };
}

function setValue(step: Step, node: ValueNode): void {
  if ('entry' in step) step.entry.value = node;
  else step.holder.items[step.at] = node;
}

function withoutMark(text: string, line: YamlLine): YamlLine {
  if (text.charCodeAt(0) !== 0xfeff) return line;
  const rest = line.text.slice(1);
  return { start: 1, text: rest, indent: rest.length - rest.trimStart().length };
}
