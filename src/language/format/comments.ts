/** The comments of a YAML text, in its order, for a printer that takes them one after the other. */

import { Lexer } from 'yaml';

export interface Comment {
  text: string;
  /** A blank line is above it. */
  isApart: boolean;
}

interface Found extends Comment {
  start: number;
  end: number;
  column: number;
  /** Nothing but white space is before it on its line. */
  isAlone: boolean;
}

/** What the lexer writes before a scalar, and at the start of a document and an error in brackets. */
const marks = new Set(['\u0002', '\u0018', '\u001f']);

export class Comments {
  readonly #text: string;
  readonly #all: readonly Found[];
  readonly #taken = new Set<Found>();
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#all = commentsIn(text);
  }

  /** Those on lines of their own before an offset, as far as they are not left of a column. */
  takeBefore(offset: number, column = 0): Comment[] {
    const found: Comment[] = [];
    for (; this.#next < this.#all.length; this.#next += 1) {
      const one = this.#all[this.#next]!;
      if (this.#taken.has(one)) continue;
      if (one.start >= offset || one.column < column) break;
      found.push(one);
    }
    return found;
  }

  /** The comment on the line of an offset, if it starts before `limit`; '' if there is none. */
  endOfLine(offset: number, limit = this.#text.length): string {
    const one = this.#all[this.#firstFrom(offset)];
    if (!one || one.start >= limit || one.isAlone || this.#taken.has(one)) return '';
    if (this.#text.slice(offset, one.start).includes('\n')) return '';
    this.#taken.add(one);
    return one.text;
  }

  /** Those between two offsets, which are not taken one by one. */
  takeWithin(start: number, end: number): boolean {
    let at = this.#firstFrom(start);
    const first = at;
    for (; at < this.#all.length && this.#all[at]!.end <= end; at += 1) this.#taken.add(this.#all[at]!);
    return at > first;
  }

  /** The offset of the first sign at or behind an offset that is neither white space nor in a comment. */
  codeFrom(offset: number): number {
    const code = /\S/g;
    for (let at = offset; ; ) {
      code.lastIndex = at;
      const start = code.exec(this.#text)?.index ?? this.#text.length;
      const comment = this.#all[this.#firstFrom(start)];
      if (comment?.start !== start) return start;
      at = comment.end;
    }
  }

  /** The text without comments. */
  codeIn(from: number, to: number): string {
    let text = '';
    let at = from;
    for (let i = this.#firstFrom(from); i < this.#all.length && this.#all[i]!.start < to; i += 1) {
      text += this.#text.slice(at, this.#all[i]!.start);
      at = this.#all[i]!.end;
    }
    return text + this.#text.slice(at, Math.max(at, to));
  }

  #firstFrom(offset: number): number {
    let low = 0;
    let high = this.#all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#all[middle]!.start >= offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The texts of all comments, in order. */
export function commentTexts(text: string): string[] {
  return commentsIn(text).map((one) => one.text);
}

function commentsIn(text: string): Found[] {
  const found: Found[] = [];
  let offset = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (marks.has(token)) {
      isScalar = token === '\u001f';
      continue;
    }
    if (token.startsWith('#') && !isScalar) {
      const line = text.lastIndexOf('\n', offset - 1) + 1;
      const isAlone = text.slice(line, offset).trim() === '';
      const column = offset - line;
      const end = offset + token.length;
      found.push({ text: token.trimEnd(), start: offset, end, column, isAlone, isApart: isBelowBlank(text, offset) });
    }
    isScalar = false;
    offset += token.length;
  }
  return found;
}

/** Whether the line above that of an offset is blank. */
export function isBelowBlank(text: string, offset: number): boolean {
  const line = text.lastIndexOf('\n', offset - 1);
  return line >= 0 && text.slice(text.lastIndexOf('\n', line - 1) + 1, line).trim() === '';
}
