/** Splits YAML text into lines, and a line into dashes, key and value, without a parser. */

import type { Span } from './range.ts';

export interface YamlLine {
  start: number;
  /** Without the line break. */
  text: string;
  indent: number;
}

/** The parts of `- - key: value`. Columns count from the start of the line. */
export interface LineParts {
  dashes: number[];
  /** The start of the key, or of a value without a key. */
  column: number;
  key: string | undefined;
  value: string;
  valueColumn: number;
}

export function linesOf(text: string): YamlLine[] {
  const lines: YamlLine[] = [];
  const pattern = /[^\r\n]*(\r\n|\n|\r|$)/g;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const line = match[0].slice(0, match[0].length - match[1]!.length);
    lines.push({ start: match.index, text: line, indent: line.length - line.trimStart().length });
    if (match[1] === '') break;
  }
  return lines;
}

export function isDashLine(line: YamlLine): boolean {
  return /^\s*-(\s|$)/.test(line.text);
}

export function isBlankOrComment(line: YamlLine): boolean {
  const trimmed = line.text.trim();
  return trimmed === '' || trimmed.startsWith('#');
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'{[#&*!|>%@`][^:#]*?(?::(?! |$)[^:#]*?)*|<<)\s*:(\s+|$)/;

const maximumKey = 1000;

/** A line without the comment at its end. */
export function withoutComment(line: string): string {
  const at = line.search(/\s#/);
  return (at < 0 ? line : line.slice(0, at)).trimEnd();
}

export function partsOf(line: YamlLine): LineParts {
  const dashes: number[] = [];
  let column = line.indent;
  for (;;) {
    const dash = /^-(\s+|$)/.exec(line.text.slice(column));
    if (!dash) break;
    dashes.push(column);
    column += dash[0].length;
    if (dash[0] === '-') break;
  }
  const rest = line.text.slice(column);
  // The pattern needs the square of a key's length.
  const pair = keyPattern.exec(rest.length > maximumKey ? `${rest.slice(0, maximumKey)}#` : rest);
  if (!pair) return { dashes, column, key: undefined, value: rest.trimEnd(), valueColumn: column };
  const valueColumn = column + pair[0].length;
  return { dashes, column, key: pair[1]!, value: line.text.slice(valueColumn).trimEnd(), valueColumn };
}

/** The content of a line from a column on, without a comment at its end. */
export function contentSpan(line: YamlLine, from = line.indent): Span {
  return {
    start: line.start + from,
    end: line.start + Math.max(from + 1, withoutComment(line.text).length),
  };
}

/** Offset of the quote that closes the one at `from`, or -1. */
export function closingQuote(text: string, from: number): number {
  const quote = text[from]!;
  for (let i = from + 1; i < text.length; i += 1) {
    if (quote === '"' && text[i] === '\\') i += 1;
    else if (text[i] === quote) {
      if (quote === "'" && text[i + 1] === "'") i += 1;
      else return i;
    }
  }
  return -1;
}

/** Offset after the bracket that closes the one at `from`, or -1. Ignores brackets in quotes. */
export function afterBracket(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    const char = text[i]!;
    if ((char === '"' || char === "'") && /[\s,[{:]/.test(text[i - 1] ?? ' ')) {
      const close = closingQuote(text, i);
      if (close < 0) return -1;
      i = close;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}
