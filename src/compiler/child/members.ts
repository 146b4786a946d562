/** The members of a compiled model as somebody sees them: found by name, hidden ones left out. Only the compiler's child process loads it. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { ModelMeta, SecurityContext } from '../question.ts';
import { AccessPolicies, cubeOf } from './accessPolicies.ts';

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

/** Something a person asked for that the model does not give; its message is for that person. */
export class RefusedQuery extends Error {}

export class Members {
  readonly policies: AccessPolicies;
  readonly #cubes: ReadonlyMap<string, CubeMeta>;

  constructor({ metaTransformer, cubeEvaluator }: Compilers, securityContext: SecurityContext) {
    this.policies = new AccessPolicies(cubeEvaluator, securityContext);
    this.#cubes = new Map(metaTransformer.cubes.map(({ config }) => [config.name, config]));
  }

  /** A member, hidden or not. @throws RefusedQuery */
  find(kinds: readonly MemberKind[], member: string): MemberMeta & { kind: MemberKind } {
    const cube = this.#cubes.get(cubeOf(member));
    if (!cube) throw new RefusedQuery(`Cube '${cubeOf(member)}' not found for path '${member}'`);
    for (const kind of kinds) {
      const found = cube[kind].find(({ name }) => name === member);
      if (found) return { type: 'boolean', ...found, kind } as unknown as MemberMeta & { kind: MemberKind };
    }
    throw new RefusedQuery(`'${member.slice(cubeOf(member).length + 1)}' not found for path '${member}'`);
  }

  /** A member that may be shown. @throws RefusedQuery */
  findShown(kinds: readonly MemberKind[], member: string): MemberMeta & { kind: MemberKind } {
    const found = this.find(kinds, member);
    if (this.#isShown(found)) return found;
    throw new RefusedQuery(
      `You requested hidden member: '${member}'. Please make it visible using \`public: true\`. Primary keys are \`public: false\` by default; an access policy may hide a member, too.`,
    );
  }

  /** Cubes and views with what may be seen of them. */
  get meta(): ModelMeta {
    const shown = <T extends { name: string; public: boolean }>(members: readonly T[]) =>
      members.filter((member) => this.#isShown(member));
    const cubes = [...this.#cubes.values()]
      .filter((cube) => cube.public)
      .map((cube) => ({
        ...cube,
        measures: shown(cube.measures),
        dimensions: shown(cube.dimensions),
        segments: shown(cube.segments),
      }));
    // What a function made cannot be sent; what is undefined is no field.
    return JSON.parse(JSON.stringify({ cubes })) as ModelMeta;
  }

  #isShown(member: { name: string; public: boolean }): boolean {
    return member.public && this.policies.mayRead(member.name);
  }
}
