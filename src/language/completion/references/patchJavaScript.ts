/** Completes the line at the cursor of a JavaScript text: braces and quotes that are not typed yet. */

import { lineEnd, lineStart } from '../../../model/source/lines.ts';
import type { Span } from '../../../model/source/range.ts';
import { type Patch, placeholder } from './patch.ts';

/** Patched texts, the most likely one first. */
export function javaScriptPatches(text: string, word: Span): Patch[] {
  const before = text.slice(0, word.start);
  const after = text.slice(word.end);
  const inBraces = /\$\{[^{}`]*$/.test(before.slice(-1000));
  const line = text.slice(lineStart(text, word.start), lineEnd(text, word.start));
  const open = ['`', "'", '"'].filter((quote) => isOdd(line, quote));
  // With a backtick that is never closed, the text goes on over all that follows, and a brace of the line is that of a map.
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
