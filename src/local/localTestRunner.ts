/** Runs the queries of a test on this machine. */

import type { QueryViewer } from '../model/documents/queryDocument.ts';
import { tableOf } from '../query/results/resultTable.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';
import { withLargestLimit } from '../query/run/wholeRows.ts';
import type { TestRunner } from '../query/tests/runTests.ts';
import type { TestCase } from '../query/tests/testCases.ts';
import { testTexts } from '../query/tests/testTexts.ts';
import type { LocalAnswer, LocalQuestion } from './localQuestion.ts';

/** @throws UserError, CancelledError */
export type AskLocally = (question: LocalQuestion, signal?: AbortSignal) => Promise<LocalAnswer>;

export function localTestRunner(
  ask: AskLocally,
  { file, given, at }: TestCase,
  branch: string | undefined,
  as: QueryViewer | undefined,
): TestRunner {
  return {
    meta: async ({ signal }) => {
      const answer = await ask({ query: {}, as, isMeta: true, file }, signal);
      if ('refused' in answer) throw new RefusedQuery(answer.refused);
      if (!('meta' in answer)) throw testTexts.error('needs-source');
      return answer.meta;
    },
    table: async (query, { signal }) => {
      if (branch !== undefined) throw testTexts.error('branch-needs-platform');
      const answer = await ask({ query, as, given, at, file }, signal);
      if ('refused' in answer) throw new RefusedQuery(answer.refused);
      if ('needsSource' in answer || 'meta' in answer) throw testTexts.error('needs-source');
      if ('lacking' in answer) {
        const { table, column, addition } = answer.lacking;
        throw column === undefined
          ? testTexts.error('lacks-table', [table, addition])
          : testTexts.error('lacks-column', [column, table, addition]);
      }
      const { rows } = answer;
      // The local data API has the published limit, and no row is left out below it.
      const asked = withLargestLimit(query) as { limit?: number };
      const isCut = query !== asked && rows.data.length >= Number(asked.limit);
      return { ...tableOf(rows, query), ...(isCut && { cut: { total: null } }) };
    },
  };
}
