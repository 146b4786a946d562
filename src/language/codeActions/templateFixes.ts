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
  let last = lineEnd(text, end);
  for (let at = last + 1; at < text.length; at = lineEnd(text, at) + 1) {
    const content = contentOfLine(text, at);
    if (content.start === content.end) continue;
    const isOuter = content.start - at < indent.length;
    const isBlock = /^\{%[-+]?\s*(?:end\w+|macro|block)\b/.test(text.slice(content.start, content.end)) && content.start - at <= indent.length;
    if (isOuter || isBlock) break;
    last = content.end;
  }
  const tag = `${lineBreakOf(text)}${indent}{%${sign} end${keyword} ${keyword === 'macro' ? sign : ''}%}`;
  return [correction(marked, `Insert the missing 'end${keyword}'`, last, last, tag)];
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
  const found = /^\{%[-+]?\s*for\s+\w+(?:\s*,\s*\w+)*(?=\s+\w)/.exec(marked.file.text.slice(start, end));
  const at = start + (found?.[0].length ?? 0);
  return found ? [correction(marked, "Insert the missing 'in'", at, at, ' in')] : [];
}
