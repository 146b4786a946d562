/** Turns a query into SQL by means of a compiled model. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { failureText } from '../../failureText.ts';
import type { Annotation, Dialects, ModelQuery, PlannedColumn, PlannedFilter, QueryPlan } from '../../modelRequest.ts';
import { type Caller, cubeOf } from './accessPolicies.ts';
import { annotateQuery } from './annotateQuery.ts';
import { defaultFilters, membersOf } from './defaultFilters.ts';
import { queryOf } from './queryOf.ts';
import { QueryRefused } from './queryRefused.ts';
import type { StagedQuery } from './stagedQuery.ts';
import { VisibleMembers } from './visibleMembers.ts';

/** @throws QueryRefused for members and operators that the model does not have */
export function planQuery(
  compilers: Compilers,
  query: ModelQuery,
  caller: Caller,
  dialects: Dialects | undefined,
): QueryPlan {
  const members = new VisibleMembers(compilers, caller);
  const annotation = annotateQuery(members, query);
  checkFilters(members, query.filters);
  const rows = accessFilters(members, query);
  const filters = [...query.filters, ...(rows === 'none' ? [] : rows)];
  const allFilters = [...filters, ...defaultFilters(compilers, query, filters)];
  const filtered = membersOf(allFilters);
  const options = {
    measures: query.measures,
    dimensions: query.dimensions,
    segments: rows === 'none' ? [...query.segments, noRows(query)] : query.segments,
    timeDimensions: query.timeDimensions,
    filters: allFilters.map(forCompiler),
    ...(query.order && { order: query.order }),
    timezone: query.timezone,
    ungrouped: query.ungrouped,
    allowUngroupedWithoutPrimaryKey: true,
    contextSymbols: { securityContext: caller.securityContext },
    useNativeSqlPlanner: false,
  };
  const built = build(compilers, filtered, dialects, { ...options, rowLimit: query.limit, offset: query.offset });
  const total = query.total
    ? build(compilers, filtered, dialects, { ...options, order: [], rowLimit: null, totalQuery: true })
    : null;
  return {
    ...built.statement,
    total: total?.statement ?? null,
    dataSource: built.dataSource,
    columns: columnsOf(built.query, annotation),
    annotation,
  };
}

function build(compilers: Compilers, filtered: readonly string[], dialects: Dialects | undefined, options: object) {
  try {
    const { query, dataSource } = queryOf(compilers, dialects, options);
    query.checkQuery(filtered);
    const [sql, params] = query.buildSqlAndParams() as [string, unknown[]];
    return { query, dataSource, statement: { sql, params: params.map(plainParam) } };
  } catch (failure) {
    // Exceptions of the compiler concern the query and the model here, for example a join that does not exist.
    throw new QueryRefused(failureText(failure));
  }
}

/** Values of a security context can have any type; a database accepts texts, numbers and null. */
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

function checkFilters(members: VisibleMembers, filters: readonly PlannedFilter[]): void {
  for (const filter of filters) {
    if ('and' in filter) checkFilters(members, filter.and);
    else if ('or' in filter) checkFilters(members, filter.or);
    else {
      members.find(['measures', 'dimensions'], filter.member);
      if (!members.policies.mayRead(filter.member)) members.findVisible(['measures', 'dimensions'], filter.member);
    }
  }
}

/** Row filters of every cube and view that the query names, and of the cubes behind the members of a view. */
function accessFilters(members: VisibleMembers, query: ModelQuery): PlannedFilter[] | 'none' {
  const named = [
    ...query.measures,
    ...query.dimensions,
    ...query.segments,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...membersOf(query.filters),
  ];
  const behind = named.map((name) => members.find(['measures', 'dimensions', 'segments'], name).aliasMember ?? name);
  const filters: PlannedFilter[] = [];
  for (const cube of new Set([...named, ...behind].map(cubeOf))) {
    const rows = members.policies.rowFilters(cube);
    if (rows === 'none') return 'none';
    filters.push(...(rows ?? []));
  }
  return filters;
}

/** A segment that no row fulfils. */
function noRows(query: ModelQuery): object {
  const [member] = [...query.measures, ...query.dimensions, ...query.timeDimensions.map(({ dimension }) => dimension)];
  return { expression: () => '1 = 0', cubeName: cubeOf(member ?? ''), name: 'no_access' };
}

interface Selected {
  unescapedAliasName(): string;
}

/** Parts of the compiler's query that its types do not declare. */
interface SelectedParts {
  measures: (Selected & { measure: string })[];
  dimensions: (Selected & { dimension: string })[];
  timeDimensions: (Selected & { dimension: string; granularity?: string })[];
}

function columnsOf(query: StagedQuery, { measures, dimensions }: QueryPlan['annotation']): PlannedColumn[] {
  const parts = query as unknown as SelectedParts;
  const typeOf = (annotation: Annotation, member: string) => String(annotation[member]?.type ?? 'string');
  const grouped = parts.timeDimensions.filter(({ granularity }) => granularity);
  return [
    ...parts.dimensions.map((part) => column(part, [part.dimension], typeOf(dimensions, part.dimension))),
    ...grouped.map((part) => {
      // Older clients expect the first granularity under the name of the member alone.
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
