/** One small query for each member and each join of a model, so that the database can say what is wrong with its SQL. */

import type { ModelMeta, ModelQuery } from '../../compiler/modelRequest.ts';
import type { Definition, Join, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';

/** What is asked about. */
export type Subject = { member: Member; cube: Definition } | { join: Join; cube: Definition };

export interface MemberQuery {
  /** `cube.member`, or `cube → cube` for a join. */
  name: string;
  subject: Subject;
  /**
   * Undefined if no query can ask for it. Segments and joins need other members in the query: `isSound` accepts those that the
   * database accepts.
   */
  query(isSound: (path: string) => boolean): ModelQuery | undefined;
  /** The query needs other members. */
  isLater: boolean;
  /** Nothing that can be queried has it. */
  isHidden: boolean;
}

type Kind = 'measures' | 'dimensions' | 'segments';

const kinds = { measure: 'measures', dimension: 'dimensions', segment: 'segments' } as const;

interface NamedMember {
  name: string;
  /** `cube.member`; `name` can be that of a view. */
  path: string;
  kind: Kind;
}

/** How a query names the members of cubes. */
class MemberNames {
  readonly #byMember = new Map<string, NamedMember>();
  readonly #byCube = new Map<string, NamedMember[]>();

  /** All members by their own names. */
  static ofAll(index: ModelIndex): MemberNames {
    const names = new MemberNames();
    for (const { path, kind } of membersOf(index)) names.#add({ name: path, path, kind });
    return names;
  }

  /** The public ones: by their own names, or else by those in a view. */
  static ofPublic({ cubes }: ModelMeta): MemberNames {
    const names = new MemberNames();
    const views: typeof cubes = cubes.filter(({ type }) => type === 'view');
    for (const cube of [...cubes.filter((one) => !views.includes(one)), ...views]) {
      for (const kind of Object.values(kinds)) {
        for (const { name, aliasMember } of (cube[kind] ?? []) as { name: string; aliasMember?: string }[]) {
          // A member of a cube that only refers to another one has an alias, too.
          names.#add({ path: (views.includes(cube) && aliasMember) || name, name, kind });
        }
      }
    }
    return names;
  }

  #add(found: NamedMember): void {
    const { path } = found;
    if (this.#byMember.has(path)) return;
    this.#byMember.set(path, found);
    const cube = path.slice(0, path.indexOf('.'));
    const same = this.#byCube.get(cube);
    if (same) same.push(found);
    else this.#byCube.set(cube, [found]);
  }

  of(member: string): NamedMember | undefined {
    return this.#byMember.get(member);
  }

  /** A dimension of a cube if there is one, or else a measure. */
  companion(cube: string, isSound: (path: string) => boolean): NamedMember | undefined {
    const all = (this.#byCube.get(cube) ?? []).filter(({ path, kind }) => kind !== 'segments' && isSound(path));
    return all.find(({ kind }) => kind === 'dimensions') ?? all[0];
  }
}

/** The cubes that a model has under their names. */
function cubesOf(index: ModelIndex): Definition[] {
  return [...index.definitions].filter((one) => one.kind === 'cube' && !one.pattern && index.cube(one.name) === one);
}

function membersOf(index: ModelIndex): { path: string; kind: Kind; member: Member; cube: Definition }[] {
  return cubesOf(index).flatMap((cube) =>
    [...index.members(cube)].flatMap(([name, [member]]) => {
      const kind = member && kinds[member.kind as keyof typeof kinds];
      return member && kind ? [{ path: `${cube.name}.${name}`, kind, member, cube }] : [];
    }),
  );
}

/**
 * Views have no SQL of their own.
 * @param meta what can be queried; undefined: everything
 */
export function memberQueries(index: ModelIndex, meta?: ModelMeta): MemberQuery[] {
  const names = meta ? MemberNames.ofPublic(meta) : MemberNames.ofAll(index);
  const ofMembers = membersOf(index).map(({ path, kind, member, cube }): MemberQuery => {
    const own = names.of(path);
    const isLater = kind === 'segments';
    const query: MemberQuery['query'] = (isSound) => {
      const companion = isLater ? names.companion(cube.name, isSound) : undefined;
      return own && (companion || !isLater) ? queryOf(companion ? [companion, own] : [own]) : undefined;
    };
    return { name: path, subject: { member, cube }, query, isLater, isHidden: !own };
  });
  const ofJoins = cubesOf(index).flatMap((cube) =>
    index.joins(cube).map((join): MemberQuery => {
      const query: MemberQuery['query'] = (isSound) => {
        const [from, to] = [names.companion(cube.name, isSound), names.companion(join.name, isSound)];
        return from && to && queryOf([from, to]);
      };
      const name = `${cube.name} → ${join.name}`;
      return { name, subject: { join, cube }, query, isLater: true, isHidden: false };
    }),
  );
  return [...ofMembers, ...ofJoins];
}

function queryOf(members: readonly NamedMember[]): ModelQuery {
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
