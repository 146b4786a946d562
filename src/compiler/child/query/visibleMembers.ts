/** Finds members of a compiled model by name and leaves out those that are hidden from a security context. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { ModelMeta } from '../../modelRequest.ts';
import { AccessPolicies, type Caller, cubeOf } from './accessPolicies.ts';
import { QueryRefused } from './queryRefused.ts';
import { refuse } from './unsupportedMembers.ts';

export type MemberKind = 'measures' | 'dimensions' | 'segments';

export interface MemberMeta {
  name: string;
  title: string;
  shortTitle: string;
  type: string;
  public: boolean;
  aliasMember?: string | undefined;
  granularities?: { name: string; title: string; interval?: string }[] | undefined;
}

type CubeMeta = Compilers['metaTransformer']['cubes'][number]['config'];

export class VisibleMembers {
  readonly policies: AccessPolicies;
  readonly #cubes: ReadonlyMap<string, CubeMeta>;
  readonly #includesHidden: boolean;

  constructor({ metaTransformer, cubeEvaluator }: Compilers, caller: Caller) {
    this.policies = new AccessPolicies(cubeEvaluator, caller);
    this.#includesHidden = caller.includesHidden ?? false;
    this.#cubes = new Map(metaTransformer.cubes.map(({ config }) => [config.name, config]));
  }

  /** A member, hidden or not. @throws QueryRefused if it does not exist */
  find(kinds: readonly MemberKind[], member: string): MemberMeta & { kind: MemberKind } {
    const cube = this.#cubes.get(cubeOf(member));
    if (!cube) throw new QueryRefused(`Cube '${cubeOf(member)}' not found for path '${member}'`);
    for (const kind of kinds) {
      const found = cube[kind].find(({ name }) => name === member);
      if (found) return { type: 'boolean', ...found, kind } as unknown as MemberMeta & { kind: MemberKind };
    }
    throw new QueryRefused(`'${member.slice(cubeOf(member).length + 1)}' not found for path '${member}'`);
  }

  /** A visible member. @throws QueryRefused if it is hidden or does not exist */
  findVisible(kinds: readonly MemberKind[], member: string): MemberMeta & { kind: MemberKind } {
    const found = this.find(kinds, member);
    if (this.#isVisible(found)) return found;
    if (found.public && this.policies.isMasked(member)) refuse(member, 'an access policy masks it for this caller');
    throw new QueryRefused(
      `You requested hidden member: '${member}'. Please make it visible using \`public: true\`. Primary keys are \`public: false\` by default; an access policy may hide a member, too.`,
    );
  }

  /** Cubes and views with their visible members. Those without any are left out. */
  get meta(): ModelMeta {
    const visible = <T extends { name: string; public: boolean }>(members: readonly T[]) =>
      members.filter((member) => this.#isVisible(member));
    const cubes = [...this.#cubes.values()]
      .filter((cube) => cube.public)
      .map((cube) => ({
        ...cube,
        measures: visible(cube.measures),
        dimensions: visible(cube.dimensions),
        segments: visible(cube.segments),
        hierarchies: visible(cube.hierarchies ?? []),
      }))
      .filter(({ measures, dimensions, segments }) => measures.length + dimensions.length + segments.length > 0);
    const denied = new Set(this.#deniedNames());
    // Folders and drill members name members, too.
    const withoutDenied = (_: string, value: unknown) =>
      Array.isArray(value) ? value.filter((item) => !denied.has(item)) : value;
    // Drops functions and undefined fields, which cannot be sent between processes.
    return JSON.parse(JSON.stringify({ cubes }, withoutDenied)) as ModelMeta;
  }

  /** The members of public cubes and views of which the caller sees the mask. */
  get masked(): string[] {
    return [...this.#cubes.values()]
      .filter((cube) => cube.public)
      .flatMap(({ measures, dimensions, segments }) => [...measures, ...dimensions, ...segments])
      .filter((member) => member.public && !this.policies.mayRead(member.name) && this.policies.isMasked(member.name))
      .map(({ name }) => name);
  }

  *#deniedNames(): Generator<unknown> {
    for (const { measures, dimensions, segments } of this.#cubes.values()) {
      for (const { name } of [...measures, ...dimensions, ...segments]) {
        if (!this.policies.mayRead(name)) yield name;
      }
    }
  }

  #isVisible(member: { name: string; public: boolean }): boolean {
    return (member.public || this.#includesHidden) && this.policies.mayRead(member.name);
  }
}
