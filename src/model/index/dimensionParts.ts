/**
 * Granularities and time shifts: the named parts of a time dimension, and the fields that name them. Pre-aggregations say which
 * dimension they mean. Rolling windows and time shifts do not: they mean the one by which a query groups.
 */

import { contains, type Span } from '../source/range.ts';
import { textOf, type ValueNode, valueAt } from '../source/tree.ts';
import { type Definition, granularitiesOf, type Member, type NamedItem, timeShiftsOf } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import { resolve } from './resolve.ts';

/** `isTimeShift` for a time shift, otherwise a granularity. */
export interface DimensionPart {
  granularity: NamedItem;
  dimension: Member;
  isTimeShift?: true;
}

export interface PartField {
  /** The name in the field. */
  span: Span;
  name: string;
  isTimeShift: boolean;
  /** Several if several dimensions have a part with that name. */
  parts: readonly DimensionPart[];
}

export function partsOf(dimension: Member): DimensionPart[] {
  return [
    ...granularitiesOf(dimension).map((granularity): DimensionPart => ({ granularity, dimension })),
    ...timeShiftsOf(dimension).map((granularity): DimensionPart => ({ granularity, dimension, isTimeShift: true })),
  ];
}

export function partFieldsIn(index: ModelIndex, definition: Definition): PartField[] {
  return definition.members.flatMap((member) => {
    const { kind, node } = member;
    if (kind === 'measure') return [...windowOf(index, member), ...shiftsOf(index, member)];
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
): PartField[] {
  const field = valueAt(owner, 'granularity');
  const dimension = field && dimensionAt(index, member, dimensionNode);
  return field && dimension ? named(field, false, [dimension]) : [];
}

function dimensionAt(index: ModelIndex, member: Member, node: ValueNode | undefined): Member | undefined {
  if (!node) return undefined;
  const reference = index
    .references(member.definition)
    .references.find((one) => one.member === member && contains(node, one.chain));
  const target = reference && resolve(index, reference).targets.at(-1);
  return target && 'member' in target ? target.member : undefined;
}

function windowOf(index: ModelIndex, { definition, node }: Member): PartField[] {
  const field = valueAt(valueAt(node, 'rollingWindow'), 'granularity');
  return field ? namedAnywhere(index, definition, field, false) : [];
}

function shiftsOf(index: ModelIndex, member: Member): PartField[] {
  const list = valueAt(member.node, 'timeShift');
  return (list?.kind === 'list' ? list.items : []).flatMap((item) => {
    const field = valueAt(item, 'name');
    const dimension = dimensionAt(index, member, valueAt(item, 'timeDimension'));
    if (!field) return [];
    return dimension ? named(field, true, [dimension]) : namedAnywhere(index, member.definition, field, true);
  });
}

/** The parts with this name of the cube's own dimensions or, if none has it, of any cube. */
function namedAnywhere(index: ModelIndex, definition: Definition, field: ValueNode, isTimeShift: boolean): PartField[] {
  const [own] = named(field, isTimeShift, [...index.members(definition).values()].flat());
  if (!own || own.parts.length > 0) return own ? [own] : [];
  return named(field, isTimeShift, timeDimensionsOf(index));
}

/** All dimensions of the model that have such parts. */
export function timeDimensionsOf(index: ModelIndex): Member[] {
  const isWithParts = ({ node }: Member) => valueAt(node, 'granularities') ?? valueAt(node, 'timeShift');
  return index.definitions.flatMap(({ members }) =>
    members.filter((one) => one.kind === 'dimension' && isWithParts(one)),
  );
}

function named(field: ValueNode, isTimeShift: boolean, dimensions: readonly Member[]): PartField[] {
  const name = textOf(field);
  if (name === undefined) return [];
  const isSame = (one: DimensionPart) => one.granularity.name === name && (one.isTimeShift ?? false) === isTimeShift;
  const parts = dimensions.flatMap((dimension) => partsOf(dimension).filter(isSame));
  return [{ span: { start: field.start, end: field.end }, name, isTimeShift, parts }];
}
