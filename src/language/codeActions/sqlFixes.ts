/** Corrections of references and braces in SQL. */

import { touches } from '../../model/index/lookup.ts';
import { withQuotes } from '../../model/source/quotes.ts';
import { contains } from '../../model/source/range.ts';
import { valueAt } from '../../model/source/tree.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { definitionAt, keyOfValue, partAt } from './edits/treePlaces.ts';

function correction({ file }: MarkedProblem, title: string, start: number, end: number, text: string): Correction {
  return { title, changes: [{ file: file.path, start, end, text }], isPreferred: true };
}

/** Whether the marked text is in a template literal: its line has an odd number of backticks before it. */
function isInTemplate({ file: { text }, span: { start } }: MarkedProblem): boolean {
  return text.slice(0, start).split('`').length % 2 === 0;
}

/** `{name}` in a template literal, or `${name}` in other quotes, which become backticks. */
export function plainBrace(marked: MarkedProblem): Correction[] {
  const { text, path } = marked.file;
  const { start } = marked.span;
  if (text[start] === '{') return isInTemplate(marked) ? [correction(marked, "Insert '$'", start, start, '$')] : [];
  const definition = definitionAt(marked.file, marked.span);
  const sql = definition && valueAt(partAt(definition, marked.span)?.node, 'sql');
  if (sql?.kind !== 'scalar' || !contains(sql, marked.span)) return [];
  const outer = withQuotes(text, sql);
  if (outer.start === sql.start || text[outer.start] === '`') return [];
  const backtick = (at: number) => ({ file: path, start: at, end: at + 1, text: '`' });
  return [
    { title: 'Change the quotes to backticks', changes: [backtick(outer.start), backtick(sql.end)], isPreferred: true },
  ];
}

/** `{name`, or `{CUBE.column` */
export function openBrace(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start } = marked.span;
  const [, first, rest = ''] = /^(\$?\{\s*\w+)([\w.]*)/.exec(text.slice(start, start + 300)) ?? [];
  if (first === undefined) return [];
  const ends = new Set([start + first.length + rest.length, start + first.length]);
  return [...ends].map((at) => correction(marked, "Insert the missing '}'", at, at, '}'));
}

/** `name}`, or a brace that is too much. */
export function strayBrace(marked: MarkedProblem): Correction[] {
  const { text, source } = marked.file;
  const { start } = marked.span;
  if (text[start] !== '}') return [];
  const name = /[A-Za-z_][\w.]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0].length ?? 0;
  const open = source.language === 'yaml' ? '{' : '${';
  return [
    ...(name > 0 ? [correction(marked, `Insert the missing '${open}'`, start - name, start - name, open)] : []),
    correction(marked, "Remove '}'", start, start + 1, ''),
  ];
}

/** `{}.column` */
export function emptyBraces(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start, end } = marked.span;
  return /^\$?\{\s*\}$/.test(text.slice(start, end)) && text[end] === '.'
    ? [correction(marked, "Insert 'CUBE'", end - 1, end - 1, 'CUBE')]
    : [];
}

/** `{name + 1}`: the braces are only around the name. */
export function expressionInBraces(marked: MarkedProblem): Correction[] {
  const { text } = marked.file;
  const { start } = marked.span;
  const open = text.lastIndexOf('{', start);
  const [all, name, rest] = /^\{\s*([A-Za-z_][\w.]*)([^{}\r\n]*)\}/.exec(text.slice(open, open + 500)) ?? [];
  if (all === undefined || open < 0) return [];
  return [correction(marked, `Put only '${name}' in braces`, open, open + all.length, `{${name}}${rest}`)];
}

/** Braces in a text for people. In other fields, the reference may be right and the field wrong. */
export function escapeBraces(marked: MarkedProblem): Correction[] {
  const { text, path, source } = marked.file;
  const { start, end } = marked.span;
  const key = keyOfValue(marked.file, marked.span)?.entry.name ?? '';
  if (!/^(title|shortTitle|description|label)$/.test(key)) return [];
  const open = text.lastIndexOf('{', start);
  const close = text.indexOf('}', end);
  if (open < 0 || close < 0 || /[\r\n]/.test(text.slice(open, close)) || source.language !== 'yaml') return [];
  const escapes = ['\\', '\\\\'];
  return escapes.map((escaping) => ({
    title: 'Escape the braces',
    changes: [open, close].map((at) => ({ file: path, start: at, end: at, text: escaping })),
    isPreferred: true,
  }));
}

/** A member whose SQL names itself means the column of that name. */
export function ownColumn(marked: MarkedProblem): Correction[] {
  const { text, source } = marked.file;
  const { start, end } = marked.span;
  const definition = definitionAt(marked.file, marked.span);
  const name = definition && partAt(definition, marked.span)?.name;
  const isOwn = name !== undefined && /(?:^|\.)(\w+)$/.exec(text.slice(start, end))?.[1] === name;
  const open = /\$?\{\s*$/.exec(text.slice(Math.max(0, start - 20), start));
  const close = /^\s*\}/.exec(text.slice(end, end + 20));
  if (!isOwn || !open || !close) return [];
  const by = `${source.language === 'yaml' ? '{CUBE}' : `\${CUBE}`}.${name}`;
  return [correction(marked, `Change to '${by}'`, start - open[0].length, end + close[0].length, by)];
}

/** `}{` */
export function adjacentReferences(marked: MarkedProblem): Correction[] {
  const { file, span } = marked;
  const at = file.text.indexOf('}', span.start) + 1;
  return touches(span, at) ? [correction(marked, 'Insert a space', at, at, ' ')] : [];
}

/** `${name}` in YAML. */
export function dollarBrace(marked: MarkedProblem): Correction[] {
  const { start } = marked.span;
  return marked.file.text[start] === '$' ? [correction(marked, "Remove '$'", start, start + 1, '')] : [];
}

/** A parenthesis or quote without its other one. */
export function unbalancedSql(marked: MarkedProblem): Correction[] {
  const { file, span } = marked;
  const value = keyOfValue(file, span)?.entry.value;
  const mark = file.text.slice(span.start, span.end);
  if (!value) return [];
  const removal = { ...correction(marked, `Remove '${mark}'`, span.start, span.end, ''), isPreferred: mark === ')' };
  if (mark === ')') return [removal];
  const at = value.start + file.text.slice(value.start, value.end).trimEnd().length;
  const missing = mark === '(' ? ')' : mark === '/*' ? ' */' : mark;
  return [
    { ...correction(marked, `Insert the missing '${missing.trim()}'`, at, at, missing), isPreferred: false },
    removal,
  ];
}

/** `''paid''`; YAML in single quotes writes each of these quotes twice. */
export function doubledQuotes(marked: MarkedProblem): Correction[] {
  const { start, end } = marked.span;
  const [, quotes = '', word = ''] = /^(\\?'+\\?'+)(.*?)\1$/s.exec(marked.file.text.slice(start, end)) ?? [];
  if (quotes === '') return [];
  const one = quotes.slice(0, quotes.length / 2);
  return [correction(marked, `Change to '${word}' in single quotes`, start, end, one + word + one)];
}
