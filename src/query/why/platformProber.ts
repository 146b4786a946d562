/** Answers the questions of an explanation by queries of the platform’s data API. */

import { refusalOf } from '../run/queryErrors.ts';
import type { QueryRunner } from '../run/runQuery.ts';
import type { Prober } from './rowCounter.ts';

type Runner = Pick<QueryRunner, 'rows'>;

/** @param author with the user of the connection, if the query is asked as another user */
export function platformProber(asked: Runner, author?: Runner): Prober {
  return {
    hasAuthor: author !== undefined,
    seesHidden: false,
    usesPreAggregations: true,
    ask: async (query, viewer, signal) => {
      const runner = viewer === 'author' ? (author ?? asked) : asked;
      try {
        return { rows: await runner.rows(query, { signal }) };
      } catch (failure) {
        const refused = refusalOf(failure);
        if (refused === undefined) throw failure;
        return { refused };
      }
    },
  };
}
