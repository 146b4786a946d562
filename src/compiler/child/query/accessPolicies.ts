/** Applies the access policies of a model: which members and rows a security context may read. */

import type { CubeEvaluator } from '@cubejs-backend/schema-compiler/dist/src/compiler/CubeEvaluator.js';
import { failureText } from '../../failureText.ts';
import type { PlannedFilter, SecurityContext } from '../../modelRequest.ts';
import { QueryRefused } from './queryRefused.ts';

interface PolicyFilter {
  memberReference?: string;
  operator?: string;
  values?: unknown;
  and?: PolicyFilter[];
  or?: PolicyFilter[];
}

interface MemberLists {
  includesMembers?: string[];
  excludesMembers?: string[];
}

interface Policy {
  group?: string;
  groups?: string[];
  conditions?: { if: unknown }[];
  rowLevel?: { filters?: PolicyFilter[]; allowAll?: boolean };
  memberLevel?: MemberLists;
  memberMasking?: MemberLists;
}

/** Who asks. */
export interface Caller {
  /** The security context that the code of the model may read. */
  securityContext: SecurityContext;
  /** Select the policies that apply. */
  groups: readonly unknown[];
  /** No policy applies. */
  unrestricted?: boolean | undefined;
  /** Members that are not public are visible, too. */
  includesHidden?: boolean | undefined;
}

interface GuardedCube {
  name: string;
  accessPolicy?: Policy[];
}

export class AccessPolicies {
  readonly #evaluator: CubeEvaluator;
  readonly #securityContext: SecurityContext;
  readonly #groups: ReadonlySet<unknown>;

  readonly #unrestricted: boolean;

  constructor(evaluator: CubeEvaluator, { securityContext, groups, unrestricted = false }: Caller) {
    this.#evaluator = evaluator;
    this.#unrestricted = unrestricted;
    this.#securityContext = securityContext;
    this.#groups = new Set(groups);
  }

  /** The groups that policies name. */
  get groups(): string[] {
    const cubes = Object.values(
      (this.#evaluator as unknown as { evaluatedCubes: Record<string, GuardedCube> }).evaluatedCubes,
    );
    const named = cubes.flatMap(({ accessPolicy = [] }) =>
      accessPolicy.flatMap(({ group, groups = [] }) => [...groups, group ?? '*']),
    );
    return [...new Set(named)].filter((name) => name !== '*').sort();
  }

  /** Whether the security context may read a member (`cube.member`). A cube without policies has no restrictions. */
  mayRead(member: string): boolean {
    const policies = this.#applicable(cubeOf(member));
    return policies === undefined || policies.some(({ memberLevel }) => includes(memberLevel, member));
  }

  /** Whether the platform would answer a mask in place of a member that the security context may not read. */
  isMasked(member: string): boolean {
    return (this.#applicable(cubeOf(member)) ?? []).some(
      ({ memberMasking }) => memberMasking !== undefined && includes(memberMasking, member),
    );
  }

  /** The filters on the rows of a cube. Undefined: no restriction. `none`: no rows at all. */
  rowFilters(cubeName: string): PlannedFilter[] | 'none' | undefined {
    const policies = this.#applicable(cubeName);
    if (policies === undefined) return undefined;
    if (policies.length === 0) return 'none';
    const alternatives: PlannedFilter[] = [];
    for (const { rowLevel } of policies) {
      if (!rowLevel?.filters || rowLevel.allowAll) return undefined;
      alternatives.push({ and: rowLevel.filters.map((filter) => this.#evaluated(cubeName, filter)) });
    }
    return [{ or: alternatives }];
  }

  #applicable(cubeName: string): Policy[] | undefined {
    const cube = this.#cube(cubeName);
    if (this.#unrestricted || !cube?.accessPolicy?.length) return undefined;
    return cube.accessPolicy.filter(
      ({ group, groups = [], conditions = [] }) =>
        [...groups, group].some((name) => name === '*' || (name !== undefined && this.#groups.has(name))) &&
        conditions.every((condition) => Boolean(this.#evaluate(cube, condition.if))),
    );
  }

  #evaluated(cubeName: string, { memberReference, operator, values, and, or }: PolicyFilter): PlannedFilter {
    if (and) return { and: and.map((filter) => this.#evaluated(cubeName, filter)) };
    if (or) return { or: or.map((filter) => this.#evaluated(cubeName, filter)) };
    const given = typeof values === 'function' ? this.#evaluate(this.#cube(cubeName), values) : values;
    const list = given === undefined ? {} : { values: (Array.isArray(given) ? given : [given]).map(String) };
    return { member: memberReference ?? '', operator: operator ?? 'equals', ...list };
  }

  #cube(name: string): GuardedCube | undefined {
    return (this.#evaluator as unknown as { evaluatedCubes: Record<string, GuardedCube> }).evaluatedCubes[name];
  }

  /** @throws QueryRefused if the model's expression fails for this security context */
  #evaluate(cube: GuardedCube | undefined, expression: unknown): unknown {
    try {
      return this.#evaluator.evaluateContextFunction(cube, expression, { securityContext: this.#securityContext });
    } catch (failure) {
      throw new QueryRefused(`The access policy of ${cube?.name} failed for this caller: ${failureText(failure)}`);
    }
  }
}

function includes(lists: MemberLists | undefined, member: string): boolean {
  if (!lists) return true;
  const { includesMembers = [], excludesMembers = [] } = lists;
  return includesMembers.includes(member) && !excludesMembers.includes(member);
}

export function cubeOf(member: string): string {
  return member.split('.', 1)[0] ?? '';
}
