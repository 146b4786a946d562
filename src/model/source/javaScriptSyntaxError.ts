/** Finds the cause of a JavaScript syntax error before the position where the parser stopped: an open template or bracket. */

import { tokenizer } from 'acorn';
import { columnOf, lineEnd } from './lines.ts';
import { LineIndex, type Span } from './range.ts';

interface JavaScriptSyntaxError {
  span: Span;
  message: string;
}

interface OpenBracket {
  char: string;
  start: number;
  line: number;
  /** Indentation of its line. */
  indent: number;
}

const pairs: Record<string, string> = { '{': '}', '[': ']', '(': ')', '${': '}' };
const closingBrackets = new Set(Object.values(pairs));

/** Lines of an object literal. SQL in a template does not contain them, so a template with such a line is not closed. */
const objectLine = /\n[^\n]*[\w$]+:\s*$|\n\s*[\w$]+:\s[^\n]*$|\n\s*[}\]][,;)]?\s*(\n|$)/;

function indentAt(text: string, offset: number): number {
  const start = offset - columnOf(text, offset);
  return /^[ \t]*/.exec(text.slice(start))![0].length;
}

class UnclosedScanner {
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #open: OpenBracket[] = [];
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
        if (found === 'unclear') return undefined;
        if (found) return found;
      }
    } catch {
      // A text that cannot be split into tokens. The message of the parser is better then.
    }
    return undefined;
  }

  #read(label: string, start: number, end: number): JavaScriptSyntaxError | 'unclear' | undefined {
    const { line } = this.#lines.positionAt(start);
    const isFirstOfLine = line > this.#lastLine;
    const previousLine = this.#lastLine;
    this.#lastLine = this.#lines.positionAt(end).line;
    if (label === '`') this.#templateStart = start;
    if (label === 'template') {
      if (!objectLine.test(this.#text.slice(start, end))) return undefined;
      return {
        span: { start: this.#templateStart, end: lineEnd(this.#text, this.#templateStart) },
        message: 'a backtick is missing',
      };
    }
    const top = this.#open.at(-1);
    const indent = indentAt(this.#text, start);
    if (isFirstOfLine && top && top.line < line && top.char !== '${') {
      const closes = closingBrackets.has(label);
      if (indent < top.indent || (indent === top.indent && !closes)) {
        return top.line === previousLine ? neverClosed(top) : missingBefore({ start, end }, top);
      }
    }
    if (pairs[label]) this.#open.push({ char: label, start, line, indent });
    else if (closingBrackets.has(label)) {
      if (top && pairs[top.char] !== label) {
        // In the middle of a line it is more likely that the opening bracket is missing.
        if (top.line < line && !isFirstOfLine) return 'unclear';
        return isFirstOfLine && top.line < previousLine ? missingBefore({ start, end }, top) : neverClosed(top);
      }
      this.#open.pop();
    }
    return undefined;
  }
}

function missingBefore(span: Span, { char, line }: OpenBracket): JavaScriptSyntaxError {
  const message = `\`${pairs[char]}\` is missing before this: the \`${char}\` of line ${line + 1} is still open`;
  return { span, message };
}

function neverClosed({ start, char }: OpenBracket): JavaScriptSyntaxError {
  return { span: { start, end: start + char.length }, message: `this \`${char}\` is never closed` };
}

/** `limit` is where the parser stopped. Undefined if that position is the best guess. */
export function findSyntaxError(text: string, limit: number): JavaScriptSyntaxError | undefined {
  return new UnclosedScanner(text, limit).find();
}
