/** Properties of a model that the compiler's JavaScript planner ignores or calculates wrongly. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { NotComputed } from '../../modelRequest.ts';
import { QueryRefused } from './queryRefused.ts';

/** Parts of an evaluated measure, dimension or segment that its types do not declare. */
export interface MemberDefinition {
  type?: string;
  multiStage?: boolean;
  case?: { switch?: unknown };
  filter?: unknown;
  filters?: readonly unknown[];
  grain?: unknown;
  groupByReferences?: readonly string[];
  reduceByReferences?: readonly string[];
  addGroupByReferences?: readonly string[];
  timeShift?: readonly { name?: string }[];
  timeShiftReferences?: readonly unknown[];
  orderBy?: readonly unknown[];
  rollingWindow?: { type?: string; granularity?: string; trailing?: string; leading?: string };
  granularities?: Readonly<Record<string, unknown>>;
}

export type Kind = 'measure' | 'dimension' | 'segment';

export const standardGranularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

const calculated = new Set(['number', 'string', 'time', 'boolean']);
const counts = new Set(['count', 'countDistinct', 'countDistinctApprox']);

/** Why the emulator cannot calculate a member wherever it is used; undefined if it can. */
export function reasonAgainst(kind: Kind, member: MemberDefinition): string | undefined {
  if (member.type === 'numberAgg') return 'its type is number_agg';
  if (member.type === 'switch') return 'its type is switch';
  if (member.case?.switch !== undefined) return 'its `case` has a `switch`';
  if (kind === 'measure' && member.case) return 'it is a measure with a `case`';
  const { granularity } = member.rollingWindow ?? {};
  if (granularity !== undefined && !standardGranularities.includes(granularity)) {
    return `its \`rolling_window\` uses the custom granularity '${granularity}'`;
  }
  return member.multiStage ? reasonAgainstStages(kind, member) : undefined;
}

function reasonAgainstStages(kind: Kind, member: MemberDefinition): string | undefined {
  if (kind === 'dimension') return 'it is a multi-stage dimension';
  const { type = '', timeShift = [], groupByReferences, reduceByReferences, addGroupByReferences = [] } = member;
  if (member.filter) return 'it is a multi-stage measure with a `filter`';
  // They read columns of the cube, or group by what they refer to.
  if (member.filters?.length) return 'it is a multi-stage measure with `filters`';
  if (member.grain) return 'it is a multi-stage measure with a `grain`';
  if (member.rollingWindow) return 'it is a multi-stage measure with a `rolling_window`';
  if (member.orderBy?.length && type !== 'rank') return 'it has an `order_by` and is not a rank';
  const named = timeShift.find(({ name }) => name !== undefined);
  if (named) return `its \`time_shift\` '${named.name}' is defined by a calendar`;
  const partition = [...(groupByReferences ?? []), ...(reduceByReferences ?? [])];
  if ([...partition, ...addGroupByReferences].some((path) => path.split('.').length > 2)) {
    return 'it groups by a granularity of a time dimension';
  }
  if ((groupByReferences || reduceByReferences) && (calculated.has(type) || counts.has(type))) {
    return `it has a \`group_by\` or \`reduce_by\` and does not aggregate numbers`;
  }
  return undefined;
}

/** Why a granularity of a time dimension cannot be calculated. The planner knows the standard ones by their name alone. */
export function reasonAgainstGranularity(member: MemberDefinition, granularity: string): string | undefined {
  const standard = standardGranularities.includes(granularity.toLowerCase());
  if (!standard || !Object.hasOwn(member.granularities ?? {}, granularity)) return undefined;
  return `it has its own definition of the granularity '${granularity}'`;
}

/** The most members that are listed. */
const maxListed = 1000;

interface CubeOfMembers {
  isView?: boolean;
  measures: Readonly<Record<string, MemberDefinition>>;
  dimensions: Readonly<Record<string, MemberDefinition>>;
  segments: Readonly<Record<string, MemberDefinition>>;
}

/** The members of all cubes that every query, or one by a granularity, is refused for. */
export function unsupportedMembers({ cubeEvaluator }: Compilers): NotComputed[] {
  const found: NotComputed[] = [];
  for (const name of cubeEvaluator.cubeNames()) {
    const { isView, measures, dimensions, segments } = cubeEvaluator.cubeFromPath(name) as unknown as CubeOfMembers;
    if (isView) continue;
    for (const [kind, members] of [
      ['measure', measures] as const,
      ['dimension', dimensions] as const,
      ['segment', segments] as const,
    ]) {
      for (const [member, definition] of Object.entries(members)) {
        const granularities = Object.keys(definition.granularities ?? {});
        const reason =
          reasonAgainst(kind, definition) ??
          granularities.map((granularity) => reasonAgainstGranularity(definition, granularity)).find(Boolean);
        if (reason && found.length < maxListed) found.push({ member: `${name}.${member}`, reason });
      }
    }
  }
  return found;
}

export function refuse(member: string, reason: string): never {
  throw new QueryRefused(`The emulator cannot calculate '${member}': ${reason}`);
}
