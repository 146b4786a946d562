/** From a query to SQL, by a compiled model. Only the compiler's child process loads it. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { messageOf } from '../../base/errors.ts';
import type { Annotation, ModelQuery, PlannedColumn, PlannedFilter, QueryPlan, SecurityContext } from '../question.ts';
import { cubeOf } from './accessPolicies.ts';
import { type MemberMeta, Members, RefusedQuery } from './members.ts';
import { ExactSqliteQuery } from './sqliteDialect.ts';

/** @throws RefusedQuery for members and operators the model does not have */
export function planQuery(compilers: Compilers, query: ModelQuery, securityContext: SecurityContext): QueryPlan {
  const members = new Members(compilers, securityContext);
  const annotation = annotate(members, query);
  checkFilters(members, query.filters);
  const rows = narrowedRows(members, query);
  const options = {
    measures: query.measures,
    dimensions: query.dimensions,
    segments: rows === 'none' ? [...query.segments, nobodysRows(query)] : query.segments,
    timeDimensions: query.timeDimensions,
    filters: [...query.filters, ...(rows === 'none' ? [] : rows)].map(forCompiler),
    ...(query.order && { order: query.order }),
    timezone: query.timezone,
    ungrouped: query.ungrouped,
    allowUngroupedWithoutPrimaryKey: true,
    contextSymbols: { securityContext },
    useNativeSqlPlanner: false,
  };
  const made = build(compilers, { ...options, rowLimit: query.limit, offset: query.offset });
  const total = query.total ? build(compilers, { ...options, order: [], rowLimit: null, totalQuery: true }) : null;
  return {
    ...made.statement,
    total: total?.statement ?? null,
    columns: columnsOf(made.query, annotation),
    annotation,
  };
}

function build(compilers: Compilers, options: object) {
  try {
    const query = new ExactSqliteQuery(compilers as never, options as never);
    const [sql, params] = query.buildSqlAndParams() as [string, unknown[]];
    return { query, statement: { sql, params: params.map(plainParam) } };
  } catch (failure) {
    // Whatever the compiler throws here is about the query and the model: joins that do not exist, references that lead nowhere.
    throw new RefusedQuery(messageOf(failure));
  }
}

/** What a security context holds may be anything; a database takes texts, numbers and nothing. */
function plainParam(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

function forCompiler(filter: PlannedFilter): object {
  if ('and' in filter) return { and: filter.and.map(forCompiler) };
  if ('or' in filter) return { or: filter.or.map(forCompiler) };
  return { ...filter, dimension: filter.member };
}

function checkFilters(members: Members, filters: readonly PlannedFilter[]): void {
  for (const filter of filters) {
    if ('and' in filter) checkFilters(members, filter.and);
    else if ('or' in filter) checkFilters(members, filter.or);
    else {
      members.find(['measures', 'dimensions'], filter.member);
      if (!members.policies.mayRead(filter.member)) members.findShown(['measures', 'dimensions'], filter.member);
    }
  }
}

/** Row filters of every cube and view the query touches by name, and of the cubes behind a view's members. */
function narrowedRows(members: Members, query: ModelQuery): PlannedFilter[] | 'none' {
  const filtered = (filters: readonly PlannedFilter[]): string[] =>
    filters.flatMap((filter) => {
      if ('and' in filter) return filtered(filter.and);
      return 'or' in filter ? filtered(filter.or) : [filter.member];
    });
  const named = [
    ...query.measures,
    ...query.dimensions,
    ...query.segments,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...filtered(query.filters),
  ];
  const behind = named.map((name) => members.find(['measures', 'dimensions', 'segments'], name).aliasMember ?? name);
  const filters: PlannedFilter[] = [];
  for (const cube of new Set([...named, ...behind].map(cubeOf))) {
    const rows = members.policies.rowsOf(cube);
    if (rows === 'none') return 'none';
    filters.push(...(rows ?? []));
  }
  return filters;
}

function nobodysRows(query: ModelQuery): object {
  const [member] = [...query.measures, ...query.dimensions, ...query.timeDimensions.map(({ dimension }) => dimension)];
  return { expression: () => '1 = 0', cubeName: cubeOf(member ?? ''), name: 'no_access' };
}

const annotated = [
  'title',
  'shortTitle',
  'description',
  'type',
  'format',
  'currency',
  'meta',
  'drillMembers',
  'drillMembersGrouped',
  'granularities',
] as const;

function described(member: MemberMeta): Record<string, unknown> {
  const fields = member as unknown as Record<string, unknown>;
  const entries = annotated.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>;
}

const ownGranularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

function annotate(members: Members, query: ModelQuery): QueryPlan['annotation'] {
  const each = (kind: 'measures' | 'dimensions' | 'segments', names: readonly string[]): Annotation =>
    Object.fromEntries(names.map((name) => [name, described(members.findShown([kind], name))]));
  const timeDimensions: Record<string, Record<string, unknown>> = {};
  for (const { dimension, granularity } of query.timeDimensions) {
    const member = granularity ? members.findShown(['dimensions'], dimension) : members.find(['dimensions'], dimension);
    if (member.type !== 'time') throw new RefusedQuery(`'${dimension}' is not a time dimension`);
    if (!granularity) continue;
    const custom = member.granularities?.find(({ name }) => name === granularity);
    if (!custom && !ownGranularities.includes(granularity)) {
      throw new RefusedQuery(`Granularity '${granularity}' is not defined for '${dimension}'`);
    }
    const text = described(member);
    timeDimensions[`${dimension}.${granularity}`] = {
      ...text,
      granularity: custom ?? { name: granularity, title: granularity, interval: `1 ${granularity}` },
    };
    timeDimensions[dimension] = text;
  }
  return {
    measures: each('measures', query.measures),
    dimensions: each('dimensions', query.dimensions),
    segments: each('segments', query.segments),
    timeDimensions,
  };
}

interface Selected {
  unescapedAliasName(): string;
}

interface SelectedParts {
  measures: (Selected & { measure: string })[];
  dimensions: (Selected & { dimension: string })[];
  timeDimensions: (Selected & { dimension: string; granularity?: string })[];
}

function columnsOf(query: ExactSqliteQuery, { measures, dimensions }: QueryPlan['annotation']): PlannedColumn[] {
  const parts = query as unknown as SelectedParts;
  const typeOf = (of: Annotation, member: string) => String(of[member]?.type ?? 'string');
  const grouped = parts.timeDimensions.filter(({ granularity }) => granularity);
  return [
    ...parts.dimensions.map((part) => column(part, [part.dimension], typeOf(dimensions, part.dimension))),
    ...grouped.map((part) => {
      // The member alone stands for its first granularity, as clients of older days expect.
      const first = grouped.find(({ dimension }) => dimension === part.dimension) === part;
      const bare = first && !Object.hasOwn(dimensions, part.dimension) ? [part.dimension] : [];
      return column(part, [`${part.dimension}.${part.granularity}`, ...bare], 'time');
    }),
    ...parts.measures.map((part) => column(part, [part.measure], typeOf(measures, part.measure))),
  ];
}

function column(part: Selected, keys: string[], type: string): PlannedColumn {
  return { alias: part.unescapedAliasName(), keys, type };
}
