/** The graph behind the call hierarchy: which parts of a model use which other parts. */

import type { Span } from '../source/range.ts';
import type { Definition, Member } from './definitions.ts';
import { definitionsIn, occurrencesOfReference } from './lookup.ts';
import type { ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';
import type { ViewMembers } from './viewMembers.ts';

/** A cube or view, a member that it defines, or a member that a view includes, under its name in the view. */
export type CallNode = { definition: Definition } | { member: Member } | { view: Definition; name: string };

interface Call {
  from: CallNode;
  to: CallNode;
  /** In the file of `from`. */
  span: Span;
  /** Undefined for a member that a view includes. */
  reference?: Reference;
}

type ViewMember = ViewMembers['members'] extends ReadonlyMap<string, infer One> ? One : never;

export function isSameNode(a: CallNode, b: CallNode): boolean {
  if ('definition' in a) return 'definition' in b && a.definition === b.definition;
  if ('member' in a) return 'member' in b && a.member === b.member;
  return 'view' in b && a.view === b.view && a.name === b.name;
}

export function definitionOf(node: CallNode): Definition {
  return 'definition' in node ? node.definition : 'member' in node ? node.member.definition : node.view;
}

export function nameOf(node: CallNode): string {
  return 'definition' in node ? node.definition.name : 'member' in node ? node.member.name : node.name;
}

/** The parts that a part consists of. */
export function callsFrom(index: ModelIndex, node: CallNode): Call[] {
  return callsIn(index, definitionOf(node)).filter(({ from }) => isSameNode(from, node));
}

/** The parts that a part is used in. */
export function callsTo(index: ModelIndex, node: CallNode): Call[] {
  const found: Call[] = [];
  for (const file of index.files) {
    for (const definition of definitionsIn(file))
      found.push(...callsIn(index, definition, nameOf(node)).filter(({ to }) => isSameNode(to, node)));
  }
  return found;
}

/** The calls of a definition and its members; with `name`, at least those that contain it. */
export function callsIn(index: ModelIndex, definition: Definition, name?: string): Call[] {
  const { references, byName } = index.references(definition);
  const byReference = (name === undefined ? references : (byName.get(name) ?? []))
    .filter(({ role }) => role !== 'include')
    .flatMap((reference) => callOf(index, reference) ?? []);
  return [...byReference, ...includesOf(index, definition)];
}

/** The last name of a reference is what it calls; the cubes before it are only the way. */
function callOf(index: ModelIndex, reference: Reference): Call | undefined {
  const { definition, member, role } = reference;
  const from: CallNode = member ? { member } : { definition };
  const last = occurrencesOfReference(index, reference).at(-1);
  if (!last || last.role === 'self' || 'template' in last.symbol) return undefined;
  const { symbol, span, view } = last;
  const text = () => index.text(definition.file)?.text.slice(span.start, span.end) ?? '';
  const to: CallNode = view
    ? { view, name: text() }
    : 'granularity' in symbol
      ? { member: symbol.dimension }
      : 'member' in symbol
        ? { member: symbol.member }
        : { definition: symbol.definition };
  // Folders and policies list members of the definition itself.
  const isList = role === 'own' && !member && definitionOf(to) === definition;
  return isList || isSameNode(from, to) ? undefined : { from, to, span, reference };
}

/** The members that a view includes. */
function includesOf(index: ModelIndex, view: Definition): Call[] {
  if (view.kind !== 'view') return [];
  return [...index.viewMembers(view).members.values()].flatMap((included) => {
    const { definition, name, span, sources } = included;
    // Those of a view that this one extends are calls of that view.
    if (definition !== view) return [];
    const from: CallNode = { view, name };
    const inner = innerViewMember(index, included);
    return (inner ? [inner] : sources.map((member) => ({ member }))).map((to) => ({ from, to, span }));
  });
}

/** The member of another view that this one includes. */
function innerViewMember(index: ModelIndex, { name, item, sources }: ViewMember): CallNode | undefined {
  const view = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
  if (view?.kind !== 'view' || sources.some(({ definition }) => index.lineage(view).includes(definition)))
    return undefined;
  const alias = item.prefix === undefined ? name : name.slice(item.prefix.length + 1);
  const listed = item.includes === '*' ? undefined : item.includes.find((one) => one.alias === alias);
  return { view, name: listed?.name ?? alias };
}
