/** Which rows an assistant may see, by the user’s setting. */

import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import { isTrue } from '../../../model/index/visibility.ts';
import { valueAt } from '../../../model/source/tree.ts';
import { membersIn } from '../../../query/compare/withoutMembers.ts';
import type { RowLevel } from './capability.ts';

/** Why the rows of a query are not shown; undefined: they are. */
export function hiddenRows(
  level: RowLevel,
  query: Readonly<Record<string, unknown>>,
  index: ModelIndex,
): string | undefined {
  if (level === 'full') return undefined;
  if (level === 'none') return 'The user lets assistants see no rows.';
  const isAggregate = Array.isArray(query.measures) && query.measures.length > 0 && query.ungrouped !== true;
  const isKey = (name: string) => {
    const member = index.memberByPath(name);
    return member !== undefined && isTrue(valueAt(member.node, 'primaryKey'));
  };
  if (isAggregate && ![...membersIn(query)].some(isKey)) return undefined;
  return 'The user lets assistants see aggregates only: a query needs a measure, and cannot name a primary key or be ungrouped.';
}
