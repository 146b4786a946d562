/** Applies the access policies of a model: which members and rows a security context may read. */

import type { CubeEvaluator } from '@cubejs-backend/schema-compiler/dist/src/compiler/CubeEvaluator.js';
import { failureText } from '../../failureText.ts';
import type { PlannedFilter, SecurityContext } from '../../modelRequest.ts';
import { QueryRefused } from './queryRefused.ts';
import { conditionName, isConditionName, namedContext, watchedContext, withoutNames } from './unknownAttributes.ts';

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
  /** Only the groups are known. The names of conditions among them say which ones hold. */
  hasUnknownAttributes?: boolean | undefined;
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
  /** The groups of a caller whose attributes are unknown. */
  readonly #knownGroups: readonly unknown[] | undefined;

  constructor(
    evaluator: CubeEvaluator,
    { securityContext, groups, unrestricted = false, hasUnknownAttributes = false }: Caller,
  ) {
    this.#evaluator = evaluator;
    this.#unrestricted = unrestricted;
    this.#securityContext = securityContext;
    this.#groups = new Set(groups);
    if (!hasUnknownAttributes) return;
    this.#knownGroups = groups.filter((name) => !isConditionName(name));
    this.#securityContext = watchedContext(this.#knownGroups).context;
  }

  /** The groups that policies name, and the conditions that read attributes of the caller. */
  get groups(): string[] {
    const named = this.#guarded.flatMap((cube) =>
      cube.accessPolicy!.flatMap(({ group, groups = [], conditions = [] }) => [
        ...groups,
        group ?? '*',
        ...conditions.flatMap((one) => this.#openCondition(cube, one.if)),
      ]),
    );
    return [...new Set(named)].filter((name) => name !== '*').sort();
  }

  get #guarded(): GuardedCube[] {
    const { evaluatedCubes } = this.#evaluator as unknown as { evaluatedCubes: Record<string, GuardedCube> };
    return Object.values(evaluatedCubes).filter(({ accessPolicy }) => accessPolicy);
  }

  /** The name of a condition that reads attributes: of the opposite of what it is without them. */
  #openCondition(cube: GuardedCube, condition: unknown): string[] {
    const { context, isAsked } = watchedContext([]);
    let holds = false;
    try {
      holds = Boolean(this.#evaluator.evaluateContextFunction(cube, condition, { securityContext: context }));
    } catch {
      // It may fail because of a missing attribute.
    }
    return isAsked() ? [conditionName(condition, !holds)] : [];
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
      alternatives.push(...this.#evaluated(cubeName, { and: rowLevel.filters }));
    }
    // The planner leaves out what is empty: it restricts nothing, and opens nothing next to other filters.
    return alternatives.length > 0 ? [{ or: alternatives }] : undefined;
  }

  #applicable(cubeName: string): Policy[] | undefined {
    const cube = this.#cube(cubeName);
    if (this.#unrestricted || !cube?.accessPolicy?.length) return undefined;
    return cube.accessPolicy.filter(
      ({ group, groups = [], conditions = [] }) =>
        [...groups, group].some((name) => name === '*' || (name !== undefined && this.#groups.has(name))) &&
        conditions.every((condition) => this.#holds(cube, condition.if)),
    );
  }

  #holds(cube: GuardedCube, condition: unknown): boolean {
    if (this.#knownGroups) {
      for (const holds of [true, false]) if (this.#groups.has(conditionName(condition, holds))) return holds;
    }
    return Boolean(this.#evaluate(cube, condition));
  }

  /** Nothing for a group without filters. */
  #evaluated(cubeName: string, { memberReference, operator, values, and, or }: PolicyFilter): PlannedFilter[] {
    const inner = (and ?? or)?.flatMap((filter) => this.#evaluated(cubeName, filter));
    if (inner) return inner.length === 0 ? [] : [and ? { and: inner } : { or: inner }];
    const given = typeof values === 'function' ? this.#valuesOf(this.#cube(cubeName), values) : values;
    const list = given === undefined ? {} : { values: listOf(given) };
    return [{ member: memberReference ?? '', operator: operator ?? 'equals', ...list }];
  }

  #valuesOf(cube: GuardedCube | undefined, values: unknown): unknown {
    if (!this.#knownGroups) return this.#evaluate(cube, values);
    const named = listOf(this.#evaluate(cube, values, namedContext(this.#knownGroups, String(values))));
    const missing = new Set(named.map(withoutNames));
    try {
      // What code has in place of a missing attribute: `securityContext.region || 'north'`.
      const instead = listOf(this.#evaluate(cube, values)).filter((value) => !missing.has(value));
      return [...new Set([...named, ...instead])];
    } catch {
      return named;
    }
  }

  #cube(name: string): GuardedCube | undefined {
    return (this.#evaluator as unknown as { evaluatedCubes: Record<string, GuardedCube> }).evaluatedCubes[name];
  }

  /** @throws QueryRefused if the model's expression fails for this security context */
  #evaluate(cube: GuardedCube | undefined, expression: unknown, securityContext = this.#securityContext): unknown {
    try {
      return this.#evaluator.evaluateContextFunction(cube, expression, { securityContext });
    } catch (failure) {
      throw new QueryRefused(`The access policy of ${cube?.name} failed for this caller: ${failureText(failure)}`);
    }
  }
}

function listOf(values: unknown): (string | null)[] {
  return [values].flat().map((value) => (value === null ? null : String(value)));
}

function includes(lists: MemberLists | undefined, member: string): boolean {
  if (!lists) return true;
  const { includesMembers = [], excludesMembers = [] } = lists;
  return includesMembers.includes(member) && !excludesMembers.includes(member);
}

export function cubeOf(member: string): string {
  return member.split('.', 1)[0] ?? '';
}
