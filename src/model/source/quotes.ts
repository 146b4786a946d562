/** The quotes of texts in YAML and JavaScript. */

import type { Span } from './range.ts';

/** A scalar with its quotes. */
export function withQuotes(text: string, { start, end }: Span): Span {
  const quote = text[start - 1];
  const isQuoted = (quote === '"' || quote === "'" || quote === '`') && text[end] === quote && end > start;
  return isQuoted ? { start: start - 1, end: end + 1 } : { start, end };
}

/** A text as a JavaScript string in quotes of that kind. */
export function javaScriptText(text: string, quote = '`'): string {
  const escaped = text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + (quote === '`' ? escaped.replace(/\$\{/g, '\\${') : escaped.replace(/\n/g, '\\n')) + quote;
}
