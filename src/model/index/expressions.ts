/**
 * Scans the Python expressions in YAML texts for names and for syntax that the compiler cannot translate. Reads the source
 * itself instead of parsed values, so that all offsets refer to the source.
 */

import type { Span } from '../source/range.ts';
import type { Chain, ChainPart } from '../source/tree.ts';

export interface ExpressionError extends Span {
  /** `unsupported`: not translated; `unclosed`, `dangling`: bracket not closed; `adjacent`: `}{`; `empty`: `{}`; `dash`: not written before the first item. */
  kind: 'unsupported' | 'dash' | 'unclosed' | 'dangling' | 'adjacent' | 'empty';
  text: string;
}

export interface ScannedText {
  chains: Chain[];
  errors: ExpressionError[];
  /** Each `{expression}` of a template, with its braces. */
  inserted: Span[];
}

/** Characters in brackets around one chain. */
const maximumGroup = 10_000;

/** Formatted strings inside each other. */
const maximumLevel = 20;

/** The parts of a chain that are read: the others cannot be resolved, because no path is so long. */
const maximumParts = 100;

const operators = new Set(['not', 'and', 'or', 'await']);
const keywords = new Set(
  (
    'True False None if else elif in is for while def class import from return pass del with as try except finally raise ' +
    'yield global nonlocal assert break continue async'
  ).split(' '),
);
/** The characters that may be written before the first quote of a string. */
const stringPrefix = /^(?:[fF][rR]?|[rR][bBfF]?|[bB][rR]?|[uU])$/;
const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;
const blanks = /\s*/y;

/** Whether an expression cannot contain the word as a name. */
export function isExpressionKeyword(word: string): boolean {
  return operators.has(word) || keywords.has(word) || word === 'lambda';
}

class Scanner {
  readonly chains: Chain[] = [];
  readonly errors: ExpressionError[] = [];
  readonly inserted: Span[] = [];
  readonly #text: string;
  /** Formatted strings around the current one. */
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Scans a text with `{expression}` in it. */
  template(start: number, end: number, locals: ReadonlySet<string>): void {
    if (this.#level > maximumLevel) return;
    this.#level += 1;
    this.#template(start, end, locals);
    this.#level -= 1;
  }

  #template(start: number, end: number, locals: ReadonlySet<string>): void {
    const text = this.#text;
    let i = start;
    while (i < end) {
      const char = text[i];
      if (char === '\\' && (text[i + 1] === '{' || text[i + 1] === '}')) {
        i += 2;
      } else if (char === '{') {
        const close = this.#closing(i, end);
        if (close < 0) {
          const lineEnd = text.slice(i, end).search(/[\r\n]/);
          const until = lineEnd < 0 ? end : i + lineEnd;
          this.errors.push({ kind: 'unclosed', start: i, end: until, text: text.slice(i, until) });
          return;
        }
        if (this.#level === 1) this.inserted.push({ start: i, end: close + 1 });
        const empty = text.slice(i + 1, close).trim() === '';
        if (empty && close - i + 1 < end - start)
          this.errors.push({ kind: 'empty', start: i, end: close + 1, text: '{}' });
        else this.expression(i + 1, close, locals);
        i = close + 1;
        if (!empty && text[i] === '{' && i < end)
          this.errors.push({ kind: 'adjacent', start: close, end: i + 1, text: '}{' });
      } else {
        i += 1;
      }
    }
  }

  /** Scans one expression. Adds one error at most, for the first part that the compiler cannot translate. */
  expression(start: number, end: number, locals: ReadonlySet<string>): void {
    const text = this.#text;
    const known = new Set(locals);
    const brackets: { char: string; at: number }[] = [];
    let hasError = false;
    const addError = (from: number, to: number) => {
      if (!hasError) this.errors.push({ kind: 'unsupported', start: from, end: to, text: text.slice(from, to) });
      hasError = true;
    };
    let afterValue = false;
    // Index of the chain in brackets that were just closed: in `{CUBE}.id`, `.id` extends the chain `CUBE`.
    let group: number | undefined;
    let i = start;
    while (i < end) {
      blanks.lastIndex = i;
      i += blanks.exec(text)![0].length;
      if (i >= end) break;
      const char = text[i]!;
      identifier.lastIndex = i;
      const word = identifier.exec(text)?.[0];
      if (word) {
        const quote = text[i + word.length];
        if (stringPrefix.test(word) && (quote === '"' || quote === "'")) {
          i = this.#string(i + word.length, end, known);
          afterValue = true;
        } else if (word === 'lambda') {
          const colon = text.indexOf(':', i);
          const bodyAt = colon < 0 || colon > end ? end : colon + 1;
          for (const name of text.slice(i + 6, bodyAt).match(/[A-Za-z_]\w*/g) ?? []) known.add(name);
          i = bodyAt;
          afterValue = false;
        } else if (keywords.has(word)) {
          addError(i, i + word.length);
          i += word.length;
        } else if (operators.has(word)) {
          i += word.length;
          afterValue = false;
        } else {
          i = this.#chain(i, end, known, addError);
          afterValue = true;
        }
      } else if (char === '"' || char === "'") {
        i = this.#string(i, end, known);
        afterValue = true;
      } else if (/[0-9]/.test(char)) {
        i += /^[0-9][0-9._]*/.exec(text.slice(i, end))![0].length;
        afterValue = true;
      } else if ('([{'.includes(char)) {
        if (char === '[' && afterValue) addError(i, i + 1);
        brackets.push({ char: char === '(' && afterValue ? 'call' : char, at: i });
        i += 1;
        afterValue = false;
      } else if (')]}'.includes(char)) {
        group = this.#onlyChain(brackets.pop()?.at, i);
        i += 1;
        afterValue = true;
        continue;
      } else if (char === ',' && brackets.at(-1)?.char === 'call') {
        i += 1;
        afterValue = false;
      } else if (char === '.' && afterValue) {
        i = group !== undefined ? this.#extend(group, i + 1, end, addError) : this.#trailer(i + 1, end, addError);
        continue;
      } else if ('+-~'.includes(char) && !afterValue) {
        i += 1;
      } else if (char === '#') {
        // The rest is a comment.
        return;
      } else {
        const operator = /^(?:[-+*/%@&|^=<>:;,]|!=)+/.exec(text.slice(i, end))?.[0];
        if (operator) addError(i, i + operator.length);
        // The compiler ignores other characters, such as `?` and `$`.
        i += operator?.length ?? 1;
        if (operator) afterValue = false;
      }
      group = undefined;
    }
    const open = brackets[0];
    if (open && !hasError) {
      // The compiler closes the bracket itself if something follows it.
      const kind = text.slice(open.at + 1, end).trim() === '' ? 'unclosed' : 'dangling';
      this.errors.push({ kind, start: open.at, end: open.at + 1, text: text[open.at]! });
    }
  }

  /** Index of the chain if it is the only content of the brackets. */
  #onlyChain(open: number | undefined, close: number): number | undefined {
    const chain = this.chains.at(-1);
    if (open === undefined || !chain || chain.start <= open || close - open > maximumGroup) return undefined;
    const around = this.#text.slice(open + 1, chain.start) + this.#text.slice(chain.end, close);
    return around.trim() === '' ? this.chains.length - 1 : undefined;
  }

  #extend(at: number, start: number, end: number, addError: (from: number, to: number) => void): number {
    const stop = this.#trailer(start, end, addError);
    const chain = this.chains[at]!;
    const name = this.#text.slice(start, stop);
    if (name !== '') {
      const parts = [...chain.parts, { name, start, end: stop }];
      this.chains[at] = { start: chain.start, end: stop, parts, called: this.#text[stop] === '(' };
    }
    return stop;
  }

  /** A name after a call or a bracket. It cannot be resolved. */
  #trailer(start: number, end: number, addError: (from: number, to: number) => void): number {
    identifier.lastIndex = start;
    const word = identifier.exec(this.#text)?.[0];
    if (word && keywords.has(word)) addError(start, start + word.length);
    return Math.min(end, start + (word?.length ?? 0));
  }

  #chain(start: number, end: number, known: ReadonlySet<string>, addError: (from: number, to: number) => void): number {
    const text = this.#text;
    const parts: ChainPart[] = [];
    let i = start;
    for (;;) {
      identifier.lastIndex = i;
      const word = identifier.exec(text)?.[0];
      if (!word || i + word.length > end) {
        if (parts.length > 0 && i >= end) addError(i - 1, i);
        break;
      }
      if (parts.length > 0 && keywords.has(word)) addError(i, i + word.length);
      if (parts.length < maximumParts) parts.push({ name: word, start: i, end: i + word.length });
      i += word.length;
      const dots = /^\??\.+/.exec(text.slice(i, Math.min(end, i + 4)))?.[0];
      if (!dots) break;
      i += dots.length;
    }
    const last = parts.at(-1)!;
    if (!known.has(parts[0]!.name)) {
      this.chains.push({ start, end: last.end, parts, called: text[last.end] === '(' });
    }
    return Math.max(last.end, Math.min(i, end));
  }

  #string(quoteAt: number, end: number, known: ReadonlySet<string>): number {
    const text = this.#text;
    const found = this.#endOfString(quoteAt, end);
    if (found < 0) this.errors.push({ kind: 'unclosed', start: quoteAt, end, text: text.slice(quoteAt, end) });
    const close = found < 0 ? end : found;
    if (this.#isFormatted(quoteAt)) this.template(quoteAt + 1, text[close - 1] === '\\' ? close - 1 : close, known);
    return Math.min(close + 1, end);
  }

  /** The second quote of a string, or -1. In a formatted one, a quote inside braces is part of the expression there. */
  #endOfString(quoteAt: number, end: number): number {
    const text = this.#text;
    const isFormatted = this.#isFormatted(quoteAt);
    // A quote that is escaped for YAML opens and closes a string, too.
    let depth = 0;
    for (let i = quoteAt + 1; i < end; i += 1) {
      if (text[i] === text[quoteAt] && depth <= 0) return i;
      if (isFormatted && text[i] === '{') depth += 1;
      if (isFormatted && text[i] === '}') depth -= 1;
    }
    return -1;
  }

  #isFormatted(quoteAt: number): boolean {
    return /(?<!\w)(?:[fF][rR]?|[rR][fF])$/.test(this.#text.slice(Math.max(0, quoteAt - 3), quoteAt));
  }

  /** The brace that closes the one at `open`, or -1. Those in strings of the expression do not count. */
  #closing(open: number, end: number): number {
    const text = this.#text;
    let depth = 0;
    let hasOpenString = false;
    for (let i = open; i < end; i += 1) {
      const char = text[i]!;
      if (!hasOpenString && depth === 1 && (char === '"' || char === "'")) {
        const close = this.#endOfString(i, end);
        // A quote without another one is only text.
        if (close < 0) hasOpenString = true;
        else i = close;
      } else if (char === '{') depth += 1;
      else if (char === '}') {
        depth -= 1;
        if (depth === 0) return i;
      }
    }
    return -1;
  }
}

const none: ReadonlySet<string> = new Set();

/** Scans a text with names in `{}`, such as `{CUBE}.status = 'new'`. */
export function scanTemplate(text: string, span: Span): ScannedText {
  const scanner = new Scanner(text);
  scanner.template(span.start, span.end, none);
  return scanner;
}

/** Scans an expression, such as `users.city` or `{CUBE}.status`. */
export function scanExpression(text: string, span: Span): ScannedText {
  const scanner = new Scanner(text);
  scanner.expression(span.start, span.end, none);
  return scanner;
}

/** A dash at the start of a line is an item of a list whose first item has no dash: the error is on the first line. */
export function atMissingDash(text: string, error: ExpressionError, value: Span): ExpressionError {
  if (error.text !== '-' || !/[\r\n][ \t]*$/.test(text.slice(value.start, error.start))) return error;
  const first = /^.*/.exec(text.slice(value.start, value.end))![0].trimEnd();
  return { ...error, kind: 'dash', start: value.start, end: value.start + first.length };
}
