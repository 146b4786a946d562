/** Finds measures in SQL where no aggregate is possible: inside another aggregate, in dimensions, segments and filters of rows. */

import type { Definition, Member } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { resolve } from '../index/resolve.ts';
import { camelCase } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { isWholeInterpolation } from './checkInterpolations.ts';
import { describe, type Findings } from './findings.ts';

const aggregates = new Set([
  ...['count', 'countDistinct', 'countDistinctApprox', 'sum', 'avg', 'min', 'max', 'runningTotal'],
]);

/** SQL of which the compiler makes one expression without a subquery. */
const plainSql =
  /^(?:(?:measures|dimensions|segments)\.\w+\.sql|measures\.\w+\.filters\.\d+\.sql|dimensions\.\w+\.case\..*)$/;

/** Members with these keys are computed in a query of their own. */
function hasOwnQuery({ node }: Member): boolean {
  return ['multiStage', 'subQuery', 'rollingWindow'].some((key) => {
    const value = valueAt(node, key);
    return value !== undefined && !(value.kind === 'scalar' && value.value === false);
  });
}

function typeOf({ node }: Member): string {
  return camelCase(textOf(valueAt(node, 'type')) ?? '');
}

/** The measure that a reference in such SQL names. */
function usedMeasure(index: ModelIndex, reference: Reference): Member | undefined {
  if (reference.role !== 'sql' || !plainSql.test(reference.path) || reference.chain.called) return undefined;
  const { targets, failure } = resolve(index, reference);
  const last = targets.at(-1);
  if (failure || targets.length < reference.chain.parts.length || !last || !('member' in last)) return undefined;
  if (last.member.kind !== 'measure' || last.member === reference.member) return undefined;
  return isWholeInterpolation(index, reference) ? last.member : undefined;
}

/** Whether the SQL of a measure contains an aggregate function that we know of. */
function isAggregate(index: ModelIndex, measure: Member, passed: readonly Member[] = []): boolean {
  if (hasOwnQuery(measure) || passed.includes(measure)) return false;
  if (aggregates.has(typeOf(measure))) return true;
  return index.references(measure.definition).references.some((reference) => {
    const used = reference.member === measure ? usedMeasure(index, reference) : undefined;
    return used !== undefined && isAggregate(index, used, [...passed, measure]);
  });
}

export function checkAggregates(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const reference of index.references(definition).references) {
    const { member, chain, path } = reference;
    if (!member || hasOwnQuery(member)) continue;
    if (member.kind === 'measure' && !aggregates.has(typeOf(member))) continue;
    const used = usedMeasure(index, reference);
    if (!used || !isAggregate(index, used)) continue;
    findings.add({
      file: definition.file,
      span: chain,
      ...problemCatalog.misplacedAggregate(messageOf(member, used, path)),
      effect: 'queries that use this will fail',
    });
  }
}

function messageOf(member: Member, used: Member, path: string): string {
  const measure = `\`${used.name}\` is a measure of ${describe(used.definition)}`;
  if (member.kind === 'segment') return `${measure}, but a segment selects rows before they are aggregated.`;
  if (member.kind === 'dimension') return `${measure}. A dimension can use it only with \`sub_query: true\`.`;
  if (path.includes('.filters.'))
    return `${measure}, but a filter of a measure selects rows before they are aggregated.`;
  const type = textOf(valueAt(member.node, 'type'));
  return `${measure}, and SQL cannot aggregate an aggregate. Use the type \`number\` to calculate with measures instead of \`${type}\`.`;
}
