/**
 * Corrections of syntax errors: each possible change of the marked line is tried, and those remain after which the text can be
 * read. A change is preferred if it is the only one that leaves the fewest problems.
 */

import { columnOf, contentOfLine, lineEnd, lineStart } from '../../model/source/lines.ts';
import { type Change, type Correction, changed, type MarkedProblem } from './edits/action.ts';
import { lineBreakOf } from './edits/sourceEdits.ts';
import { type Rating, rate } from './rating.ts';

interface Attempt extends Omit<Correction, 'isPreferred'> {
  /** By how many columns it moves the line: less is more likely. */
  columns?: number;
}

function attempt({ file }: MarkedProblem, title: string, start: number, end: number, text: string): Attempt {
  return { title, changes: [{ file: file.path, start, end, text }] };
}

/** Other indentations of the marked line, alone or with the deeper lines below it. */
function indentations(marked: MarkedProblem): Attempt[] {
  const { text, path } = marked.file;
  const start = lineStart(text, marked.span.start);
  const content = contentOfLine(text, start);
  const own = content.start - start;
  const around = text.slice(Math.max(0, start - 2000), start + 2000).matchAll(/^([ \t]*)\S/gm);
  const indents = new Set(
    [...around].flatMap(([, indent]) => [indent!.length, indent!.length + 2, indent!.length + 4]),
  );
  const lineBreak = lineBreakOf(text);
  const below = text.slice(lineEnd(text, start)).split(/\r?\n/).slice(1);
  const deeper = below.findIndex((line) => line.trim() !== '' && /^[ \t]*/.exec(line)![0].length <= own);
  const block = below.slice(0, deeper < 0 ? below.length : deeper);
  while (block.at(-1)?.trim() === '') block.pop();
  return [...indents].flatMap((column): Attempt[] => {
    if (column === own || column > 60) return [];
    const line: Change = { file: path, start, end: content.start, text: ' '.repeat(column) };
    const title = 'Fix the indentation';
    const shift = column - own;
    const columns = Math.abs(shift);
    if (block.length === 0) return [{ title, changes: [line], columns }];
    let at = lineEnd(text, start) + lineBreak.length;
    const others = block.flatMap((one): Change[] => {
      const from = at;
      at += one.length + lineBreak.length;
      const indent = /^[ \t]*/.exec(one)![0].length;
      if (one.trim() === '' || indent + shift < 0) return [];
      return [{ file: path, start: from, end: from + indent, text: ' '.repeat(indent + shift) }];
    });
    return [
      { title, changes: [line], columns },
      { title, changes: [line, ...others], columns },
    ];
  });
}

/** A missing dash, before the content of the line or in place of the last two columns of its indentation. */
function dashes(marked: MarkedProblem): Attempt[] {
  const { text, path } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const title = "Insert the missing '- '";
  if (/^-[^\s-]/.test(text.slice(start, end)))
    return [attempt(marked, "Insert a space after '-'", start + 1, start + 1, ' ')];
  const found = [attempt(marked, title, start, start, '- ')];
  if (columnOf(text, start) >= 2) found.push(attempt(marked, title, start - 2, start, '- '));
  // The other lines of the item are indented for a line without a dash.
  const lines: Change[] = [];
  for (let at = lineEnd(text, end) + 1; at < text.length; at = lineEnd(text, at) + 1) {
    const from = contentOfLine(text, at);
    if (from.end === from.start) continue;
    if (columnOf(text, from.start) < columnOf(text, start) || text[from.start] === '-') break;
    lines.push({ file: path, start: from.start, end: from.start, text: '  ' });
  }
  return [...found, { title, changes: [...found[0]!.changes, ...lines] }];
}

function tabs(marked: MarkedProblem): Attempt[] {
  const { text, path } = marked.file;
  const lines = [...text.matchAll(/^[ \t]*\t[ \t]*/gm)];
  const widths = [2, 4, 8].map(
    (width): Attempt => ({
      title: 'Convert tabs to spaces',
      changes: lines.map(({ 0: indent, index }) => ({
        file: path,
        start: index,
        end: index + indent.length,
        text: indent.replace(/\t/g, ' '.repeat(width)),
      })),
    }),
  );
  return [...widths, ...indentations(marked).map((one) => ({ ...one, title: 'Convert tabs to spaces' }))];
}

/** `key:value`, `key value` and `key`. */
function colons(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const [all, key, space] = /^(?:- +)*([\w-]+)(:|\s+|$)/.exec(text.slice(start, end)) ?? [];
  if (all === undefined || key === undefined) return [];
  const at = start + all.length - (space?.length ?? 0);
  const equals = /^\s*=/.exec(text.slice(at, end))?.[0].length ?? 0;
  if (space === ':') return [attempt(marked, "Insert a space after ':'", at + 1, at + 1, ' ')];
  return [attempt(marked, "Insert the missing ':'", at, at + equals, ':')];
}

function openQuote(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const quote = text[marked.span.start] ?? '"';
  const { end } = contentOfLine(text, marked.span.start);
  const isQuote = quote === '"' || quote === "'";
  return isQuote ? [attempt(marked, 'Close the quote', end, end, quote)] : [];
}

function quotes(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  const value = text.slice(start, end);
  const quoted = value.includes('"') ? `'${value.replaceAll("'", "''")}'` : `"${value.replaceAll('\\', '\\\\')}"`;
  return [attempt(marked, 'Put the text in quotes', start, end, quoted)];
}

/** The value of the marked line, which YAML reads as a block in braces. */
function quotedLine(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const [, before] = /^((?:- +)*[\w-]+: +)\{/.exec(text.slice(start, end)) ?? [];
  return before === undefined ? [] : quotes({ ...marked, span: { start: start + before.length, end } });
}

/** A character that does not belong in an object: a second comma, a semicolon or an equals sign. */
function replacedMark(marked: MarkedProblem): Attempt[] {
  const { start, end } = marked.span;
  const found = marked.file.text.slice(start, end);
  if (found === ',') return [attempt(marked, "Remove the second ','", start, end, '')];
  if (found === ';') return [attempt(marked, "Change ';' to ','", start, end, ',')];
  return found === '=' ? [attempt(marked, "Change '=' to ':'", start, end, ':')] : [];
}

/** A comma, or the quote of a template, that is missing at the mark or at the end of the line above. */
function javaScript(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const before = text.slice(0, marked.span.start).trimEnd().length;
  const { end } = contentOfLine(text, marked.span.start);
  return [
    ...replacedMark(marked),
    attempt(marked, "Insert the missing ','", before, before, ','),
    attempt(marked, "Insert the missing ','", marked.span.end, marked.span.end, ','),
    attempt(marked, 'Close the quote', end, end, '`'),
    attempt(marked, 'Close the quote', end, end, '`,'),
    attempt(marked, 'Close the quote', end - 1, end, `\`${text[end - 1]}`),
    ...['}', '},', ')', ']', '],'].map((bracket) =>
      attempt(marked, `Insert the missing '${bracket[0]}'`, before, before, bracket),
    ),
  ];
}

const attemptsOf: Readonly<Record<string, readonly ((marked: MarkedProblem) => Attempt[])[]>> = {
  'javascript-missing-comma': [javaScript],
  'javascript-syntax': [javaScript],
  'yaml-tab': [tabs],
  'yaml-bad-indent': [indentations, dashes],
  'yaml-missing-colon': [colons],
  'yaml-open-quote': [openQuote],
  'yaml-quotes-needed': [quotes, quotedLine],
  'missing-dash': [dashes, indentations],
  'wrong-value': [dashes, quotedLine],
  'empty-value': [quotedLine],
  'duplicate-key': [dashes],
};

export function syntaxFixes(marked: MarkedProblem): Correction[] {
  const { file, index, problem } = marked;
  const before = rate(file, index.modelFolder);
  const byText = new Map<string, Attempt & Rating>();
  for (const one of (attemptsOf[problem.code] ?? []).flatMap((make) => make(marked))) {
    const text = changed(file.text, one.changes);
    if (byText.has(text)) continue;
    const after = rate({ path: file.path, text }, index.modelFolder);
    const line = lineEnd(file.text, marked.span.end);
    const isBetter =
      after.syntax < before.syntax ||
      (file.source.language === 'yaml' && after.syntax === before.syntax && after.first > line) ||
      (after.syntax === 0 && before.syntax === 0 && after.shape < before.shape);
    if (isBetter) byText.set(text, { ...one, ...after });
  }
  const found = [...byText.values()].sort((a, b) => a.syntax - b.syntax || a.shape - b.shape);
  const fewest = found.filter(({ syntax, shape }) => syntax === found[0]!.syntax && shape === found[0]!.shape);
  const nearest = Math.min(...fewest.map(({ columns = 0 }) => columns));
  const best = fewest.filter(({ columns = 0 }) => columns === nearest);
  // Without syntax errors, the first problems become visible that were hidden before.
  const isClear =
    best.length === 1 &&
    best[0]!.syntax === 0 &&
    (best[0]!.shape === 0 || (before.syntax === 0 && best[0]!.shape < before.shape));
  return best.slice(0, 3).map(({ title, changes }) => ({ title, changes, isPreferred: isClear }));
}
