/** The members of a dashboard in the model: definitions of measures, and dimensions for filters. */

import type { DimensionView } from '../../contract/messages/hostChannel.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import { locationOf, type SourceLocation } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';

/**
 * The definition of `view.member`: the member of its cube, or else the view or cube itself. Accepts a granularity
 * (`orders.created_at.month`), and a name without its view if the name is unique.
 */
export function locateMember(index: ModelIndex, member: string): SourceLocation | undefined {
  const [owner, name] = member.split('.');
  if (owner === undefined || owner === '') return undefined;
  const definition = index.cube(owner);
  if (name !== undefined && definition) {
    const found = index.member(definition, name);
    return locationOf(index, found ? { member: found } : { definition });
  }
  if (definition) return locationOf(index, { definition });
  if (name !== undefined) return undefined;
  const named = index.definitions.flatMap(({ members }) => members.filter((each) => each.name === owner));
  return named.length === 1 ? locationOf(index, { member: named[0]! }) : undefined;
}

/** The public dimensions of all views, then of all cubes. Skips members that the index cannot read. */
export function filterDimensions(index: ModelIndex): DimensionView[] {
  const shown = index.definitions.filter((one) => one.kind !== 'view_group' && !isHidden(one.node));
  return [...shown.filter(({ kind }) => kind === 'view'), ...shown.filter(({ kind }) => kind !== 'view')]
    .map((definition) => ({
      view: definition.name,
      title: titleOf(definition.node) ?? definition.name,
      dimensions: dimensionsOf(index, definition),
    }))
    .filter(({ dimensions }) => dimensions.length > 0);
}

function dimensionsOf(index: ModelIndex, definition: Definition): DimensionView['dimensions'] {
  const own: [string, readonly Member[]][] = [...index.members(definition)];
  if (definition.kind === 'view') {
    for (const [name, { sources }] of index.viewMembers(definition).members) own.push([name, sources]);
  }
  return own.flatMap(([name, members]) => {
    const member = members.find(({ kind }) => kind === 'dimension');
    if (!member || isHidden(member.node)) return [];
    return [{ name, title: titleOf(member.node) ?? name, type: textOf(valueAt(member.node, 'type')) ?? 'string' }];
  });
}

type Node = Definition['node'] | Member['node'];

function titleOf(node: Node): string | undefined {
  return node.kind === 'map' ? textOf(valueAt(node, 'title')) : undefined;
}

function isHidden(node: Node): boolean {
  const value = node.kind === 'map' ? (valueAt(node, 'public') ?? valueAt(node, 'shown')) : undefined;
  return value?.kind === 'scalar' && (value.value === false || value.value === 'false');
}
