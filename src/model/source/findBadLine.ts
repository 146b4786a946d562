/**
 * Reads broken YAML line by line and finds the line to correct. A parser detects a wrong indent or an open quote only far
 * below. Reading by lines works because model files use a simple YAML style.
 */

import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import type { Span } from './range.ts';
import { IndentChecker } from './yamlIndent.ts';
import {
  afterBracket,
  closingQuote,
  isBlankOrComment,
  type LineParts,
  linesOf,
  partsOf,
  withoutComment,
  type YamlLine,
} from './yamlLine.ts';
import { checkValue } from './yamlValue.ts';

class LineReader {
  readonly #text: string;
  readonly #lines: YamlLine[];
  readonly #indents: IndentChecker;
  /** Quoted texts that continue on further lines. */
  readonly multilineQuotes: Span[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
    this.#indents = new IndentChecker(this.#lines);
  }

  /** Reads up to the first problem. */
  read(): TextProblem | undefined {
    for (let i = 0; i < this.#lines.length; i += 1) {
      const line = this.#lines[i]!;
      if (isBlankOrComment(line) || /^(---|\.\.\.|%)/.test(line.text)) continue;
      const parts = partsOf(line);
      const problem = this.#tab(line) ?? this.#indents.check(i, line, parts) ?? checkValue(this.#text, line, parts);
      if (problem) return problem;
      i = this.#skipValue(line, parts, i);
    }
    return undefined;
  }

  #tab(line: YamlLine): TextProblem | undefined {
    if (!/^ *\t/.test(line.text)) return undefined;
    const start = line.start + line.text.indexOf('\t');
    let end = start;
    while (this.#text[end] === '\t') end += 1;
    return { span: { start, end }, ...problemCatalog.yamlTab() };
  }

  /** Sets what may follow the line and skips the further lines of its value. Returns the index of the last line read. */
  #skipValue(line: YamlLine, parts: LineParts, at: number): number {
    const value = parts.value.startsWith('#') ? '' : withoutComment(parts.value).trim();
    const keyColumn = parts.key === undefined ? (parts.dashes.at(-1) ?? line.indent) : parts.column;
    if (/^(?:[&!]\S*\s+)*[|>][-+0-9]*$/.test(value)) {
      this.#indents.previous = { indent: keyColumn, takes: 'nothing' };
      return this.#skipBlockScalar(line, parts, keyColumn, at);
    }
    const first = value[0] ?? '';
    const isQuote = first === '"' || first === "'";
    const start = line.start + parts.valueColumn;
    const end = isQuote
      ? closingQuote(this.#text, start) + 1
      : first === '{' || first === '['
        ? afterBracket(this.#text, start)
        : -1;
    const isEmpty = value === '' || /^[&!]\S*$/.test(value);
    const isClosed = end > 0;
    const takes = isEmpty ? 'nested' : isClosed || first === '*' ? 'nothing' : 'text';
    const isPlainText = parts.key === undefined && parts.dashes.length === 0;
    this.#indents.previous = { indent: isPlainText ? this.#indents.previous.indent : keyColumn, takes };
    if (!isClosed) return at;
    if (isQuote && end > line.start + line.text.length) this.multilineQuotes.push({ start, end });
    let last = at;
    while (last + 1 < this.#lines.length && this.#lines[last + 1]!.start < end) last += 1;
    return last;
  }

  /** Skips the lines of a text after `|` or `>`. */
  #skipBlockScalar(line: YamlLine, parts: LineParts, keyColumn: number, at: number): number {
    const owner = parts.key === undefined ? keyColumn : parts.dashes.length > 0 ? parts.column : line.indent;
    let last = at;
    while (last + 1 < this.#lines.length) {
      const next = this.#lines[last + 1]!;
      if (next.text.trim() !== '' && next.indent <= owner) break;
      last += 1;
    }
    return last;
  }
}

/**
 * Puts each quoted text of several lines on one line; all offsets stay the same. js-yaml, which the compiler uses, accepts any
 * indentation in such a text, the parser used here does not.
 */
export function joinQuotedLines(text: string): string {
  const reader = new LineReader(text);
  reader.read();
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of reader.multilineQuotes) {
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/[\r\n]/g, ' '));
    done = end;
  }
  return [...pieces, text.slice(done)].join('');
}

/** The first line that cannot be right; undefined if every line is correct on its own. */
export function findBadLine(text: string): TextProblem | undefined {
  return new LineReader(text).read();
}
