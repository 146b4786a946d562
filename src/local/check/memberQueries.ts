/** One small query for each member and each join of a model, so that the database can say what is wrong with its SQL. */

import type { ModelMeta, ModelQuery } from '../../compiler/modelRequest.ts';
import type { Definition, Join, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { CubeWriters, type GeneratedCube } from './generatedSubjects.ts';

/** What is asked about. `generated`: the name of a cube that has it only in the compiled model; the definitions are those that write it. */
export type Subject = ({ member: Member; cube: Definition } | { join: Join; cube: Definition }) & {
  generated?: string;
};

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
  /** A problem would have no place. */
  isUnplaced: boolean;
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

  /** The members by their own names. */
  static ofAll(members: readonly MemberSubject[]): MemberNames {
    const names = new MemberNames();
    for (const { path, kind } of members) names.#add({ name: path, path, kind });
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

interface MemberSubject {
  path: string;
  kind: Kind;
  /** The name of the cube. */
  of: string;
  subject: Extract<Subject, { member: Member }>;
}

interface JoinSubject {
  from: string;
  subject: Extract<Subject, { join: Join }>;
}

function membersOf(index: ModelIndex): MemberSubject[] {
  return cubesOf(index).flatMap((cube) =>
    [...index.members(cube)].flatMap(([name, [member]]) => {
      const kind = member && kinds[member.kind as keyof typeof kinds];
      return member && kind ? [{ path: `${cube.name}.${name}`, kind, of: cube.name, subject: { member, cube } }] : [];
    }),
  );
}

function joinsOf(index: ModelIndex): JoinSubject[] {
  return cubesOf(index).flatMap((cube) =>
    index.joins(cube).map((join) => ({ from: cube.name, subject: { join, cube } })),
  );
}

const nameOfJoin = ({ from, subject }: JoinSubject) => `${from} → ${subject.join.name}`;

/** Adds what only the compiled model has. */
function withGenerated(
  index: ModelIndex,
  compiled: readonly GeneratedCube[],
): { members: MemberSubject[]; joins: JoinSubject[] } {
  const [members, joins] = [membersOf(index), joinsOf(index)];
  const known = new Set([...members.map(({ path }) => path), ...joins.map(nameOfJoin)]);
  for (const cube of compiled) {
    const writers = new CubeWriters(index, cube);
    for (const [memberKind, kind] of Object.entries(kinds) as [keyof typeof kinds, Kind][]) {
      for (const name of cube[kind]) {
        const path = `${cube.name}.${name}`;
        if (known.has(path)) continue;
        const subject = { ...writers.member(name, memberKind), generated: cube.name };
        members.push({ path, kind, of: cube.name, subject });
      }
    }
    for (const to of cube.joins) {
      const found = { from: cube.name, subject: { ...writers.join(to), generated: cube.name } };
      if (!known.has(nameOfJoin(found))) joins.push(found);
    }
  }
  return { members, joins };
}

/** The cubes of metadata, which says neither their files nor their joins. */
function cubesIn({ cubes }: ModelMeta): GeneratedCube[] {
  return cubes.flatMap((cube) => {
    const name = String(cube.name);
    const own = (kind: Kind) =>
      ((cube[kind] ?? []) as { name: string }[]).map((member) => member.name.slice(name.length + 1));
    const members = { measures: own('measures'), dimensions: own('dimensions'), segments: own('segments') };
    return cube.type === 'view' ? [] : [{ name, fileName: null, ...members, joins: [] }];
  });
}

/**
 * Views have no SQL of their own.
 * @param compiled the cubes of the compiled model, or metadata with what can be queried
 */
export function memberQueries(index: ModelIndex, compiled: readonly GeneratedCube[] | ModelMeta): MemberQuery[] {
  const meta = 'cubes' in compiled ? compiled : undefined;
  const { members, joins } = withGenerated(index, 'cubes' in compiled ? cubesIn(compiled) : compiled);
  const names = meta ? MemberNames.ofPublic(meta) : MemberNames.ofAll(members);
  const isUnplaced = ({ cube }: Subject) => index.file(cube.file) === undefined;
  const ofMembers = members.map(({ path, kind, of, subject }): MemberQuery => {
    const own = names.of(path);
    const isLater = kind === 'segments';
    const query: MemberQuery['query'] = (isSound) => {
      const companion = isLater ? names.companion(of, isSound) : undefined;
      return own && (companion || !isLater) ? queryOf(companion ? [companion, own] : [own]) : undefined;
    };
    return { name: path, subject, query, isLater, isHidden: !own, isUnplaced: isUnplaced(subject) };
  });
  const ofJoins = joins.map((found): MemberQuery => {
    const { from, subject } = found;
    const query: MemberQuery['query'] = (isSound) => {
      const [own, other] = [names.companion(from, isSound), names.companion(subject.join.name, isSound)];
      return own && other && queryOf([own, other]);
    };
    const place = { isUnplaced: isUnplaced(subject) };
    return { name: nameOfJoin(found), subject, query, isLater: true, isHidden: false, ...place };
  });
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
