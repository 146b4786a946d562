/** Changes of a marked line that may correct a syntax error of YAML. */

import { columnOf, contentOfLine, lineEnd, lineStart } from '../../model/source/lines.ts';
import { allClosest } from '../../model/source/names.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { type Attempt, attempt } from './attempts.ts';
import type { Change, MarkedProblem } from './edits/action.ts';
import { lineBreakOf } from './edits/sourceEdits.ts';

/** Other indentations of the marked line, alone or with the deeper lines below it. */
export function indentations(marked: MarkedProblem): Attempt[] {
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
    const cost = Math.abs(shift);
    if (block.length === 0) return [{ title, changes: [line], cost }];
    let at = lineEnd(text, start) + lineBreak.length;
    const others = block.flatMap((one): Change[] => {
      const from = at;
      at += one.length + lineBreak.length;
      const indent = /^[ \t]*/.exec(one)![0].length;
      if (one.trim() === '' || indent + shift < 0) return [];
      return [{ file: path, start: from, end: from + indent, text: ' '.repeat(indent + shift) }];
    });
    return [
      { title, changes: [line], cost },
      // The smaller change is the more likely one.
      { title, changes: [line, ...others], cost: cost + 0.5 },
    ];
  });
}

/** A missing dash, before the content of the line or in place of the last two cost of its indentation. */
export function dashes(marked: MarkedProblem): Attempt[] {
  const { text, path } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const title = "Insert the missing '- '";
  const next = /^[ \t]*(?=- )/.exec(text.slice(lineEnd(text, end)).replace(/^\s*\n/, ''))?.[0].length;
  // A value is not an item, unless it is alone on its line.
  if (marked.problem.code === problemCatalog.wrongValue.code && marked.span.start !== start) return [];
  if (/^-[^\s-]/.test(text.slice(start, end)))
    return [attempt(marked, "Insert a space after '-'", start + 1, start + 1, ' ')];
  const found: Attempt[] = [{ ...attempt(marked, title, start, start, '- '), cost: 1 }];
  // The item below says in which column the dash is.
  if (columnOf(text, start) >= 2 && next !== columnOf(text, start))
    found.push(attempt(marked, title, start - 2, start, '- '));
  // The other lines of the item are indented for a line without a dash.
  const lines: Change[] = [];
  for (let at = lineEnd(text, end) + 1; at < text.length; at = lineEnd(text, at) + 1) {
    const from = contentOfLine(text, at);
    if (from.end === from.start) continue;
    if (columnOf(text, from.start) < columnOf(text, start) || text[from.start] === '-') break;
    lines.push({ file: path, start: from.start, end: from.start, text: '  ' });
  }
  return [...found, { title, changes: [...found[0]!.changes, ...lines], cost: 2 }];
}

export function tabs(marked: MarkedProblem): Attempt[] {
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
export function colons(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const [all, key, space] = /^(?:- +)*([\w-]+)(:|\s+|$)/.exec(text.slice(start, end)) ?? [];
  if (all === undefined || key === undefined) return [];
  const at = start + all.length - (space?.length ?? 0);
  const equals = /^\s*=/.exec(text.slice(at, end))?.[0].length ?? 0;
  if (space === ':') return [attempt(marked, "Insert a space after ':'", at + 1, at + 1, ' ')];
  return [attempt(marked, "Insert the missing ':'", at, at + equals, ':')];
}

export function openQuote(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const quote = text[marked.span.start] ?? '"';
  const { end } = contentOfLine(text, marked.span.start);
  const isQuote = quote === '"' || quote === "'";
  return isQuote ? [attempt(marked, 'Close the quote', end, end, quote)] : [];
}

export function quotes(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  const value = text.slice(start, end);
  const quoted = value.includes('"') ? `'${value.replaceAll("'", "''")}'` : `"${value.replaceAll('\\', '\\\\')}"`;
  return [attempt(marked, 'Put the text in quotes', start, end, quoted)];
}

/** The value of the marked line, which YAML reads as a block in braces. */
export function quotedLine(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const [, before] = /^((?:- +)*[\w-]+: +)\{/.exec(text.slice(start, end)) ?? [];
  return before === undefined ? [] : quotes({ ...marked, span: { start: start + before.length, end } });
}

/** Quotes inside the quotes of the marked value, up to the last one of its line. */
export function innerQuotes(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const line = contentOfLine(text, marked.span.start);
  const [, before, quote, inner, after = ''] =
    /^((?:- +)*[\w-]+: +)(["'])(.*)\2(\s*(?:#.*)?)$/.exec(text.slice(line.start, line.end)) ?? [];
  if (before === undefined || inner === undefined) return [];
  const escaped = quote === '"' ? inner.replace(/(?<!\\)"/g, '\\"') : inner.replace(/'/g, "''");
  const start = line.start + before.length;
  return [attempt(marked, 'Escape the quotes inside the text', start, line.end, `${quote}${escaped}${quote}${after}`)];
}

/** Text behind the closing quote of a value: the quote moves to its end. */
export function textBehindQuote(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const line = contentOfLine(text, marked.span.start);
  const [, before, quote, inner, after] =
    /^((?:- +)*[\w-]+: +)(["'])((?:(?!\2).)*)\2([^#]*[^#\s])\s*$/.exec(text.slice(line.start, line.end)) ?? [];
  if (before === undefined || after?.includes(quote!)) return [];
  return [
    attempt(
      marked,
      'Move the quote to the end',
      line.start + before.length,
      line.end,
      `${quote}${inner}${after}${quote}`,
    ),
  ];
}

/** A bracket whose end is missing: at the end of its line. */
export function openBracket(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const bracket = { '{': '}', '[': ']' }[text[marked.span.start] ?? ''];
  if (bracket === undefined) return [];
  const { end } = contentOfLine(text, marked.span.start);
  const by = bracket === '}' ? ' }' : bracket;
  return [attempt(marked, `Insert the missing '${bracket}'`, end, end, by)];
}

/** `{ name: id sql: id }` and `{ name:id }` */
export function flowMarks(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const line = text.slice(start, end);
  if (!/[{[]/.test(line)) return [];
  const at = (title: string, pattern: RegExp, by: string) =>
    [...line.matchAll(pattern)]
      .slice(0, 8)
      .map(({ index }) => attempt(marked, title, start + index, start + index, by));
  return [
    ...at("Insert the missing ','", /(?<=[\w"'\]}]) +[\w-]+:(?= )/g, ','),
    ...at("Insert a space after ':'", /(?<=[{,] *[\w-]+:)(?=[\w"'])/g, ' '),
  ];
}

/** `*name` without such an anchor: a text, or the name of another anchor. */
export function aliases(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  const name = text.slice(start + 1, end);
  const anchors = [...text.matchAll(/(?<=[:-] +)&([\w-]+)/g)].map(([, one]) => one!);
  const near = allClosest(name, new Set(anchors)).map((one) =>
    attempt(marked, `Change to '*${one}'`, start, end, `*${one}`),
  );
  return [...near, ...quotes(marked).map((one) => ({ ...one, cost: 1 }))];
}

/** Lines that separate documents, and the key that each of them repeats. */
export function documents(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const start = lineStart(text, marked.span.start);
  const [lines, key] = /^---[^\r\n]*\r?\n(?:\s*\n)?(?:(cubes|views):[ \t]*\r?\n)?/.exec(text.slice(start)) ?? [];
  if (lines === undefined) return [];
  const isRepeated = key !== undefined && new RegExp(`^${key}:`, 'm').test(text.slice(0, start));
  const end =
    start + (isRepeated || key === undefined ? lines.length : lines.length - lines.slice(lines.indexOf(key)).length);
  return [attempt(marked, "Remove '---'", start, end, '')];
}

/** A comment of JavaScript, or a quote that opens before a key. */
export function otherStarts(marked: MarkedProblem): Attempt[] {
  const { text } = marked.file;
  const { start, end } = contentOfLine(text, marked.span.start);
  const line = text.slice(start, end);
  if (line.startsWith('//')) return [attempt(marked, "Change '//' to '#'", start, start + 2, '#')];
  const [, quote] = /^(["'])[\w-]+:/.exec(line) ?? [];
  return quote === undefined ? [] : [attempt(marked, `Remove the '${quote}'`, start, start + 1, '')];
}

/** The text of a block (`|`, `>`) that is not indented deeper than its key. */
export function blockText(marked: MarkedProblem): Attempt[] {
  const { text, path } = marked.file;
  const first = lineStart(text, marked.span.start);
  const above = text.slice(0, first).trimEnd();
  const head = /^([ \t]*)(?:- +)*[\w-]+:[ \t]*[|>][-+0-9]*$/.exec(above.slice(lineStart(above, above.length)));
  if (!head) return [];
  const indent = head[1]!.length + 2;
  const changes: Change[] = [];
  for (let at = first; at < text.length; at = lineEnd(text, at) + 1) {
    const { start, end } = contentOfLine(text, at);
    if (changes.length > 0 && /^(?:- +)*[\w-]+:(?:\s|$)/.test(text.slice(start, end))) break;
    if (end > start)
      changes.push({ file: path, start: at, end: at, text: ' '.repeat(Math.max(0, indent - columnOf(text, start))) });
  }
  return [{ title: 'Fix the indentation', changes }];
}
