/** What answers say about the parts of a model: cubes, views and members, with their places. */

import { titleOf } from '../../../language/hover/properties.ts';
import { valueWith } from '../../../model/documents/readShape.ts';
import type { Definition, Member, MemberKind } from '../../../model/index/definitions.ts';
import { definitionsIn } from '../../../model/index/lookup.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import { isHidden, isPrivate } from '../../../model/index/visibility.ts';
import type { Range, Span } from '../../../model/source/range.ts';
import { textOf, type ValueNode, valueAt } from '../../../model/source/tree.ts';
import type { ValueObject } from './answer.ts';

/** A member as queries name it: that of a view has the name that it has there. */
export interface NamedMember {
  /** `orders.count` */
  name: string;
  member: Member;
  owner: Definition;
  isPublic: boolean;
}

const memberKindNames: Readonly<Record<MemberKind, string>> = {
  measure: 'measure',
  dimension: 'dimension',
  segment: 'segment',
  hierarchy: 'hierarchy',
  preAggregation: 'pre-aggregation',
};

export function placeText(file: string, { start }: Range): string {
  return `${file}:${start.line + 1}`;
}

export function placeOfSpan(index: ModelIndex, file: string, span: Span): string {
  return placeText(file, index.rangeOf(file, span));
}

/** All cubes and views, by their files. */
export function definitionsOf(index: ModelIndex): Definition[] {
  return [...index.files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(definitionsIn)
    .filter(({ kind }) => kind !== 'view_group');
}

/** Inherited and included members, too. */
export function membersOf(index: ModelIndex, owner: Definition): NamedMember[] {
  const own = [...index.members(owner)].flatMap(([name, all]) =>
    all.map((member) => ({ name: `${owner.name}.${name}`, member, owner, isPublic: !isHidden(member) })),
  );
  if (owner.kind !== 'view') return own;
  const included = [...index.viewMembers(owner).members.values()].flatMap(({ name, sources }) =>
    sources.map((member) => ({ name: `${owner.name}.${name}`, member, owner, isPublic: true })),
  );
  return [...own, ...included];
}

export function descriptionOf(node: ValueNode): string | undefined {
  return textOf(valueAt(node, 'description'));
}

function metaText(node: ValueNode, key: string): string | undefined {
  const value = valueWith(valueAt(node, 'meta'), key);
  if (value?.kind !== 'list') return textOf(value);
  return value.items.flatMap((item) => textOf(item) ?? []).join(', ');
}

/** What the model’s author wrote for assistants. */
export function assistantTexts(node: ValueNode) {
  return {
    synonyms: metaText(node, 'synonyms'),
    aiContext: metaText(node, 'ai_context'),
  };
}

export function memberFacts(index: ModelIndex, { name, member, isPublic }: NamedMember): ValueObject {
  const { node, kind, definition, nameSpan } = member;
  return {
    name,
    kind: memberKindNames[kind],
    type: textOf(valueAt(node, 'type')),
    title: titleOf(node),
    description: descriptionOf(node),
    public: isPublic,
    place: placeOfSpan(index, definition.file, nameSpan),
  };
}

export function definitionFacts(index: ModelIndex, definition: Definition): ValueObject {
  const { name, kind, node, file, nameSpan } = definition;
  const members = membersOf(index, definition);
  const count = (one: MemberKind) => members.filter(({ member }) => member.kind === one).length;
  return {
    name,
    kind,
    title: titleOf(node),
    public: !isPrivate(node),
    place: placeOfSpan(index, file, nameSpan),
    measures: count('measure'),
    dimensions: count('dimension'),
    segments: count('segment'),
    // Templates and programs may write members that only the compiler knows.
    ...(index.isOpen(definition) && { mayHaveMore: true }),
  };
}

/** The source text of a part, without the indentation that all its lines have. */
export function sourceText(index: ModelIndex, file: string, { start, end }: Span): string {
  const text = index.text(file)?.text ?? '';
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // A block of YAML ends before the closing quote of its last value.
  const isQuoted = /["']/.test(text[end] ?? '');
  const lines = text
    .slice(lineStart, isQuoted ? end + 1 : end)
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}
