/** Corrections of template tags. */

import { contentOfLine, lineEnd, lineStart } from '../../model/source/lines.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { lineBreakOf } from './edits/sourceEdits.ts';

function correction({ file }: MarkedProblem, title: string, start: number, end: number, text: string): Correction {
  return { title, changes: [{ file: file.path, start, end, text }], isPreferred: true };
}

const ends: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** A tag without its end: behind the half of it that is there, or else behind its words. */
export function unclosedTag(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start } = marked.span;
  const close = ends[text.slice(start, start + 2)];
  if (close === undefined) return [];
  const line = text.slice(start, lineEnd(text, start));
  const half = /[^}]\}(?!\})/.exec(line.slice(2));
  const title = `Insert the missing '${close}'`;
  if (half) {
    const at = start + 2 + half.index + 1;
    return [correction(marked, title, at, at + 1, close)];
  }
  const at = start + line.trimEnd().length;
  return [correction(marked, title, at, at, ` ${close}`)];
}

/** A block without its end gets one before the first line that is indented less; an end without a block is removed. */
export function unbalancedBlock(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  const [, sign = '', keyword] = /^\{%([-+]?)\s*(\w+)/.exec(text.slice(start, end)) ?? [];
  if (keyword === undefined) return [];
  const line = contentOfLine(text, start);
  const isAlone = line.start === start && line.end === end;
  if (keyword.startsWith('end')) {
    const next = lineEnd(text, end) + 1;
    return [
      isAlone
        ? correction(marked, `Remove '${keyword}'`, lineStart(text, start), Math.min(text.length, next), '')
        : correction(marked, `Remove '${keyword}'`, start, end, ''),
    ];
  }
  if (!isAlone) return [];
  const indent = text.slice(lineStart(text, start), start);
  const variables = /\bfor\s+([\w\s,]+?)\s+in\b/.exec(text.slice(start, end))?.[1]?.match(/\w+/g) ?? [];
  let last = lineEnd(text, end);
  let dash = Number.POSITIVE_INFINITY;
  for (let at = last + 1; at < text.length; at = lineEnd(text, at) + 1) {
    const content = contentOfLine(text, at);
    if (content.start === content.end) continue;
    const isOuter = content.start - at < indent.length;
    const isBlock =
      /^\{%[-+]?\s*(?:end\w+|macro|block)\b/.test(text.slice(content.start, content.end)) &&
      content.start - at <= indent.length;
    if (isOuter || isBlock) break;
    if (text[content.start] === '-' && content.start - at <= dash) {
      // An item without the variable of the loop is not one of those that it writes.
      const isFirst = dash === Number.POSITIVE_INFINITY;
      dash = content.start - at;
      if (!isFirst && variables.length > 0 && !mentions(itemAt(text, at, dash), variables)) break;
    }
    last = content.end;
  }
  const tag = `${lineBreakOf(text)}${indent}{%${sign} end${keyword} ${keyword === 'macro' ? sign : ''}%}`;
  return [correction(marked, `Insert the missing 'end${keyword}'`, last, last, tag)];
}

/** The lines of a list item: up to the next one in its column. */
function itemAt(text: string, at: number, column: number): string {
  const next = text.slice(lineEnd(text, at)).search(new RegExp(`\\n[ \\t]{0,${column}}\\S`));
  return next < 0 ? text.slice(at) : text.slice(at, lineEnd(text, at) + next);
}

function mentions(text: string, names: readonly string[]): boolean {
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/** A quote in a tag: before the bracket, comma or end of the tag that follows its word. */
export function openQuoteInTag(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  const quote = text[start];
  const inner = /^[^)\],|%}]*?(?=\s*[)\],|%}])/.exec(text.slice(start + 1, end))?.[0];
  if ((quote !== '"' && quote !== "'") || inner === undefined) return [];
  const at = start + 1 + inner.length;
  return [correction(marked, 'Close the quote', at, at, quote)];
}

/** `for one many` */
export function missingIn(marked: MarkedProblem): Correction[] {
  const { start, end } = marked.span;
  const found = /^\{%[-+]?\s*for\s+\w+(?:\s*,\s*\w+)*(?=\s+[\w[("'])/.exec(marked.file.text.slice(start, end));
  const at = start + (found?.[0].length ?? 0);
  return found ? [correction(marked, "Insert the missing 'in'", at, at, ' in')] : [];
}
