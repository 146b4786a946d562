/** Decides whether the compiler resolves a reference during the compile. A wrong reference in other fields fails only in queries. */

import type { Member } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { valueAt } from '../source/tree.ts';

const evaluatedPaths = [
  /^extends$/,
  /^(measures|dimensions|segments)\.\w+\.sql$/,
  /^hierarchies\.\w+\.levels$/,
  /^measures\.\w+\.(groupBy|reduceBy|addGroupBy)$/,
  /^(measures|dimensions)\.\w+\.(filter|grain)\.(exclude|keepOnly|include)$/,
  /^measures\.\w+\.timeShift\.\d+\.timeDimension$/,
  /^dimensions\.\w+\.(addGroupBy|key)$/,
  /^dimensions\.\w+\.links\.\d+\./,
  /^preAggregations\.\w+\.outputColumnTypes\./,
  /^accessPolicy\.\d+\.rowLevel\.filters\.[\w.]*member$/,
  /^cubes\.\d+\.(joinPath|includes)$/,
  /^folders\./,
  /^defaultFilters\.\d+\.(member|unless)$/,
  /^joins\.\d+\.name$/,
  /^(viewGroup|viewGroups|views|includes)$/,
];

export function isEvaluated(index: ModelIndex, reference: Reference): boolean {
  const { member, path, role } = reference;
  if (role === 'text') return true;
  const multiStage = member && valueAt(member.node, 'multiStage') !== undefined;
  if (/\.(groupBy|reduceBy|addGroupBy|timeDimension|exclude|keepOnly|include)$/.test(path) && !multiStage) return false;
  if (path.endsWith('.drillMembers')) return isIncludedInView(index, member);
  if (member && path.endsWith('.sql')) {
    const subQuery = valueAt(member.node, 'subQuery');
    if (subQuery && !(subQuery.kind === 'scalar' && subQuery.value === false)) return false;
  }
  return evaluatedPaths.some((pattern) => pattern.test(path));
}

export function isIncludedInView(index: ModelIndex, member: Member | undefined): boolean {
  return index.definitions.some((definition) => {
    if (definition.kind !== 'view') return false;
    for (const included of index.viewMembers(definition).members.values()) {
      if (included.sources.some((source) => source === member)) return true;
    }
    return false;
  });
}
