/** The failures of queries in the editor, in English. */

import { errorCatalog } from '../../base/errors.ts';

export const runErrors = errorCatalog({
  cancelled: { message: 'The query was cancelled.', action: 'Run it again.' },
  interrupted: {
    message: 'The connection to the platform was closed while the query ran.',
    action: 'Run the query again.',
  },
  'empty-query': {
    message: 'The document contains no query.',
    action: 'Add “measures”, “dimensions” or “timeDimensions”, then run it again.',
  },
  /** `{0}`: the line. `{1}`: what is wrong there. */
  'unreadable-query': {
    message: 'The query cannot be read. Line {0}: {1}',
    action: 'Correct the document, then run it again.',
  },
  /** `{0}`: the branch. `{1}`: the failure there. */
  'comparison-failed': {
    message: 'The query failed on {0}: {1}',
    action: 'Compare a query without what {0} does not have yet, or compare with another branch.',
  },
  /** `{0}`: the other branch. */
  'comparison-gone': {
    message: 'The query is not compared: the branch {0} does not exist any more.',
    action: 'Compare with another branch.',
  },
  /** `{0}`: the other branch. `{1}`: the branch whose result is cut. `{2}`: how much is missing. */
  'comparison-cut': {
    message: 'The comparison with {0} could not be run. On {1}: {2}',
    action: 'Add a limit, a filter or a date range to the query.',
  },
  /** `{0}`: the branch. */
  'model-invalid': {
    message: 'The saved model does not compile on {0}. The result is that of the last valid model.',
    action: 'See Problems for the errors.',
  },
  /** `{0}`: the branch. */
  'build-failed': { message: 'The build of {0} failed. The result is that of the last build.' },
  /** `{0}`: the branch. `{1}`: the platform’s text. */
  'build-failed-because': { message: 'The build of {0} failed: {1}. The result is that of the last build.' },
  /** `{0}`: the branch. `{1}`: the failure. */
  'save-not-shown': { message: 'The saved change may not be on {0}: {1}' },
  /** `{0}`: the branch. */
  'branch-gone': {
    message: 'The branch {0} was deleted. The result is from before.',
    action: 'Open another branch in dev mode, or create it again from this folder.',
  },
  'no-result': { message: 'The query has no result yet.', action: 'Run the query first.' },
  'no-comparison': {
    message: 'The query is not compared with another branch.',
    action: 'Run “Compare Query Result With…” first.',
  },
});
