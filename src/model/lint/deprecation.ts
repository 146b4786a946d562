/** What `meta: { deprecated: … }` says about a cube, a view, a member, or a member that a view includes. */

import { entryWith } from '../documents/readShape.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { ModelSymbol, Occurrence } from '../index/lookup.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { contains, type Span } from '../source/range.ts';
import { type ValueNode, valueAt } from '../source/tree.ts';

export interface Deprecation {
  /** As written: a date or a version. */
  since?: string;
  /** The name of what replaces it: `name`, or `cube.name`. */
  use?: string;
  useSpan?: Span;
}

function textIn(node: ValueNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.dynamic || node.value === null || node.value === '') return undefined;
  return node.value instanceof Date ? node.value.toISOString().slice(0, 10) : String(node.value);
}

/** `true`, a text, or a block with `since` and `use`. */
export function deprecationIn(node: ValueNode): Deprecation | undefined {
  const value = entryWith(valueAt(node, 'meta'), 'deprecated')?.value;
  if (!value || (value.kind === 'scalar' && (value.value === null || value.value === false))) return undefined;
  const use = entryWith(value, 'use')?.value;
  const [since, named] = [textIn(entryWith(value, 'since')?.value), textIn(use)];
  return {
    ...(since === undefined ? {} : { since }),
    ...(named === undefined || !use ? {} : { use: named, useSpan: { start: use.start, end: use.end } }),
  };
}

/** Whether the part itself says so. */
export function isDeprecated(symbol: { definition: Definition } | { member: Member }): boolean {
  return deprecationIn('member' in symbol ? symbol.member.node : symbol.definition.node) !== undefined;
}

/** The item of `includes` in which a view says more about a member than its name. */
export function includedItem(index: ModelIndex, view: Definition, name: string): ValueNode | undefined {
  const member = index.viewMembers(view).members.get(name);
  const list = member && valueAt(member.item.node, 'includes');
  return list?.kind === 'list'
    ? list.items.find((item) => item.kind === 'map' && contains(item, member!.span))
    : undefined;
}

/** Also of a member that only this view calls deprecated. `name` is the name in the view. */
export function deprecationOf(
  index: ModelIndex,
  symbol: ModelSymbol,
  within?: { view: Definition; name: string },
): Deprecation | undefined {
  if ('template' in symbol || 'granularity' in symbol) return undefined;
  const item = within && includedItem(index, within.view, within.name);
  return (
    (item && deprecationIn(item)) ?? deprecationIn('member' in symbol ? symbol.member.node : symbol.definition.node)
  );
}

/** What is said about the symbol that a place names. `text` is the name there. */
export function deprecationAt(index: ModelIndex, { symbol, view }: Occurrence, text: string): Deprecation | undefined {
  return deprecationOf(index, symbol, view && { view, name: text });
}

/** ` since 2026-01` and ` Use … instead.`, each empty if it is not known. */
export function deprecationTexts({ since, use }: Deprecation): [since: string, use: string] {
  return [since === undefined ? '' : ` since ${since}`, use === undefined ? '' : ` Use \`${use}\` instead.`];
}
