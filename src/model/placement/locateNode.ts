/** Finds the node for a path of the compiler, such as `measures.total.type` or `joins[0].sql`. */

import { type Definition, memberGroups, namedItems } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { allViewCubes } from '../index/viewMembers.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode, valueAt } from '../source/tree.ts';

export interface LocatedNode {
  file: string;
  /** A scalar, or the key of another value; the name of the owner if the node does not exist. */
  span: Span;
  keySpan: Span;
  exists: boolean;
  node: ValueNode | undefined;
  /** The part of the path that exists, if the node does not exist. */
  holder: { definition: Definition; span: Span } | undefined;
  /** The member, join or list item that contains the node. */
  part: { definition: Definition; span: Span; name: Span } | undefined;
}

function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((match) =>
    match[1] === undefined ? match[2]! : Number(match[1]),
  );
}

interface Cursor {
  definition: Definition;
  node: ValueNode | undefined;
  keySpan: Span;
  part: LocatedNode['part'];
}

/** The items of a list in a definition and in its ancestors, numbered as the compiler does. */
function inheritedItems(
  index: ModelIndex,
  definition: Definition,
  key: string,
): { definition: Definition; item: ValueNode }[] {
  return index
    .lineage(definition)
    .reverse()
    .flatMap((one) => {
      const value = valueAt(one.node, key);
      return value?.kind === 'list' ? value.items.map((item) => ({ definition: one, item })) : [];
    });
}

function nameSpanOf(item: ValueNode): Span {
  const name = valueAt(item, 'name');
  if (name && name.end > name.start) return name;
  return item.kind === 'map' ? (item.entries[0]?.keySpan ?? item) : item;
}

/** Resolves the first one or two steps, with inheritance: `joins[0]` of a child may be the join of its parent. */
function enter(
  index: ModelIndex,
  definition: Definition,
  steps: readonly (string | number)[],
): { cursor: Cursor; used: number } {
  const [group, second] = steps;
  const start: Cursor = { definition, node: definition.node, keySpan: definition.nameSpan, part: undefined };
  if (typeof group !== 'string') return { cursor: start, used: 0 };
  const kind = memberGroups.get(group);
  if (kind && typeof second === 'string') {
    const member =
      index
        .members(definition)
        .get(second)
        ?.find((one) => one.kind === kind) ?? index.members(definition).get(second)?.[0];
    if (member) {
      const part = { definition: member.definition, span: member.span, name: member.nameSpan };
      return { cursor: { definition: member.definition, node: member.node, keySpan: member.nameSpan, part }, used: 2 };
    }
  }
  if (group === 'joins' && (typeof second === 'number' || typeof second === 'string')) {
    const joins = index.joins(definition);
    const listed = typeof second === 'number' ? inheritedItems(index, definition, 'joins') : [];
    const join =
      typeof second === 'number'
        ? listed.length > 0
          ? undefined
          : joins[second]
        : joins.find((one) => one.name === second);
    if (join) {
      const part = { definition: join.definition, span: join.span, name: join.nameSpan };
      return { cursor: { definition: join.definition, node: join.node, keySpan: join.nameSpan, part }, used: 2 };
    }
  }
  if (typeof second === 'number') {
    if (group === 'cubes' && definition.kind === 'view') {
      const item = allViewCubes(index, definition)[second];
      if (item) {
        const part = { definition: item.definition, span: item.node, name: item.cubeSpan };
        return { cursor: { definition: item.definition, node: item.node, keySpan: item.cubeSpan, part }, used: 2 };
      }
    }
    const found = inheritedItems(index, definition, group)[second];
    if (found) {
      const name = nameSpanOf(found.item);
      const part = { definition: found.definition, span: found.item, name };
      return { cursor: { definition: found.definition, node: found.item, keySpan: name, part }, used: 2 };
    }
  }
  for (const one of index.lineage(definition)) {
    const entry = entryOf(one.node, group);
    if (entry)
      return { cursor: { definition: one, node: entry.value, keySpan: entry.keySpan, part: undefined }, used: 1 };
  }
  return { cursor: start, used: 0 };
}

function step(cursor: Cursor, name: string | number): Cursor | undefined {
  const { node } = cursor;
  if (typeof name === 'number') {
    const item = node?.kind === 'list' ? node.items[name] : undefined;
    return item ? { ...cursor, node: item, keySpan: nameSpanOf(item) } : undefined;
  }
  const entry = entryOf(node, name);
  if (entry) return { ...cursor, node: entry.value, keySpan: entry.keySpan };
  const item = namedItems(node).find((one) => one.name === name);
  return item ? { ...cursor, node: item.node, keySpan: item.nameSpan } : undefined;
}

/** Follows the path as far as it exists. */
export function locateNode(index: ModelIndex, definition: Definition, path: string): LocatedNode {
  const steps = stepsOf(path);
  const { cursor, used } = enter(index, definition, steps);
  let current = cursor;
  let missing = used === 0 && steps.length > 0;
  for (const name of missing ? [] : steps.slice(used)) {
    const next = step(current, name);
    if (!next) {
      missing = true;
      break;
    }
    current = next;
  }
  const { node } = current;
  const isScalar = node?.kind === 'scalar' && node.end > node.start;
  return {
    file: current.definition.file,
    span: !missing && isScalar ? node : current.keySpan,
    keySpan: current.keySpan,
    exists: !missing,
    node: missing ? undefined : node,
    holder: missing && used > 0 && node ? { definition: current.definition, span: node } : undefined,
    part: current.part,
  };
}
