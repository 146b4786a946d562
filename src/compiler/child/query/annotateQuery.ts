/** Describes the members of a query for charts: title, type, format and granularities. */

import type { Annotation, ModelQuery, QueryPlan } from '../../modelRequest.ts';
import { QueryRefused } from './queryRefused.ts';
import { standardGranularities } from './unsupportedMembers.ts';
import type { MemberMeta, VisibleMembers } from './visibleMembers.ts';

const annotatedFields = [
  'title',
  'shortTitle',
  'description',
  'type',
  'format',
  'currency',
  'meta',
  'drillMembers',
  'drillMembersGrouped',
  'granularities',
] as const;

function fieldsOf(member: MemberMeta): Record<string, unknown> {
  const fields = member as unknown as Record<string, unknown>;
  const entries = annotatedFields.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>;
}

/** @throws QueryRefused for hidden and unknown members, and for granularities that a time dimension does not have */
export function annotateQuery(members: VisibleMembers, query: ModelQuery): QueryPlan['annotation'] {
  const each = (kind: 'measures' | 'dimensions' | 'segments', names: readonly string[]): Annotation =>
    Object.fromEntries(names.map((name) => [name, fieldsOf(members.findVisible([kind], name))]));
  const timeDimensions: Record<string, Record<string, unknown>> = {};
  for (const { dimension, granularity } of query.timeDimensions) {
    const member = granularity
      ? members.findVisible(['dimensions'], dimension)
      : members.find(['dimensions'], dimension);
    if (member.type !== 'time') throw new QueryRefused(`'${dimension}' is not a time dimension`);
    if (!granularity) continue;
    const custom = member.granularities?.find(({ name }) => name === granularity);
    if (!custom && !standardGranularities.includes(granularity)) {
      throw new QueryRefused(`Granularity '${granularity}' is not defined for '${dimension}'`);
    }
    const fields = fieldsOf(member);
    timeDimensions[`${dimension}.${granularity}`] = {
      ...fields,
      granularity: custom ?? { name: granularity, title: granularity, interval: `1 ${granularity}` },
    };
    timeDimensions[dimension] = fields;
  }
  return {
    measures: each('measures', query.measures),
    dimensions: each('dimensions', query.dimensions),
    segments: each('segments', query.segments),
    timeDimensions,
  };
}
