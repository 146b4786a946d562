/** Looks for what broke a JavaScript source before the place where the parser gave up: an open template, a lost bracket. */

import { tokenizer } from 'acorn';
import { LineIndex, type Span } from './range.ts';

export interface JavaScriptSyntaxError {
  span: Span;
  message: string;
}

interface Opener {
  char: string;
  start: number;
  line: number;
  /** Indentation of the line it stands on. */
  indent: number;
}

const pairs: Record<string, string> = { '{': '}', '[': ']', '(': ')', '${': '}' };
const closers = new Set(Object.values(pairs));

/** SQL in a template holds no lines of an object literal; a template that does was meant to end before them. */
const swallowed = /\n[^\n]*[\w$]+:\s*$|\n\s*[\w$]+:\s[^\n]*$|\n\s*[}\]][,;)]?\s*(\n|$)/;

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/);
  return end < 0 ? text.length : from + end;
}

function indentAt(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))![0].length;
}

class UnclosedScanner {
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #open: Opener[] = [];
  #lastLine = -1;
  #templateStart = 0;
  readonly #limit: number;

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
    this.#lines = new LineIndex(text);
  }

  find(): JavaScriptSyntaxError | undefined {
    const tokens = tokenizer(this.#text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
    try {
      for (const token of tokens) {
        if (token.start > this.#limit) return undefined;
        const found = this.#read(token.type.label, token.start, token.end);
        if (found) return found;
      }
    } catch {
      // The parser says this better.
    }
    return undefined;
  }

  #stop(): never {
    throw new Error('the parser knows better');
  }

  #read(label: string, start: number, end: number): JavaScriptSyntaxError | undefined {
    const { line } = this.#lines.positionAt(start);
    const first = line > this.#lastLine;
    const previousLine = this.#lastLine;
    this.#lastLine = this.#lines.positionAt(end).line;
    if (label === '`') this.#templateStart = start;
    if (label === 'template') {
      if (!swallowed.test(this.#text.slice(start, end))) return undefined;
      return {
        span: { start: this.#templateStart, end: lineEnd(this.#text, this.#templateStart) },
        message: 'a backtick is missing',
      };
    }
    const top = this.#open.at(-1);
    const indent = indentAt(this.#text, start);
    if (first && top && top.line < line && top.char !== '${') {
      const closes = closers.has(label);
      if (indent < top.indent || (indent === top.indent && !closes)) {
        if (top.line === previousLine) return neverClosed(top);
        return {
          span: { start, end },
          message: `\`${pairs[top.char]}\` is missing before this: the \`${top.char}\` of line ${top.line + 1} is still open`,
        };
      }
    }
    if (pairs[label]) this.#open.push({ char: label, start, line, indent });
    else if (closers.has(label)) {
      if (top && pairs[top.char] !== label) {
        // In the middle of a line it is rather the opening one that is lost.
        if (top.line < line && !first) this.#stop();
        if (first && top.line < previousLine) {
          const message = `\`${pairs[top.char]}\` is missing before this: the \`${top.char}\` of line ${top.line + 1} is still open`;
          return { span: { start, end }, message };
        }
        return neverClosed(top);
      }
      this.#open.pop();
    }
    return undefined;
  }
}

function neverClosed(opener: Opener): JavaScriptSyntaxError {
  const span = { start: opener.start, end: opener.start + opener.char.length };
  return { span, message: `this \`${opener.char}\` is never closed` };
}

/** For a text the parser gave up at `limit`; undefined when the parser's own place is the best guess. */
export function findSyntaxError(text: string, limit: number): JavaScriptSyntaxError | undefined {
  return new UnclosedScanner(text, limit).find();
}
