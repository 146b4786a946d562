/** The origin of a member of a view: the join path, prefix and alias of the item that includes it. */

import type { Definition } from '../../model/index/definitions.ts';
import type { Occurrence } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains } from '../../model/source/range.ts';
import { code } from '../protocol/markdown.ts';

/** One paragraph for a name of a view's member, and for a name in `includes`; none for others. */
export function originOf(index: ModelIndex, found: Occurrence): string[] {
  const { symbol } = found;
  if (!('member' in symbol)) return [];
  const { member } = symbol;
  const view = found.view ?? includingView(found);
  if (!view) return [];
  const candidates = [...index.viewMembers(view).members.values()].filter(({ sources }) => sources.includes(member));
  const included =
    candidates.find(
      ({ item, span }) =>
        item.definition.file === found.file && contains(item.node, found.span) && span.start >= found.span.start,
    ) ??
    candidates.find(({ name }) => name === textAt(index, found)) ??
    candidates[0];
  if (!included) return [];
  const { name, item } = included;
  const path = item.joinPath?.parts.map((part) => part.name).join('.') ?? '';
  const alias = item.prefix === undefined ? name : name.slice(item.prefix.length + 1);
  const details = [
    `through ${code(path)}`,
    ...(item.prefix === undefined ? [] : [`with the prefix ${code(`${item.prefix}_`)}`]),
    ...(alias === member.name ? [] : [`as ${code(alias)}`]),
  ];
  const source = `${member.definition.name}.${member.name}`;
  return [`${code(`${view.name}.${name}`)} is ${code(source)} ${details.join(', ')}.`];
}

function includingView({ reference }: Occurrence): Definition | undefined {
  return reference?.role === 'include' && reference.definition.kind === 'view' ? reference.definition : undefined;
}

function textAt(index: ModelIndex, { file, span, text }: Occurrence): string {
  return text ?? index.text(file)?.text.slice(span.start, span.end) ?? '';
}
