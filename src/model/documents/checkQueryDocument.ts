/** Checks a query document against a model. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { checkQuery, problemAt } from './checkQuery.ts';
import type { QueryDocument } from './queryDocument.ts';

/** All problems, those of the shape too, in the order of the text. */
export function checkQueryDocument(index: ModelIndex, document: QueryDocument): readonly TextProblem[] {
  const { text, root, mentions, problems, broken } = document;
  if (broken) return problems;
  if (!root) {
    const empty = problemCatalog.emptyQuery(
      'This document has no query. Start with `measures:` and a list of members.',
    );
    return problems.length > 0 ? problems : [problemAt({ start: 0, end: 0 }, empty)];
  }
  const found = checkQuery({ index, text, node: root, mentions, problems, expand: (one) => [one] });
  return inOrder([...problems, ...found]);
}

export function inOrder(problems: readonly TextProblem[]): TextProblem[] {
  return problems.toSorted((a, b) => a.span.start - b.span.start);
}
