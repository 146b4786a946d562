/** Which members of a model are made of which, by name: what an edit changes. */

import { type CallNode, callsIn, definitionOf, nameOf } from '../../model/index/calls.ts';
import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';

/** `orders.count`, in a query perhaps with a granularity; `orders` is the cube or view itself. */
type Name = string;

const memberName = /^([A-Za-z_]\w*)\.([A-Za-z_]\w*)(?:\.\w+)?$/;

/** The texts in a query or an expectation that can be members, without granularities. */
export function namesIn(value: unknown, found: Set<Name> = new Set()): Set<Name> {
  if (typeof value === 'string') {
    const [, owner, name] = memberName.exec(value) ?? [];
    if (owner !== undefined) found.add(`${owner}.${name}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      namesIn(key, found);
      namesIn(inner, found);
    }
  }
  return found;
}

export class MemberGraph {
  /** From each name to those that are made of it. */
  readonly #users = new Map<Name, Set<Name>>();
  /** From each member to the cubes and views that name it outside of their members: in joins and policies. */
  readonly #namedBy = new Map<Name, Set<Name>>();
  readonly #index: ModelIndex;

  constructor(index: ModelIndex) {
    this.#index = index;
    for (const definition of [...index.files].flatMap(definitionsIn)) this.#add(definition);
  }

  /** The member that a query means by a name: an inherited one is that of the cube which defines it. */
  memberOf(name: Name): Name {
    const [owner, member = ''] = name.split('.');
    const cube = this.#index.cube(owner!);
    const inherited = cube && this.#index.members(cube).get(member)?.[0];
    return inherited ? `${inherited.definition.name}.${member}` : name;
  }

  /** The names with all that is made of them. */
  withUsers(names: Iterable<Name>): Set<Name> {
    const changed = [...names];
    const members = reachable(
      changed.filter((name) => name.includes('.')),
      this.#users,
    );
    const cubes = [...members].flatMap((name) => [...(this.#namedBy.get(name) ?? [])]);
    return reachable([...changed, ...cubes], this.#users);
  }

  #add(definition: Definition): void {
    const { name, kind, members } = definition;
    // A change of the cube itself, such as its table or a join, changes each member, and each cube that extends it.
    for (const one of this.#index.lineage(definition)) if (one !== definition) add(this.#users, one.name, name);
    const included = kind === 'view' ? this.#index.viewMembers(definition).members.keys() : [];
    for (const member of [...members.map((one) => one.name), ...included]) add(this.#users, name, `${name}.${member}`);
    for (const { from, to, reference } of callsIn(this.#index, definition)) {
      if (reference?.path.includes('.drillMember')) continue;
      const [source, user] = [idOf(to), idOf(from)];
      if ('definition' in from) {
        if (!('definition' in to)) add(this.#namedBy, source, user);
        continue;
      }
      add(this.#users, source, user);
    }
  }
}

function idOf(node: CallNode): Name {
  const definition = definitionOf(node).name;
  return 'definition' in node ? definition : `${definition}.${nameOf(node)}`;
}

function add(links: Map<Name, Set<Name>>, from: Name, to: Name): void {
  const known = links.get(from);
  if (known) known.add(to);
  else links.set(from, new Set([to]));
}

function reachable(names: Iterable<Name>, links: ReadonlyMap<Name, ReadonlySet<Name>>): Set<Name> {
  const found = new Set(names);
  for (const name of found) for (const next of links.get(name) ?? []) found.add(next);
  return found;
}
