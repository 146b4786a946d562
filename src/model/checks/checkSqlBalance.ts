/** Finds SQL with a quote, a parenthesis or a comment that is never closed, and texts between two pairs of quotes. */

import type { Definition } from '../index/definitions.ts';
import { scanTemplate } from '../index/expressions.ts';
import type { IndexedFile } from '../index/indexedFile.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { unitsOf } from '../index/scalarText.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import { contains, type Span } from '../source/range.ts';
import { doubledQuotesIn, unbalancedIn } from '../source/sqlScan.ts';
import type { ScalarNode } from '../source/tree.ts';
import type { Findings } from './findings.ts';

export function checkSqlBalance(index: ModelIndex, definition: Definition, findings: Findings): void {
  const { sqlTexts, errors, braces } = index.references(definition);
  const file = index.file(definition.file)!;
  for (const node of sqlTexts) {
    // Most texts are balanced also with what is in their references.
    if (typeof node.value !== 'string' || !problemIn(node.value)) continue;
    if ([...errors, ...braces].some((one) => contains(node, one))) continue;
    const found = problemAt(file, node);
    if (found) findings.add({ file: definition.file, ...found, effect: 'every query that uses this fails' });
  }
}

interface SqlProblem extends ProblemText {
  at: number;
  length: number;
}

function problemIn(sql: string): SqlProblem | undefined {
  const open = unbalancedIn(sql);
  if (open) return { at: open.at, length: open.text.length, ...problemCatalog.unbalancedSql(open.text, open.isOpen) };
  const word = doubledQuotesIn(sql);
  return word && { at: word.at, length: word.text.length, ...problemCatalog.doubledQuotes(word.text.slice(2, -2)) };
}

function problemAt(file: IndexedFile, node: ScalarNode): (ProblemText & { span: Span }) | undefined {
  const inserted = file.source.language === 'yaml' ? scanTemplate(file.text, node).inserted : (node.inserted ?? []);
  const units = unitsOf(file, node);
  if (!units || !inserted.every((one) => isComplete(file, one))) return undefined;
  let sql = '';
  const starts: number[] = [];
  let next = 0;
  for (const { start, text } of units) {
    while (next < inserted.length && inserted[next]!.end <= start) next += 1;
    const isInserted = next < inserted.length && inserted[next]!.start <= start;
    const read = isInserted ? 'x' : file.source.language === 'javascript' ? unescaped(text) : text;
    for (let i = 0; i < read.length; i += 1) starts.push(start);
    sql += read;
  }
  const found = problemIn(sql);
  if (!found) return undefined;
  const { at, length, ...problem } = found;
  const last = starts[at + length - 1]!;
  return { ...problem, span: { start: starts[at]!, end: units.find((one) => one.start === last)!.end } };
}

/** An escape of a template literal as the character that it stands for. */
function unescaped(text: string): string {
  return text === '\\n' ? '\n' : text.slice(-1);
}

/** Whether SQL that is complete in itself stands in place of the braces: a value of the program can be any part of SQL. */
function isComplete({ text, source }: IndexedFile, { start, end }: Span): boolean {
  if (source.language === 'yaml') return true;
  const inner = text.slice(start + 2, end - 1).trim();
  const [, first, rest = ''] = /^([A-Za-z_]\w*)([\s\S]*)$/.exec(inner) ?? [];
  if (first === undefined || source.declared.has(first)) return false;
  return /^(?:FILTER_PARAMS|FILTER_GROUP|SECURITY_CONTEXT|SQL_UTILS)$/.test(first) || /^[\w.]*(?:\(\s*\))?$/.test(rest);
}
