/** What the checks of rules share: what they get, and which parts of a model users see. */

import type { Finding } from '../checks/findings.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { isHidden, isPrivate } from '../index/visibility.ts';
import { type Entry, entryOf, type ValueNode } from '../source/tree.ts';
import type { RuleSettings } from './ruleSettings.ts';

export interface RuleContext {
  index: ModelIndex;
  file: IndexedFile;
  definition: Definition;
  settings: RuleSettings;
}

export type RuleCheck = (context: RuleContext) => Finding[];

const kinds: Readonly<Partial<Record<Member['kind'], string>>> = {
  measure: 'measure',
  dimension: 'dimension',
  segment: 'segment',
};

/** The measures, dimensions and segments that a definition writes itself. */
export function ownMembers({ members }: Definition): Member[] {
  // A YAML alias repeats members at the place of its anchor.
  const own = members.filter(({ kind, node }) => kinds[kind] !== undefined && node.kind === 'map');
  return [...new Map(own.map((one) => [one.nameSpan.start, one])).values()];
}

/** For messages: ``measure `orders.count` ``. */
export function describeMember({ kind, name, definition }: Member): string {
  return `${kind} \`${definition.name}.${name}\``;
}

/** A member that its cube does not hide; a private cube may be shown through a view. */
export function shownMembers(definition: Definition): Member[] {
  return ownMembers(definition).filter((one) => !isHidden(one));
}

export function isShown({ kind, node }: Definition): boolean {
  return kind !== 'view_group' && !isPrivate(node);
}

/** Whether a key is set, or may be: by a template or a program, or in what is extended. */
export function mayHave(index: ModelIndex, part: Definition | Member, key: string): boolean {
  const has = ({ node }: { node: ValueNode }) => node.kind !== 'map' || node.open || entryOf(node, key) !== undefined;
  if (has(part)) return true;
  const isMember = 'definition' in part;
  const [, ...ancestors] = index.lineage(isMember ? part.definition : part);
  if (!isMember) return ancestors.some(has);
  return ancestors.some(({ members }) =>
    members.some((one) => one.name === part.name && one.kind === part.kind && has(one)),
  );
}

/** Groups whose keys are names in JavaScript. */
const namedGroups = new Set([
  ...['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins'],
  ...['indexes', 'granularities'],
]);

/** All entries of a definition except names of members, and what is in `meta`. */
export function* entriesIn(node: ValueNode, areNames = false): Generator<Entry> {
  if (node.kind === 'list') for (const item of node.items) yield* entriesIn(item);
  if (node.kind !== 'map') return;
  for (const entry of node.entries) {
    if (entry.dynamic || (entry.name === 'meta' && !areNames)) continue;
    if (!areNames) yield entry;
    yield* entriesIn(entry.value, !areNames && namedGroups.has(entry.name) && entry.value.kind === 'map');
  }
}
