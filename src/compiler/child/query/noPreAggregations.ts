/** The emulator has no pre-aggregations: every query reads the tables. */

import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';

/** The same object, which finds none. */
export function withoutPreAggregations(preAggregations: PreAggregations): PreAggregations {
  preAggregations.findPreAggregationForQuery = () => undefined;
  preAggregations.findPreAggregationToUseForCube = () => null;
  return preAggregations;
}
