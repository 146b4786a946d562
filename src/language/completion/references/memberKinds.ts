/** Which members fit into a field. */

import type { Member, MemberKind } from '../../../model/index/definitions.ts';
import type { Field } from '../../../model/index/references.ts';
import { textOf, valueAt } from '../../../model/source/tree.ts';

interface Fit {
  kinds: readonly MemberKind[];
  /** The type that a dimension must have. */
  type?: string;
}

const sqlKinds: readonly MemberKind[] = ['dimension', 'measure', 'segment'];
const columns: readonly MemberKind[] = ['dimension', 'measure'];

/** By the last key of the field, or the last one that is not a number. */
const fits: readonly (readonly [RegExp, Fit])[] = [
  [/^measure(s|References)$/, { kinds: ['measure'] }],
  [/^segment(s|References)$/, { kinds: ['segment'] }],
  [/^timeDimension(Reference)?$/, { kinds: ['dimension'], type: 'time' }],
  [/^switch$/, { kinds: ['dimension'], type: 'switch' }],
  [
    /^(dimensions|dimensionReferences|levels|key|groupBy|reduceBy|addGroupBy|exclude|keepOnly|include)$/,
    { kinds: ['dimension'] },
  ],
  [/^(drillMembers|drillMemberReferences|columns|member|unless|contextMembers)$/, { kinds: columns }],
  [/^rollups$|^rollupReferences$/, { kinds: ['preAggregation'] }],
];

export function fitOf({ path, role }: Field): Fit {
  if (/^cubes\.\d+\.(in|ex)cludes$/.test(path)) return { kinds: ['dimension', 'measure', 'segment', 'hierarchy'] };
  if (role === 'sql' || role === 'own')
    return fits.find(([name]) => role === 'own' && name.test(lastOf(path)))?.[1] ?? { kinds: sqlKinds };
  if (/timeDimensions\.\d+\.dimension$/.test(path)) return { kinds: ['dimension'], type: 'time' };
  return fits.find(([name]) => name.test(lastOf(path)))?.[1] ?? { kinds: sqlKinds };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** A member without a type that can be read counts as fitting. */
export function isFitting(member: Member, { kinds, type }: Fit): boolean {
  if (!kinds.includes(member.kind)) return false;
  const own = textOf(valueAt(member.node, 'type'));
  if (member.kind === 'preAggregation') return own === undefined || own === 'rollup';
  return type === undefined || own === undefined || own === type;
}
