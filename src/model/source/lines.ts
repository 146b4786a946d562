/** Finds the start, end and content of the line at an offset. */

import type { Span } from './range.ts';

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const length = text.slice(offset).search(/[\r\n]/);
  return length < 0 ? text.length : offset + length;
}

/** 0-based column of an offset in its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The line at `offset` without indentation and trailing spaces. */
export function contentOfLine(text: string, offset: number): Span {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, start));
  const indent = line.length - line.trimStart().length;
  return { start: start + indent, end: start + Math.max(indent, line.trimEnd().length) };
}
