/** The results of an examination at their places in the sources: problems, and a line above each join. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Fix, Problem } from '../../model/source/problem.ts';
import { type ProblemText, problemCatalog } from '../../model/source/problemCatalog.ts';
import type { Range, Span } from '../../model/source/range.ts';
import { valueAt } from '../../model/source/tree.ts';
import type { DoctorReport, JoinReport, KeyReport } from './report.ts';
import { adviceText, countsText, effectText, keysText, keyText, rowsText } from './reportText.ts';

/** What the data says about a join, for the line above it and for the map. */
export interface JoinMark extends Pick<JoinReport, 'from' | 'to' | 'relationship' | 'result'> {
  file: string;
  /** The name of the join. */
  range: Range;
  /** A few words: `✓ 3 rows`. */
  short: string;
  /** All of it. */
  text: string;
}

export interface ReportMarks {
  problems: Problem[];
  marks: JoinMark[];
}

export function marksOf(index: ModelIndex, { joins, keys, problems }: DoctorReport): ReportMarks {
  const added = problems
    .filter(({ kind }) => kind === 'total')
    .map(({ file, line, message }) => problemAt(file, lineRange(line), problemCatalog.changedTotal(message)));
  const found = joins.map((join) => joinMark(index, join));
  return {
    problems: [
      ...found.flatMap(({ problem }) => problem ?? []),
      ...keys.flatMap((key) => keyProblem(index, key)),
      ...added,
    ],
    marks: found.map(({ mark }) => mark),
  };
}

function joinMark(index: ModelIndex, report: JoinReport): { mark: JoinMark; problem?: Problem } {
  const { file, from, to, relationship, result, reason, effects, suggested } = report;
  const definition = index.cube(from);
  const join = definition && index.joins(definition).findLast(({ name }) => name === to);
  const isHere = join?.definition.file === file;
  const range = isHere ? index.rangeOf(file, join.nameSpan) : lineRange(report.line);
  const mark = (short: string, text: string): JoinMark => {
    return { file, range, from, to, relationship, result, short, text: `${relationship} ${text}` };
  };
  if (result === 'unknown') return { mark: mark('not known', `not known: ${reason}`) };
  if (result === 'ok') return { mark: mark(`✓ ${rowsText(report.rows ?? 0)}`, `✓ ${countsText(report)}`) };
  const value = isHere ? valueAt(join.node, 'relationship') : undefined;
  const repeated = `✗ ${keysText(report.duplicates ?? 0)}`;
  const details = [...effects.map(effectText), ...(reason ? [reason] : [])];
  const said = `${keysText(report.duplicates ?? 0)}; ${adviceText(report)} (${countsText(report)}).`;
  const message = [`\`${from}\` to \`${to}\` is \`${relationship}\`, but ${said}`, ...details].join('\n');
  const place = value ? index.rangeOf(file, value as Span) : range;
  const fix: Fix | undefined = value && suggested ? { kind: 'replace', texts: [suggested] } : undefined;
  return {
    mark: mark(repeated, `${repeated}${effects[0] ? `: ${effectText(effects[0])}` : ''}`),
    problem: problemAt(file, place, problemCatalog.wrongRelationship(message), fix),
  };
}

function keyProblem(index: ModelIndex, report: KeyReport): Problem[] {
  const { cube, file, line, result } = report;
  if (result !== 'wrong') return [];
  const text = index.text(file);
  const definition = index.cube(cube);
  const key = definition?.members.find(
    ({ kind, nameSpan }) => kind === 'dimension' && text?.lines.positionAt(nameSpan.start).line === line - 1,
  );
  const range = key ? index.rangeOf(file, key.nameSpan) : lineRange(line);
  const message = `The primary key of \`${cube}\` does not identify its rows: ${keyText(report)}. Sums and counts over joins are wrong.`;
  return [problemAt(file, range, problemCatalog.repeatedKey(message))];
}

function problemAt(file: string, range: Range, text: ProblemText, fix?: Fix): Problem {
  return { file, range, ...text, source: 'database', ...(fix && { fix }) };
}

function lineRange(line: number): Range {
  return { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 0 } };
}
