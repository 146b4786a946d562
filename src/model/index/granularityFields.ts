/** The fields that name a granularity: in pre-aggregations that of their time dimension, in rolling windows one of the cube. */

import { contains, type Span } from '../source/range.ts';
import { textOf, type ValueNode, valueAt } from '../source/tree.ts';
import { type Definition, granularitiesOf, type Member, type NamedItem } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import { resolve } from './resolve.ts';

interface GranularityField {
  span: Span;
  granularity: NamedItem;
  dimension: Member;
}

export function granularityFieldsIn(index: ModelIndex, definition: Definition): GranularityField[] {
  return definition.members.flatMap((member) => {
    const { kind, node } = member;
    if (kind === 'measure') return windowOf(index, member);
    if (kind !== 'preAggregation') return [];
    const several = valueAt(node, 'timeDimensions');
    const pairs = several?.kind === 'list' ? several.items : [];
    return [
      ...fieldOf(index, member, node, valueAt(node, 'timeDimension') ?? valueAt(node, 'timeDimensionReference')),
      ...pairs.flatMap((one) => fieldOf(index, member, one, valueAt(one, 'dimension'))),
    ];
  });
}

function fieldOf(
  index: ModelIndex,
  member: Member,
  owner: ValueNode,
  dimensionNode: ValueNode | undefined,
): GranularityField[] {
  const field = valueAt(owner, 'granularity');
  const name = textOf(field);
  if (!field || name === undefined || !dimensionNode) return [];
  const reference = index
    .references(member.definition)
    .references.find((one) => one.member === member && contains(dimensionNode, one.chain));
  const target = reference && resolve(index, reference).targets.at(-1);
  if (!target || !('member' in target)) return [];
  return named(field, name, target.member);
}

/** A rolling window does not say its time dimension. */
function windowOf(index: ModelIndex, { definition, node }: Member): GranularityField[] {
  const field = valueAt(valueAt(node, 'rollingWindow'), 'granularity');
  const name = textOf(field);
  if (!field || name === undefined) return [];
  const dimensions = [...index.members(definition).values()].flat();
  const found = dimensions.flatMap((dimension) => named(field, name, dimension));
  return found.length === 1 ? found : [];
}

function named(span: Span, name: string, dimension: Member): GranularityField[] {
  return granularitiesOf(dimension)
    .filter((one) => one.name === name)
    .map((granularity) => ({ span, granularity, dimension }));
}
