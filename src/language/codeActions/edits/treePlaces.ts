/** Finds the parts of a file's tree that a span belongs to. */

import type { Definition, Join, Member } from '../../../model/index/definitions.ts';
import { definitionsIn } from '../../../model/index/lookup.ts';
import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { contains, type Span } from '../../../model/source/range.ts';
import type { Entry, ListNode, MapNode, ScalarNode, ValueNode } from '../../../model/source/tree.ts';
import { modelFile, type Place } from '../../keys/conventions.ts';

export interface EntryPlace {
  map: MapNode;
  entry: Entry;
  /** The list that has the map as an item. */
  list?: ListNode | undefined;
}

/** Every entry in the file, outer ones before those in their values. */
function* entriesOf(node: ValueNode, list?: ListNode): Generator<EntryPlace> {
  if (node.kind === 'list') for (const item of node.items) yield* entriesOf(item, node);
  if (node.kind !== 'map') return;
  for (const entry of node.entries) {
    yield { map: node, entry, list };
    yield* entriesOf(entry.value);
  }
}

function* allEntries(file: IndexedFile): Generator<EntryPlace> {
  const { root } = file.source;
  for (const node of root ? [root] : definitionsIn(file).map((one) => one.node)) yield* entriesOf(node);
}

/** How the formatter orders the keys of a map; undefined in JavaScript, and for a map that a program or a template writes. */
export function conventionsOf({ source: { root } }: IndexedFile, map: MapNode): Place | undefined {
  const placeIn = (node: ValueNode, place: Place): Place | undefined => {
    if (node === map) return place;
    const parts: readonly [ValueNode, Place][] =
      node.kind === 'list'
        ? node.items.map((item) => [item, place.items ?? place])
        : node.kind === 'map'
          ? node.entries.map(({ key, value }) => [value, place.below(key)])
          : [];
    for (const [part, below] of parts) {
      const found = part.start <= map.start && map.end <= part.end ? placeIn(part, below) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return root && placeIn(root, modelFile);
}

/** The texts of SQL in a member. */
export function* sqlNodes(node: ValueNode): Generator<ScalarNode> {
  if (node.kind === 'list') for (const item of node.items) yield* sqlNodes(item);
  if (node.kind !== 'map') return;
  for (const { name, value } of node.entries) {
    if (name === 'sql' && value.kind === 'scalar' && !value.dynamic) yield value;
    else yield* sqlNodes(value);
  }
}

export function definitionAt(file: IndexedFile, span: Span): Definition | undefined {
  return definitionsIn(file).find((one) => contains(one.span, span) || contains(one.nameSpan, span));
}

/** The member or join of a definition that contains a span. */
export function partAt(definition: Definition, span: Span): Member | Join | undefined {
  const has = (one: Member | Join) => contains(one.span, span);
  return definition.members.find(has) ?? definition.joins.find(has);
}

/** The entry with its key at `span`. */
export function entryAt(file: IndexedFile, span: Span): EntryPlace | undefined {
  for (const place of allEntries(file))
    if (place.entry.keySpan.start === span.start && place.entry.keySpan.end === span.end) return place;
  return undefined;
}

/** The entry whose value is at `span`. */
export function entryWithValue(file: IndexedFile, span: Span): EntryPlace | undefined {
  for (const place of allEntries(file))
    if (place.entry.value.start === span.start && place.entry.value.end === span.end) return place;
  return undefined;
}

/** The entry with the value that contains a span. */
export function keyOfValue(file: IndexedFile, span: Span): EntryPlace | undefined {
  let found: EntryPlace | undefined;
  for (const place of allEntries(file)) if (contains(place.entry.value, span)) found = place;
  return found?.entry.value.kind === 'scalar' ? found : undefined;
}

export function mapAt(file: IndexedFile, span: Span): MapNode | undefined {
  for (const { map } of allEntries(file)) if (map.start === span.start && map.end === span.end) return map;
  for (const { node } of definitionsIn(file)) if (node.start === span.start && node.end === span.end) return node;
  return entryWithValue(file, span)?.entry.value as MapNode | undefined;
}
