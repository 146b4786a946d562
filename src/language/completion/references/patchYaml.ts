/** Completes the line at the cursor of a YAML text: braces, quotes, brackets and dashes that are not typed yet. */

import { lineEnd, lineStart } from '../../../model/source/lines.ts';
import type { Span } from '../../../model/source/range.ts';
import { afterBracket, closingQuote, contentSpan, partsOf, type YamlLine } from '../../../model/source/yamlLine.ts';
import { inQuotes } from '../../codeActions/edits/newText.ts';
import { type Patch, placeholder } from './patch.ts';

function lineAt(text: string, offset: number): YamlLine {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, offset));
  return { start, text: line, indent: line.length - line.trimStart().length };
}

/** Whether a line starts a list item or a key. */
function isStructural(line: YamlLine): boolean {
  const { dashes, key } = partsOf(line);
  return dashes.length > 0 || key !== undefined;
}

const maxLines = 200;

/** The value that contains an offset: from its first character to the next line with a dash or a key. */
function valueAround(text: string, offset: number): Span & { key: string | undefined } {
  let line = lineAt(text, offset);
  for (let i = 0; i < maxLines && line.start > 0 && !isStructural(line); i += 1) line = lineAt(text, line.start - 1);
  const { key, valueColumn } = partsOf(line);
  const start = Math.min(line.start + valueColumn, offset);
  let end = lineEnd(text, offset);
  for (let i = 0; i < maxLines && end < text.length; i += 1) {
    const next = lineAt(text, end + 1 + Number(text.startsWith('\r\n', end)));
    if (isStructural(next)) break;
    end = Math.max(end + 1, next.start + next.text.length);
  }
  return { start, end: Math.min(end, text.length), key };
}

/** Whether an offset is after an open brace of `text`. */
function isInBraces(before: string): boolean {
  const open = /(\\?)\{[^{}]*$/.exec(before);
  return open !== null && open[1] === '';
}

const singular =
  /^(sql|sql_?table|time_?dimension(_?reference)?|switch|member|join_?path|extends|key|dimension|view_?group|name|if|value|url|granularity)$/i;

/** Patched texts, the most likely one first. */
export function yamlPatches(text: string, word: Span): Patch[] {
  const line = lineAt(text, word.start);
  const value = valueAround(text, word.start);
  const inBraces = isInBraces(text.slice(value.start, word.start));
  const close = inBraces && !/^[^{}]*\}/.test(text.slice(word.end, value.end)) ? '}' : '';
  const lineStop = contentSpan({ ...line, text: line.text.trimEnd() }).end;
  const rest = text.slice(word.end, Math.max(word.end, lineStop));
  const after = text.slice(word.end + rest.length);
  const ending = missingEnding(text, value);
  const inserted = placeholder + close + rest + ending;
  const plain: Patch = { text: text.slice(0, word.start) + inserted + after, at: word.start, word, close };
  const isOnlyWord = line.text.trim() === text.slice(word.start, word.end);
  const dashed = (): Patch => ({
    text: `${text.slice(0, word.start)}- ${inserted}${after}`,
    at: word.start + 2,
    word,
    close,
    needsDash: true,
  });
  if (isOnlyWord) {
    const key = keyBefore(text, line);
    if (key !== undefined && !singular.test(key)) return [dashed(), plain];
    return followsItem(text, line) ? [plain, dashed()] : [plain];
  }
  const quoted = text[value.start] === '{' && value.key !== undefined && value.start >= line.start;
  if (!quoted) return [plain];
  const withQuotes = quotedPatch(text, { start: value.start, end: Math.max(lineStop, word.end) }, word, close);
  // SQL is a text; in other values the brace may open a map.
  return value.key === 'sql' ? [withQuotes] : [plain, withQuotes];
}

/** The key of the line before, if its value starts on the next line, which is indented more. */
function keyBefore(text: string, line: YamlLine): string | undefined {
  const before = text.slice(0, line.start).trimEnd();
  const { key, value, column } = partsOf(lineAt(before, before.length));
  return key !== undefined && column < line.indent && (value === '' || value.startsWith('#')) ? key : undefined;
}

/** Whether the line before with this indentation is an item of a list. */
function followsItem(text: string, { start, indent }: YamlLine): boolean {
  let line = lineAt(text, start);
  for (let i = 0; i < maxLines && line.start > 0; i += 1) {
    line = lineAt(text, line.start - 1);
    if (line.text.trim() !== '' && line.indent <= indent)
      return line.indent === indent && partsOf(line).dashes.length > 0;
  }
  return false;
}

/** The quote or bracket that the value still needs at the end of the line. */
function missingEnding(text: string, { start, end }: Span): string {
  const first = text[start];
  if (first === '"' || first === "'") {
    const closing = closingQuote(text, start);
    return closing < 0 || closing > end ? first : '';
  }
  if (first !== '[') return '';
  const stop = afterBracket(text, start);
  return stop < 0 || stop > end ? ']' : '';
}

function quotedPatch(text: string, unquoted: Span, word: Span, close: Patch['close']): Patch {
  const quote = quoteFor(text.slice(unquoted.start, unquoted.end));
  const quoted = (part: string) => inQuotes('yaml', part, quote);
  const head = text.slice(0, unquoted.start) + quote + quoted(text.slice(unquoted.start, word.start));
  const tail = quoted(text.slice(word.end, unquoted.end)) + quote + text.slice(unquoted.end);
  return { text: head + placeholder + close + tail, at: head.length, word, close, unquoted };
}

export function quoteFor(value: string): '"' | "'" {
  return value.includes('"') ? "'" : '"';
}
