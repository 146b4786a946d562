/** Finds the uses of the members of one model: references, and views that include them. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import { extending, occurrencesOfReference } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Reference } from '../../model/index/references.ts';
import type { Span } from '../../model/source/range.ts';

interface IncludedIn {
  view: Definition;
  /** The name in the view. */
  name: string;
}

/** Fast for many members: each view is read once. The results are in no particular order. */
export class MemberUsers {
  readonly #index: ModelIndex;
  /** The names of included members, by view. */
  readonly #names = new Map<Definition, ReadonlyMap<Member, readonly string[]>>();

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  viewsOf(member: Member): IncludedIn[] {
    const holders = new Set([member.definition, ...extending(this.#index, member.definition)]);
    const views = new Set([...holders].filter(({ kind }) => kind === 'view'));
    for (const holder of holders) {
      for (const one of this.#index.mentioning(holder.name)) {
        if (one.kind !== 'view' || holders.has(one)) continue;
        for (const view of [one, ...extending(this.#index, one)]) {
          holders.add(view);
          views.add(view);
        }
      }
    }
    return [...views].flatMap((view) => (this.#namesIn(view).get(member) ?? []).map((name) => ({ view, name })));
  }

  /** The references to a member, also under the names that cubes and views inherit or include it with. */
  referencesTo(member: Member): { reference: Reference; span: Span }[] {
    const index = this.#index;
    const included = this.viewsOf(member);
    const holders = [member.definition, ...extending(index, member.definition), ...included.map(({ view }) => view)];
    const names = new Set([member.name, ...included.map(({ name }) => name)]);
    const candidates = new Set(holders);
    for (const { name } of holders) for (const one of index.mentioning(name)) candidates.add(one);
    return [...candidates].flatMap((definition) => {
      const { byName } = index.references(definition);
      return [...names]
        .flatMap((name) => byName.get(name) ?? [])
        .flatMap((reference) =>
          occurrencesOfReference(index, reference)
            .filter(({ symbol }) => 'member' in symbol && symbol.member === member)
            .map(({ span }) => ({ reference, span })),
        );
    });
  }

  #namesIn(view: Definition): ReadonlyMap<Member, readonly string[]> {
    const known = this.#names.get(view);
    if (known) return known;
    const names = new Map<Member, string[]>();
    for (const { name, sources } of this.#index.viewMembers(view).members.values()) {
      for (const source of sources) {
        const same = names.get(source);
        if (same) same.push(name);
        else names.set(source, [name]);
      }
    }
    this.#names.set(view, names);
    return names;
  }
}
