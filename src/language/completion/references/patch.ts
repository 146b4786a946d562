/** A text with a placeholder at the cursor, so that the unfinished line around it can be parsed. */

import { lineEnd, lineStart } from '../../../model/source/lines.ts';
import type { Span } from '../../../model/source/range.ts';

/** A name that no model uses. */
export const placeholder = 'x__here__x';

export interface Patch {
  text: string;
  /** Where the placeholder starts in `text`. */
  at: number;
  /** The source text that a completion replaces. */
  word: Span;
  /** The characters that are missing after the word. */
  close: '' | '}';
  /** YAML: a value without quotes that needs them, because it starts with a brace. */
  unquoted?: Span;
  /** YAML: the dash of a list item is missing before the word. */
  needsDash?: boolean;
}

/** The name around an offset. */
export function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /\w/.test(text[start - 1]!)) start -= 1;
  let end = offset;
  while (end < text.length && /\w/.test(text[end]!)) end += 1;
  return { start, end };
}

/** The line of a JavaScript text with the braces and quotes that are not typed yet; the most likely text first. */
export function javaScriptPatches(text: string, word: Span): Patch[] {
  const before = text.slice(0, word.start);
  const after = text.slice(word.end);
  const inBraces = /\$\{[^{}`]*$/.test(before.slice(-1000));
  const line = text.slice(lineStart(text, word.start), lineEnd(text, word.start));
  const open = ['`', "'", '"'].filter((quote) => isOdd(line, quote));
  // With a backtick that is never closed, the text goes on over all that follows, and a brace of the line belongs to a map.
  const isUnclosed = open[0] === '`' && isOdd(text, '`');
  const close = inBraces && !(isUnclosed ? /^\}/ : /^[^{}`\r\n]*\}/).test(after) ? '}' : '';
  const brace = isUnclosed && inBraces && close === '' ? '}' : '';
  return (isUnclosed ? [...open, ''] : ['', ...open]).map((quote) => ({
    text: `${before}${placeholder}${close}${brace}${quote}${after.slice(brace.length)}`,
    at: word.start,
    word,
    close,
  }));
}

function isOdd(text: string, quote: string): boolean {
  return text.replaceAll(`\\${quote}`, '').split(quote).length % 2 === 0;
}
