/** Skips spaces, comments, texts and brackets without a parser. Every function returns an offset at or after `from`. */

import { maximumNesting } from '../../model/source/limits.ts';
import { lineEnd } from '../../model/source/lines.ts';
import type { Span } from '../../model/source/range.ts';
import type { Language } from '../../model/source/tree.ts';

/** `comments` end before the line break; an open block comment ends with the text. */
export function skipSpace(text: string, from: number, language: Language): { end: number; comments: Span[] } {
  const comments: Span[] = [];
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const end = commentEnd(text, at, language);
    if (end === undefined) return { end: at, comments };
    comments.push({ start: at, end });
    at = end;
  }
}

function commentEnd(text: string, at: number, language: Language): number | undefined {
  if (language === 'yaml') return text[at] === '#' ? lineEnd(text, at) : undefined;
  if (text.startsWith('//', at)) return lineEnd(text, at);
  if (!text.startsWith('/*', at)) return undefined;
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? text.length : close + 2;
}

/** The end of the text that starts with a quote at `from`; without a closing quote that of its line, of a template that of all. */
export function skipText(text: string, from: number, level = 0): number {
  const quote = text[from]!;
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === quote) return at + 1;
    if (char === '\\') at += 1;
    else if (quote !== '`' && (char === '\n' || char === '\r')) return at;
    else if (quote === '`' && text.startsWith('${', at)) at = skipBrackets(text, at + 1, level + 1) - 1;
  }
  return text.length;
}

/** Whether the closing quote is missing. */
export function isUnclosed(text: string, from: number, end: number): boolean {
  return end - from < 2 || text[end - 1] !== text[from];
}

/** After the bracket that closes the one at `from`. */
function skipBrackets(text: string, from: number, level = 0): number {
  if (level > maximumNesting) return text.length;
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (/[{([]/.test(char)) depth += 1;
    else if (/[})\]]/.test(char)) depth -= 1;
    at = skipToken(text, at, level);
    if (depth <= 0) return at;
  }
  return text.length;
}

/** A comment, a text, a regular expression or one character of JavaScript. */
export function skipToken(text: string, at: number, level = 0): number {
  const char = text[at]!;
  if (char === '"' || char === "'" || char === '`') return Math.max(skipText(text, at, level), at + 1);
  if (char !== '/') return at + 1;
  const comment = commentEnd(text, at, 'javascript');
  if (comment !== undefined) return comment;
  const isOperand = /[\w$)\]]\s*$/.test(text.slice(Math.max(0, at - 20), at));
  const pattern = isOperand
    ? undefined
    : /^\/(?:\\.|\[(?:\\.|[^\]\r\n])*\]|[^\r\n/\\[])+\/\w*/.exec(text.slice(at, at + 500));
  return at + (pattern?.[0].length ?? 1);
}

/** To the comma or closing bracket after an expression of JavaScript, or to a line that starts with a key. */
export function skipCode(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[,})\]]/.test(text[at]!)) {
    if (/[\r\n]/.test(text[at]!) && /^\s*[\w$]+\s*:/.test(text.slice(at, at + 200))) return at;
    at = /[{([]/.test(text[at]!) ? skipBrackets(text, at) : skipToken(text, at);
  }
  return at;
}
