/** Completes the line at the cursor of a JavaScript text: braces and quotes that are not typed yet. */

import { lineEnd, lineStart } from '../../../model/source/lines.ts';
import type { Span } from '../../../model/source/range.ts';
import { type Patch, placeholder } from './patch.ts';

/** Patched texts, the most likely one first. */
export function javaScriptPatches(text: string, word: Span): Patch[] {
  const before = text.slice(0, word.start);
  const after = text.slice(word.end);
  const inBraces = /\$\{[^{}`]*$/.test(before.slice(-1000));
  const close = inBraces && !/^[^{}`\r\n]*\}/.test(after) ? '}' : '';
  const line = text.slice(lineStart(text, word.start), lineEnd(text, word.start));
  const open = ['`', "'", '"'].filter((quote) => line.split(quote).length % 2 === 0);
  return ['', ...open].map((quote) => ({
    text: `${before}${placeholder}${close}${quote}${after}`,
    at: word.start,
    word,
    close,
  }));
}
