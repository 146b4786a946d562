/** The joins and keys of a compiled model as SQL, and the totals of measures, so that they can be compared with the data. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { failureText } from '../../failureText.ts';
import type {
  CubeRelation,
  CubeRelations,
  Dialects,
  JoinRelation,
  Statement,
  TotalRequest,
} from '../../modelRequest.ts';
import { queryIn, queryOf } from './queryOf.ts';
import { QueryRefused } from './queryRefused.ts';
import { type MemberDefinition, reasonAgainst } from './unsupportedMembers.ts';

interface JoinDefinition {
  name: string;
  relationship: string;
  sql: unknown;
}

interface MemberParts extends MemberDefinition {
  primaryKey?: boolean;
  public?: boolean;
  subQuery?: boolean;
}

interface CubeParts {
  isView?: boolean;
  dataSource?: string;
  fileName?: string;
  joins?: readonly JoinDefinition[];
  measures?: Readonly<Record<string, MemberParts>>;
  dimensions?: Readonly<Record<string, MemberParts>>;
}

/** Properties that the query has at run time; its declarations leave them out. */
interface Evaluation {
  paramAllocator: { buildSqlAndParams(sql: string): [string, unknown[]] };
  asSyntaxJoin: string;
  evaluateSymbolSql(cube: string, name: string, definition: unknown): string;
  evaluateSql(cube: string, sql: unknown): string;
  cubeSql(cube: string): string;
  cubeAlias(cube: string): string;
  escapeColumnName(name: string): string;
  measures: readonly { aliasName(): string }[];
  buildSqlAndParams(): [string, unknown[]];
}

const relationships: Readonly<Record<string, JoinRelation['relationship']>> = {
  belongsTo: 'many_to_one',
  hasMany: 'one_to_many',
  hasOne: 'one_to_one',
};

/** All cubes and joins, also those that access policies hide. A part whose SQL depends on the caller has a reason in place of it. */
export function cubeRelations(compilers: Compilers, dialects?: Dialects): CubeRelations {
  const { cubeEvaluator } = compilers;
  const queries = new Map<string, Evaluation>();
  const queryFor = (dataSource: string) => {
    const known = queries.get(dataSource) ?? relationQuery(compilers, dialects, dataSource);
    queries.set(dataSource, known);
    return known;
  };
  const cubes: CubeRelation[] = [];
  const joins: JoinRelation[] = [];
  for (const name of cubeEvaluator.cubeNames()) {
    const cube = cubeEvaluator.cubeFromPath(name) as CubeParts;
    if (cube.isView) continue;
    const dataSource = cube.dataSource ?? 'default';
    const query = queryFor(dataSource);
    cubes.push({
      name,
      dataSource,
      fileName: cube.fileName ?? null,
      alias: query.cubeAlias(name),
      from: plain(query, () => `${query.cubeSql(name)} ${query.asSyntaxJoin} ${query.cubeAlias(name)}`),
      primaryKey: Object.entries(cube.dimensions ?? {})
        .filter(([, { primaryKey }]) => primaryKey)
        .map(([key, definition]) => ({
          name: key,
          ...plain(query, () => query.evaluateSymbolSql(name, key, definition)),
        })),
      measures: Object.entries(cube.measures ?? {})
        .filter(([, one]) => isAdditive(one))
        .map(([measure]) => measure),
      dimensions: groupable(cube.dimensions ?? {}),
    });
    for (const { name: to, relationship, sql } of cube.joins ?? []) {
      joins.push({
        from: name,
        to,
        relationship: relationships[relationship]!,
        ...plain(query, () => query.evaluateSql(name, sql)),
      });
    }
  }
  return { cubes, joins };
}

/** The sum of a measure over all groups of a query, without row filters of access policies. @throws QueryRefused */
export function measureTotal(
  compilers: Compilers,
  { measures, dimensions }: TotalRequest,
  dialects?: Dialects,
): Statement {
  try {
    const { query: planned } = queryOf(compilers, dialects, { ...options, measures, dimensions });
    const query = planned as unknown as Evaluation;
    const [sql, params] = query.buildSqlAndParams();
    const total = query.escapeColumnName('total');
    return {
      sql: `SELECT sum(${query.measures[0]!.aliasName()}) ${query.asSyntaxJoin} ${total} FROM (\n${sql}\n) ${query.escapeColumnName('grouped')}`,
      params,
    };
  } catch (failure) {
    throw new QueryRefused(failureText(failure));
  }
}

const options = {
  order: [],
  rowLimit: null,
  timezone: 'UTC',
  contextSymbols: { securityContext: {} },
  useNativeSqlPlanner: false,
};

/** The SQL of a data source that is not open does not run, so its dialect has no effect. */
function relationQuery(compilers: Compilers, dialects: Dialects | undefined, dataSource: string): Evaluation {
  const isKnown = dialects === undefined || Object.hasOwn(dialects, dataSource);
  const none = { ...options, measures: [], dimensions: [] };
  return queryIn(compilers, isKnown ? dialects : undefined, dataSource, none) as unknown as Evaluation;
}

/** A rolling or multi-stage measure has no total that a join could multiply. */
function isAdditive(measure: MemberParts): boolean {
  const isSum = measure.type === 'sum' || measure.type === 'count';
  return isSum && !measure.rollingWindow && !measure.multiStage && reasonAgainst('measure', measure) === undefined;
}

/** Those that read best in a report first: a public text that is not a key. */
function groupable(dimensions: NonNullable<CubeParts['dimensions']>): string[] {
  const rank = ({ primaryKey, public: isPublic, type }: MemberParts) =>
    (primaryKey ? 4 : 0) + (isPublic === false ? 2 : 0) + (type === 'string' ? 0 : 1);
  return Object.entries(dimensions)
    .filter(([, one]) => one.type !== 'geo' && !one.subQuery && !one.multiStage && !reasonAgainst('dimension', one))
    .sort(([, a], [, b]) => rank(a) - rank(b))
    .map(([name]) => name);
}

function plain(query: Evaluation, evaluate: () => string): { sql: string } | { reason: string } {
  try {
    const [sql, params] = query.paramAllocator.buildSqlAndParams(evaluate());
    return params.length > 0 ? { reason: 'its SQL depends on the query or on the user' } : { sql: sql.trim() };
  } catch (failure) {
    return { reason: failureText(failure) };
  }
}
