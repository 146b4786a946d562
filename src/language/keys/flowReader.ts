/** Reads `{…}` and `[…]` of YAML and JavaScript in any state: without commas, values or closing brackets. */

import { touches } from '../../model/index/lookup.ts';
import { maximumNesting } from '../../model/source/limits.ts';
import { lineEnd } from '../../model/source/lines.ts';
import { camelCase } from '../../model/source/names.ts';
import type { Span } from '../../model/source/range.ts';
import type { DefinitionKind, Entry, Language, ListNode, MapNode, ValueNode } from '../../model/source/tree.ts';
import { type Cursor, cursorOf, emptyList, emptyMap, plainValue, type Step, scalar } from './cursor.ts';
import { isUnclosed, skipCode, skipSpace, skipText } from './scan.ts';

/** The next key of an object, on a new line: the value before it is missing. */
const keyOnNewLine = /^\s*[\r\n]\s*(?:[\w$]+|"[^"\r\n]*"|'[^'\r\n]*')\s*:/;

/** Characters of a line after an opened backtick. */
const maximumWord = 200;

const wordStart = /[\w$"'`]/;

interface Read<T> {
  node: T;
  end: number;
}

export class FlowReader {
  readonly #text: string;
  readonly #language: Language;
  readonly #offset: number;
  readonly #limit: number;
  readonly #kind: DefinitionKind | undefined;
  /** Set if the cursor is at a place where something can be written. */
  cursor: Cursor | undefined;

  /** `limit` is the end of the text to read. */
  constructor(text: string, language: Language, offset: number, limit: number, kind?: DefinitionKind) {
    this.#text = text.slice(0, limit);
    this.#language = language;
    this.#offset = offset;
    this.#limit = limit;
    this.#kind = kind;
  }

  /** `start` is the opening brace. */
  map(start: number, steps: readonly Step[]): Read<MapNode> {
    const node = emptyMap(start);
    if (steps.length > maximumNesting) return this.#close(node, this.#limit);
    let at = start + 1;
    for (;;) {
      const next = this.#space(at, { steps, map: node });
      const char = this.#text[next];
      if (char === undefined || char === ']' || char === ')') return this.#close(node, next);
      if (char === '}') return this.#close(node, next + 1);
      at = char === ',' ? next + 1 : this.#entry(node, next, steps);
    }
  }

  list(start: number, steps: readonly Step[]): Read<ListNode> {
    const node = emptyList(start);
    if (steps.length > maximumNesting) return this.#close(node, this.#limit);
    let at = start + 1;
    for (;;) {
      const slot = [...steps, { holder: node, at: node.items.length }];
      const next = this.#space(at, { steps: slot, isValue: true });
      const char = this.#text[next];
      if (char === undefined || char === '}' || char === ')') return this.#close(node, next);
      if (char === ']') return this.#close(node, next + 1);
      if (char === ',') at = next + 1;
      else {
        const item = this.#content(next, slot);
        node.items.push(item.node);
        at = Math.max(item.end, next + 1);
      }
    }
  }

  #close<T extends MapNode | ListNode>(node: T, end: number): Read<T> {
    node.end = Math.min(end, this.#limit);
    return { node, end: node.end };
  }

  #at(
    found: Partial<Cursor> & { steps: readonly Step[] },
    span: Span = { start: this.#offset, end: this.#offset },
  ): void {
    const style = this.#language === 'yaml' ? 'flow' : 'javascript';
    this.cursor = cursorOf({ style, kind: this.#kind, span, ...found });
  }

  /** Skips spaces and comments. If the cursor is in the spaces, and behind a comma or in a new line, `found` can be written there. */
  #space(from: number, found: Partial<Cursor> & { steps: readonly Step[] }): number {
    const { end, comments } = skipSpace(this.#text, from, this.#language);
    const offset = this.#offset;
    if (offset < from || offset > end || (offset === end && wordStart.test(this.#text[end] ?? ''))) return end;
    if (comments.some((one) => one.start < offset && offset <= one.end)) return end;
    const isSeparated = /[{[,:]/.test(this.#text[from - 1]!) || /[\r\n]/.test(this.#text.slice(from, offset));
    if (isSeparated) this.#at(found);
    return end;
  }

  #entry(map: MapNode, start: number, steps: readonly Step[]): number {
    const { keySpan, end } = this.#key(start);
    // A colon without a key, which was deleted, belongs to an empty key.
    if (end === start && this.#text[start] !== ':') {
      map.open = true;
      return Math.max(skipCode(this.#text, start), start + 1);
    }
    const key = this.#text.slice(keySpan.start, keySpan.end);
    const quote = keySpan.start > start ? this.#text[start]! : '';
    const isHere = touches(keySpan, this.#offset);
    const place = { steps, map, quote };
    const colon = skipSpace(this.#text, end, this.#language).end;
    const entry: Entry = { key, name: camelCase(key), keySpan, value: scalar(keySpan, null, true), dynamic: false };
    if (this.#text[colon] !== ':') {
      if (isHere) this.#at(place, keySpan);
      else map.entries.push(entry);
      if (this.#text[colon] !== '(') return end;
      return Math.max(skipCode(this.#text, colon), colon + 1);
    }
    if (isHere) this.#at({ ...place, entry }, keySpan);
    map.entries.push(entry);
    const value = this.#value(colon + 1, [...steps, { holder: map, entry }]);
    entry.value = value.node;
    return value.end;
  }

  #key(start: number): { keySpan: Span; end: number } {
    const char = this.#text[start]!;
    if (char === '"' || char === "'") {
      const end = skipText(this.#text, start);
      const closed = isUnclosed(this.#text, start, end) ? end : end - 1;
      return { keySpan: { start: start + 1, end: closed }, end };
    }
    const word = this.#language === 'yaml' ? /[^\s,:{}[\]#"']+/y : /[\w$]+/y;
    word.lastIndex = start;
    const end = start + (word.exec(this.#text)?.[0].length ?? 0);
    return { keySpan: { start, end }, end };
  }

  /** The value after a colon. */
  #value(from: number, steps: readonly Step[]): Read<ValueNode> {
    const isMissing = keyOnNewLine.test(this.#text.slice(from, from + 500));
    const before = this.#offset === from && this.#language === 'yaml' ? ' ' : '';
    const next = this.#space(from, { steps, isValue: true, before });
    if (isMissing) {
      // The next key is on a new line. `map` finds out whether the cursor is there.
      const end = lineEnd(this.#text, from);
      if (this.#offset > end) this.cursor = undefined;
      return { node: scalar({ start: from, end: from }, null), end };
    }
    if (/^[,}\])]?$/.test(this.#text[next] ?? '')) return { node: scalar({ start: from, end: from }, null), end: next };
    // A value follows the cursor.
    if (from <= this.#offset && this.#offset <= next) this.cursor = undefined;
    return this.#content(next, steps);
  }

  #content(start: number, steps: readonly Step[]): Read<ValueNode> {
    const first = this.#first(start, steps);
    if (this.#language === 'yaml') return first;
    // More of the expression: an operator, a call, a function.
    const { end } = skipSpace(this.#text, first.end, 'javascript');
    const isLine = /[\r\n]/.test(this.#text.slice(first.end, end)) && /["'\w$]/.test(this.#text[end] ?? '');
    if (isLine || /^[,}\])]?$/.test(this.#text[end] ?? '')) return first;
    if (first.end > start && /["'\w$`]/.test(this.#text[end]!) && !/[\w$]/.test(this.#text[first.end - 1]!))
      return first;
    const span = { start, end: Math.max(skipCode(this.#text, first.end), first.end) };
    if (this.cursor && touches(span, this.#offset) && !touches({ start, end: first.end }, this.#offset))
      this.cursor = undefined;
    return {
      node: { kind: 'code', ...span, isFunction: /=>|function/.test(this.#text.slice(start, span.end)), chains: [] },
      end: span.end,
    };
  }

  #first(start: number, steps: readonly Step[]): Read<ValueNode> {
    const char = this.#text[start]!;
    if (char === '{') return this.map(start, steps);
    if (char === '[') return this.list(start, steps);
    if (char === '"' || char === "'" || (char === '`' && this.#language === 'javascript'))
      return this.#quoted(start, steps);
    const word = this.#language === 'yaml' ? /[^,{}[\]\r\n#]+/y : /-?[\w$.]+/y;
    word.lastIndex = start;
    const text = (word.exec(this.#text)?.[0] ?? '').trimEnd();
    const span = { start, end: start + text.length };
    if (text !== '' && touches(span, this.#offset)) this.#at({ steps, isValue: true }, span);
    const value = plainValue(text);
    const isKnown = this.#language === 'yaml' || typeof value !== 'string';
    return { node: scalar(span, value, !isKnown), end: text === '' ? start : span.end };
  }

  /**
   * The end of the word at the cursor after an opened backtick, whose line has nothing more of a text: without this, the template
   * goes on to the next backtick of the source.
   */
  #openTemplate(start: number): number | undefined {
    if (this.#text[start] !== '`' || this.#offset <= start) return undefined;
    const line = this.#text.slice(start + 1, Math.min(lineEnd(this.#text, start), start + maximumWord));
    const [, word] = /^([\w.-]*)[ \t,;{}()[\]]*$/.exec(line) ?? [];
    const end = start + 1 + (word ?? '').length;
    return word !== undefined && this.#offset <= end ? end : undefined;
  }

  #quoted(start: number, steps: readonly Step[]): Read<ValueNode> {
    const typed = this.#openTemplate(start);
    const end = typed ?? skipText(this.#text, start);
    const isOpen = typed !== undefined || isUnclosed(this.#text, start, end);
    const inner = { start: start + 1, end: isOpen ? end : end - 1 };
    const text = this.#text.slice(inner.start, inner.end);
    if (touches(inner, this.#offset) && !/[\r\n]/.test(text)) {
      const quote = this.#text[start]!;
      this.#at({ steps, isValue: true, quote, after: isOpen ? quote : '' }, inner);
    }
    return { node: scalar(inner, text, /\$\{/.test(text)), end };
  }
}
