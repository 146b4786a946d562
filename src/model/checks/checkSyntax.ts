/** Finds syntax errors in one file: YAML, JavaScript or template. */

import { isSourceName } from '../source/modelSource.ts';
import { parseSource } from '../source/parseSource.ts';
import type { Problem, TextProblem } from '../source/problem.ts';
import { LineIndex } from '../source/range.ts';

export function problemsOfText(path: string, lines: LineIndex, problems: readonly TextProblem[]): Problem[] {
  return problems.map((problem) => ({
    file: path,
    range: lines.rangeOf(problem.span),
    severity: problem.severity,
    message: problem.message,
    code: problem.code,
    source: 'data-model',
    ...(problem.fix ? { fix: problem.fix } : {}),
  }));
}

/** `path` selects the language. Files that are not model sources have no problems. */
export function checkSyntax(path: string, text: string): Problem[] {
  if (!isSourceName(path)) return [];
  return problemsOfText(path, new LineIndex(text), parseSource(path, text).problems);
}
