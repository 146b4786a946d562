/** One small query for each member and each join of a model, so that the database can say what is wrong with its SQL. */

import type { ModelMeta, ModelQuery } from '../../compiler/modelRequest.ts';
import type { Definition, Join, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';

/** What is asked about. */
export type Subject = { member: Member; cube: Definition } | { join: Join; cube: Definition };

export interface MemberQuery {
  /** `cube.member`, or `cube → cube` for a join. */
  name: string;
  subject: Subject;
  /**
   * Undefined if no query can ask for it. Segments, hidden members and joins need other members in the query: `isSound` accepts
   * those that the database accepts.
   */
  query(isSound: (path: string) => boolean): ModelQuery | undefined;
  /** The query needs other members. */
  isLater: boolean;
}

type Kind = 'measures' | 'dimensions' | 'segments';

const kinds = { measure: 'measures', dimension: 'dimensions', segment: 'segments' } as const;

interface PublicMember {
  name: string;
  /** `cube.member`; `name` can be that of a view. */
  path: string;
  kind: Kind;
}

/** The public names of the members of cubes: their own, or else those in a view. */
class PublicNames {
  readonly #byMember = new Map<string, PublicMember>();
  readonly #byCube = new Map<string, PublicMember[]>();

  constructor({ cubes }: ModelMeta) {
    const views: typeof cubes = cubes.filter(({ type }) => type === 'view');
    for (const cube of [...cubes.filter((one) => !views.includes(one)), ...views]) {
      for (const kind of Object.values(kinds)) {
        for (const { name, aliasMember } of (cube[kind] ?? []) as { name: string; aliasMember?: string }[]) {
          // A member of a cube that only refers to another one has an alias, too.
          this.#add({ path: (views.includes(cube) && aliasMember) || name, name, kind });
        }
      }
    }
  }

  #add(found: PublicMember): void {
    const { path } = found;
    if (this.#byMember.has(path)) return;
    this.#byMember.set(path, found);
    const cube = path.slice(0, path.indexOf('.'));
    const same = this.#byCube.get(cube);
    if (same) same.push(found);
    else this.#byCube.set(cube, [found]);
  }

  of(member: string): PublicMember | undefined {
    return this.#byMember.get(member);
  }

  /** A dimension of a cube if there is one, or else a measure. */
  companion(cube: string, isSound: (path: string) => boolean): PublicMember | undefined {
    const all = (this.#byCube.get(cube) ?? []).filter(({ path, kind }) => kind !== 'segments' && isSound(path));
    return all.find(({ kind }) => kind === 'dimensions') ?? all[0];
  }
}

/** Views have no SQL of their own. */
export function memberQueries(index: ModelIndex, meta: ModelMeta): MemberQuery[] {
  const names = new PublicNames(meta);
  const found: MemberQuery[] = [];
  for (const cube of index.definitions) {
    if (cube.kind !== 'cube' || cube.pattern || index.cube(cube.name) !== cube) continue;
    for (const [name, [member]] of index.members(cube)) {
      const kind = member && kinds[member.kind as keyof typeof kinds];
      if (!member || !kind) continue;
      const path = `${cube.name}.${name}`;
      found.push({ name: path, subject: { member, cube }, ...memberQuery(path, kind, names) });
    }
    for (const join of index.joins(cube)) {
      const query: MemberQuery['query'] = (isSound) => {
        const [from, to] = [names.companion(cube.name, isSound), names.companion(join.name, isSound)];
        return from && to && queryOf([from, to]);
      };
      found.push({ name: `${cube.name} → ${join.name}`, subject: { join, cube }, query, isLater: true });
    }
  }
  return found;
}

function memberQuery(path: string, kind: Kind, names: PublicNames): Pick<MemberQuery, 'query' | 'isLater'> {
  const own = names.of(path);
  if (own && own.kind !== 'segments') return { query: () => queryOf([own]), isLater: false };
  const query: MemberQuery['query'] = (isSound) => {
    const companion = names.companion(path.slice(0, path.indexOf('.')), isSound);
    if (!companion || (!own && kind === 'segments')) return undefined;
    if (own) return queryOf([companion, own]);
    // A hidden member can be in a filter.
    return { ...queryOf([companion]), filters: [{ member: path, operator: 'set' }] };
  };
  return { query, isLater: true };
}

function queryOf(members: readonly PublicMember[]): ModelQuery {
  const of = (wanted: Kind) => members.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  return {
    measures: of('measures'),
    dimensions: of('dimensions'),
    segments: of('segments'),
    timeDimensions: [],
    filters: [],
    order: [],
    limit: 1,
    offset: 0,
    timezone: 'UTC',
    ungrouped: false,
    total: false,
  };
}

/** All groups that access policies name, so that no policy hides a member. */
export function groupsOf(index: ModelIndex): string[] {
  const groups = new Set<string>();
  for (const { node } of index.definitions) {
    const policies = valueAt(node, 'accessPolicy');
    for (const policy of policies?.kind === 'list' ? policies.items : []) {
      for (const key of ['group', 'groups', 'role']) {
        const value = valueAt(policy, key);
        for (const one of value?.kind === 'list' ? value.items : [value]) {
          const name = textOf(one);
          if (name !== undefined && name !== '*') groups.add(name);
        }
      }
    }
  }
  return [...groups];
}
