/** Answers the questions of an explanation on this machine, where the author of the model may count all rows. */

import { UserError } from '../base/errors.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { Prober } from '../query/why/rowCounter.ts';
import type { AskLocally } from './localTestRunner.ts';

const opens = { asked: undefined, counting: 'hidden', author: 'all' } as const;

export function localProber(ask: AskLocally, as: QueryViewer | undefined, file: string): Prober {
  return {
    hasAuthor: true,
    seesHidden: true,
    usesPreAggregations: false,
    ask: async (query, viewer, signal) => {
      const answer = await ask({ query, as, file, opens: opens[viewer] }, signal);
      if ('rows' in answer || 'refused' in answer) return answer;
      throw new UserError('The project has no data source on this computer.');
    },
  };
}
