/** Call hierarchy: what a measure, dimension, cube or view is made of, and what is made of it. */

import { type CallNode, callsFrom, callsTo, definitionOf, isSameNode, nameOf } from '../../model/index/calls.ts';
import type { MemberKind } from '../../model/index/definitions.ts';
import { definitionsIn, type Occurrence, occurrenceAt, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Position,
  UriOf,
} from '../protocol/protocol.ts';
import { symbolKinds } from '../protocol/symbolKinds.ts';

/** Names, so that an item is found again after an edit. Without `member`, the cube or view itself. */
interface ItemData {
  file: string;
  definition: string;
  member?: { name: string; kind: MemberKind | 'included' };
}

type Item = CallHierarchyItem<ItemData>;

export function prepareCallHierarchy(index: ModelIndex, path: string, position: Position, uriOf: UriOf): Item[] {
  const found = occurrenceAt(index, path, position);
  const node = found && nodeAt(index, found);
  return node ? [itemOf(index, node, uriOf)] : [];
}

export function incomingCalls(index: ModelIndex, item: Item, uriOf: UriOf): CallHierarchyIncomingCall<ItemData>[] {
  const node = nodeOf(index, item.data);
  return grouped(node ? callsTo(index, node) : [], ({ from }) => from).map(([from, spans]) => ({
    from: itemOf(index, from, uriOf),
    fromRanges: spans.map((span) => index.rangeOf(definitionOf(from).file, span)),
  }));
}

export function outgoingCalls(index: ModelIndex, item: Item, uriOf: UriOf): CallHierarchyOutgoingCall<ItemData>[] {
  const node = nodeOf(index, item.data);
  return grouped(node ? callsFrom(index, node) : [], ({ to }) => to).map(([to, spans]) => ({
    to: itemOf(index, to, uriOf),
    fromRanges: spans.map((span) => index.rangeOf(item.data.file, span)),
  }));
}

/** Calls of the same part as one, in the order of the first. */
function grouped<Call extends { span: Span }>(
  calls: readonly Call[],
  keyOf: (call: Call) => CallNode,
): [node: CallNode, spans: Span[]][] {
  const groups: [CallNode, Span[]][] = [];
  for (const call of calls) {
    const node = keyOf(call);
    const known = groups.find(([one]) => isSameNode(one, node));
    if (!known) groups.push([node, [call.span]]);
    else if (!known[1].some(({ start }) => start === call.span.start)) known[1].push(call.span);
  }
  return groups;
}

/** A name in `includes` is that of the cube's member, an alias that of the view's. */
function nodeAt(index: ModelIndex, { symbol, view, span, file }: Occurrence): CallNode | undefined {
  if ('template' in symbol) return undefined;
  if ('definition' in symbol) return symbol;
  if ('granularity' in symbol) return { member: symbol.dimension };
  if (!view) return symbol;
  const members = [...index.viewMembers(view).members.values()];
  const declared = members.find((one) => one.definition.file === file && one.span.start === span.start);
  const name = declared?.name ?? index.text(file)?.text.slice(span.start, span.end) ?? '';
  return { view, name };
}

function nodeOf(index: ModelIndex, { file, definition: name, member }: ItemData): CallNode | undefined {
  const source = index.file(file);
  const definition = source && definitionsIn(source).find((one) => one.name === name);
  if (!definition || !member) return definition && { definition };
  if (member.kind === 'included') return { view: definition, name: member.name };
  const found = definition.members.find((one) => one.name === member.name && one.kind === member.kind);
  return found && { member: found };
}

function itemOf(index: ModelIndex, node: CallNode, uriOf: UriOf): Item {
  const { name: definition, file, kind } = definitionOf(node);
  const name = nameOf(node);
  if ('view' in node) {
    const included = index.viewMembers(node.view).members.get(name);
    const source = included?.sources[0];
    const place = included ?? { definition: node.view, span: node.view.nameSpan };
    const range = index.rangeOf(place.definition.file, place.span);
    return {
      name,
      detail: [definition, ...(source ? [typeOf(source.node)] : [])].filter(Boolean).join(' · '),
      kind: symbolKinds[source?.kind ?? 'dimension'],
      uri: uriOf(place.definition.file),
      range,
      selectionRange: range,
      data: { file, definition, member: { name, kind: 'included' } },
    };
  }
  const { span, nameSpan } = placeOf(node);
  const { member } = 'member' in node ? node : {};
  return {
    name,
    detail: member ? [definition, typeOf(member.node)].filter(Boolean).join(' · ') : kind.replace('_', ' '),
    kind: symbolKinds[member?.kind ?? kind],
    uri: uriOf(file),
    range: index.rangeOf(file, contains(span, nameSpan) ? span : nameSpan),
    selectionRange: index.rangeOf(file, nameSpan),
    data: { file, definition, ...(member ? { member: { name, kind: member.kind } } : {}) },
  };
}

function typeOf(node: Parameters<typeof valueAt>[0]): string | undefined {
  return textOf(valueAt(node, 'type'));
}
