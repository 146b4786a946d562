/** The reach of a member, over all levels. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import { extending } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { MemberUsers } from './memberUsers.ts';
import type { Reach } from './modelChange.ts';

interface Dependent {
  /** Under which other cubes and views have the member. */
  names: readonly string[];
  views: readonly string[];
  users: readonly Member[];
}

export class Dependents {
  readonly #index: ModelIndex;
  readonly #users: MemberUsers;
  readonly #direct = new Map<Member, Dependent>();

  constructor(index: ModelIndex, users: MemberUsers) {
    this.#index = index;
    this.#users = users;
  }

  /** Also all of what extends the cube or view. */
  reachOfDefinition(definition: Definition): Reach {
    const index = this.#index;
    const own = this.reachOf([...index.members(definition).values()].flat());
    const heirs = extending(index, definition);
    const names = heirs.flatMap((heir) =>
      [...index.members(heir).keys(), ...index.viewMembers(heir).members.keys()].map((name) => `${heir.name}.${name}`),
    );
    const views = heirs.filter(({ kind }) => kind === 'view').map(({ name }) => name);
    return {
      members: [...new Set([...own.members, ...names])].sort(),
      views: [...new Set([...own.views, ...views])].sort(),
    };
  }

  /** Without the members themselves. */
  reachOf(members: readonly Member[]): Reach {
    const names = new Set<string>();
    const views = new Set<string>();
    const start = new Set(members);
    const reached = new Set(members);
    for (const member of reached) {
      if (!start.has(member)) names.add(`${member.definition.name}.${member.name}`);
      const direct = this.#directOf(member);
      for (const name of direct.names) names.add(name);
      for (const view of direct.views) views.add(view);
      for (const user of direct.users) reached.add(user);
    }
    return { members: [...names].sort(), views: [...views].sort() };
  }

  #directOf(member: Member): Dependent {
    const known = this.#direct.get(member);
    if (known) return known;
    const index = this.#index;
    const included = this.#users.viewsOf(member);
    const heirs = extending(index, member.definition).filter(
      (one) => index.members(one).get(member.name)?.[0] === member,
    );
    const users = this.#users.referencesTo(member).flatMap(({ reference }) => reference.member ?? []);
    const direct = {
      names: [
        ...included.map(({ view, name }) => `${view.name}.${name}`),
        ...heirs.map(({ name }) => `${name}.${member.name}`),
      ],
      views: included.map(({ view }) => view.name),
      users: users.filter(({ kind }) => kind !== 'preAggregation'),
    };
    this.#direct.set(member, direct);
    return direct;
  }
}
