/** What is wrong with one text on its own, at once: YAML, JavaScript or template syntax. */

import { isSourceName, parseSource } from '../source/modelSource.ts';
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
  }));
}

/** `path` decides the language; other files than model sources have no problems. */
export function checkSyntax(path: string, text: string): Problem[] {
  if (!isSourceName(path)) return [];
  return problemsOfText(path, new LineIndex(text), parseSource(path, text).problems);
}
