/** Changes at a marked place that may correct a syntax error of JavaScript. */

import { contentOfLine, lineStart } from '../../model/source/lines.ts';
import { type Attempt, attempt } from './attempts.ts';
import type { MarkedProblem } from './edits/action.ts';

/** A character that does not belong in an object: a second comma, a semicolon or an equals sign. */
function replacedMark(marked: MarkedProblem): Attempt[] {
  const { start, end } = marked.span;
  const found = marked.file.text.slice(start, end);
  if (found === ',') return [attempt(marked, "Remove the second ','", start, end, '')];
  if (found === ';') return [attempt(marked, "Change ';' to ','", start, end, ',')];
  return found === '=' ? [attempt(marked, "Change '=' to ':'", start, end, ':')] : [];
}

/** A text in quotes with one of its quotes missing, or with quotes inside. */
function quotedText(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const line = text.slice(start, end);
  const [, before, quote, rest] = /^([^"'`]*[:[(,{] *)(["'])(.*)$/.exec(line) ?? [];
  if (before === undefined || quote === undefined || rest === undefined) return [];
  const from = start + before.length;
  const [, inner, behind] = /^(.*?)([\s,;)}\]]*)$/.exec(rest) ?? [];
  if (inner === undefined || behind === undefined) return [];
  if (!inner.endsWith(quote)) {
    const at = from + 1 + inner.length;
    return [attempt(marked, 'Close the quote', at, at, quote)];
  }
  const escaped = inner.slice(0, -1).replace(new RegExp(`(?<!\\\\)${quote}`, 'g'), `\\${quote}`);
  return [attempt(marked, 'Escape the quotes inside the text', from, from + 1 + inner.length, quote + escaped + quote)];
}

/** A line with only a bracket, just above the mark. */
function bracketAbove(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const above = lineStart(text, marked.span.start);
  const [line] = /\n[ \t]*[)\]}]+[,;]?[ \t]*\r?\n$/.exec(text.slice(0, above)) ?? [];
  if (line === undefined) return [];
  const start = above - line.length + 1;
  return [attempt(marked, `Remove '${line.trim()}'`, start, above, '')];
}

/** Attempts for characters that may be missing, or too much, at the mark or at the end of the line above. */
export function javaScript(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const before = text.slice(0, marked.span.start).trimEnd().length;
  const { end } = contentOfLine(text, marked.span.start);
  const after = marked.span.end;
  const inBraces = /\$\{[\w.]+(?![\w.}])/.exec(text.slice(lineStart(text, marked.span.start), end));
  const braceAt = inBraces ? lineStart(text, marked.span.start) + inBraces.index + inBraces[0].length : 0;
  return [
    ...replacedMark(marked),
    ...(inBraces ? [attempt(marked, "Insert the missing '}'", braceAt, braceAt, '}')] : []),
    attempt(marked, "Insert the missing ','", before, before, ','),
    attempt(marked, "Insert the missing ','", after, after, ','),
    attempt(marked, 'Close the quote', end - 1, end, `\`${text[end - 1]}`),
    { ...attempt(marked, 'Close the quote', end, end, '`'), cost: 1 },
    { ...attempt(marked, 'Close the quote', end, end, '`,'), cost: 2 },
    ...quotedText(marked),
    ...['}', '},', ');', ')', ']', '],'].flatMap((bracket, i) => [
      { ...attempt(marked, `Insert the missing '${bracket[0]}'`, before, before, bracket), cost: 1 + i / 10 },
      { ...attempt(marked, `Insert the missing '${bracket[0]}'`, after, after, bracket), cost: 2 + i / 10 },
    ]),
    ...bracketAbove(marked),
  ];
}
