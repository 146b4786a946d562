/** Requests to a compiled model and their responses, shared by the Compiler and its child process. */

import type { CompilerError } from './compileResult.ts';

interface PlannedTimeDimension {
  dimension: string;
  granularity?: string;
  /** Local times in the time zone of the query: `2026-01-01T00:00:00.000`, both inclusive. */
  dateRange?: readonly [string, string];
}

export type PlannedFilter =
  | { member: string; operator: string; values?: readonly (string | null)[] }
  | { and: readonly PlannedFilter[] }
  | { or: readonly PlannedFilter[] };

/** A query that passed the shape check, with defaults for its optional parts. */
export interface ModelQuery {
  measures: readonly string[];
  dimensions: readonly string[];
  segments: readonly string[];
  timeDimensions: readonly PlannedTimeDimension[];
  filters: readonly PlannedFilter[];
  /** Undefined: the default order of the compiler. */
  order?: readonly { id: string; desc: boolean }[];
  limit: number;
  offset: number;
  /** IANA name. */
  timezone: string;
  ungrouped: boolean;
  total: boolean;
}

export interface Statement {
  sql: string;
  params: readonly unknown[];
}

/** One column of the rows of a plan. */
export interface PlannedColumn {
  alias: string;
  /** Keys of the column's value in the rows of a response. */
  keys: readonly string[];
  /** `number`, `string`, `time`, `boolean`, `geo`. */
  type: string;
}

/** Member name → the fields of its metadata that a chart needs. */
export type Annotation = Readonly<Record<string, Record<string, unknown>>>;

/** Name of a data source → its dialect, as `CUBEJS_DB_TYPE` names it. */
export type Dialects = Readonly<Record<string, string>>;

export interface QueryPlan extends Statement {
  /** Name of the data source that has the tables of the query. */
  dataSource: string;
  /** Counts all rows of the query; null unless the query asks for the total. */
  total: Statement | null;
  columns: readonly PlannedColumn[];
  annotation: { measures: Annotation; dimensions: Annotation; segments: Annotation; timeDimensions: Annotation };
}

/** Cubes and views with their visible members, as the metadata operation returns them. */
export interface ModelMeta {
  cubes: readonly Record<string, unknown>[];
}

/** A member that the planner here cannot calculate, and why. */
export interface NotComputed {
  /** `cube.member` */
  member: string;
  reason: string;
}

/** The security context that the model reads. Its `groups` select the access policies that apply. */
export type SecurityContext = Readonly<Record<string, unknown>>;

/** A dimension or a measure of a metric view. */
export interface MetricViewField {
  name: string;
  expr: string;
  displayName: string;
  comment: string | null;
}

export interface MetricViewJoin {
  name: string;
  source: string;
  on: string;
  joins?: readonly MetricViewJoin[];
}

/** A cube or view as a Databricks metric view. */
export interface MetricView {
  name: string;
  kind: 'cube' | 'view';
  dataSource: string;
  comment: string | null;
  /** A table, or a query. */
  source: string;
  joins: readonly MetricViewJoin[];
  dimensions: readonly MetricViewField[];
  measures: readonly MetricViewField[];
  /** The parts that are left out, and why. */
  warnings: readonly string[];
}

/** SQL, or why there is none. */
type SqlOrReason = { sql: string } | { reason: string };

export interface CubeRelation {
  name: string;
  dataSource: string;
  /** The file that defines it, relative to the model folder. */
  fileName: string | null;
  /** Quoted, as `from` and the SQL of keys and joins write it. */
  alias: string;
  /** The table or query with its alias. */
  from: SqlOrReason;
  primaryKey: readonly ({ name: string } & SqlOrReason)[];
  /** Sums and counts: their total is the sum over all groups, unless a join repeats rows. */
  measures: readonly string[];
  /** Those that a query can group by, the most readable first. */
  dimensions: readonly string[];
}

export type JoinRelation = {
  from: string;
  to: string;
  relationship: 'many_to_one' | 'one_to_many' | 'one_to_one';
} & SqlOrReason;

export interface CubeRelations {
  cubes: readonly CubeRelation[];
  joins: readonly JoinRelation[];
}

/** A cube of the compiled model, also one that a template or a program generates. Names of members are without that of the cube. */
export interface CompiledCube {
  name: string;
  dataSource: string;
  /** The file that defines it, relative to the model folder. */
  fileName: string | null;
  measures: readonly string[];
  dimensions: readonly string[];
  segments: readonly string[];
  /** The cubes that it joins. */
  joins: readonly string[];
}

/** Full names. The total is that of the first measure. */
export interface TotalRequest {
  measures: readonly string[];
  dimensions: readonly string[];
}

/**
 * What callers with some groups may read, as the access policies say. Their other attributes are unknown: filters on rows have
 * the name of an attribute in place of its value.
 */
export interface CallerAccess {
  groups: readonly string[];
  /** One of the groups is a condition. */
  hasCondition?: boolean;
  /** The visible members of public cubes and views. */
  members: readonly string[];
  /** The members of which the caller sees the mask in place of values. */
  masked: readonly string[];
  /** The filters on the rows of a cube or view, also of the cubes behind the members of a view. `none`: no rows. Absent: all rows. */
  rows: Readonly<Record<string, readonly PlannedFilter[] | 'none'>>;
  /** Why it cannot be evaluated. Then nothing else is known. */
  failure?: string;
}

export interface ModelAccess {
  /** The groups that policies name, and in braces their conditions that read other attributes of a caller. */
  groups: readonly string[];
  /** All members, hidden or not, with the member of a cube that each one of a view has. */
  members: Readonly<Record<string, string>>;
  /** The types of dimensions: `number`, `string`, `time`. */
  types: Readonly<Record<string, string>>;
  callers: readonly CallerAccess[];
}

/**
 * `unrestricted`: no access policy applies. Comparisons of two models ask so, and profiles of a member on the author's own
 * database, never a user of the platform. `includesHidden`: members that are not public can be queried, too.
 */
export type ModelRequest =
  /** The joins and keys of all cubes, whatever access policies say. */
  | { kind: 'relations'; securityContext: SecurityContext; dialects?: Dialects }
  /** A statement with one value: the sum of a measure over all groups. */
  | { kind: 'total'; query: TotalRequest; securityContext: SecurityContext; dialects?: Dialects }
  /** All cubes, whatever access policies say. */
  | { kind: 'cubes'; securityContext: SecurityContext }
  /** Names of the public cubes and views, whatever access policies say. */
  | { kind: 'names'; securityContext: SecurityContext }
  | { kind: 'metricView'; name: string; securityContext: SecurityContext }
  | { kind: 'notComputed'; securityContext: SecurityContext }
  | { kind: 'meta'; securityContext: SecurityContext; unrestricted?: boolean }
  /** `compileGroups`: the groups of the caller in the context that the code of the model reads when it is compiled. */
  | {
      kind: 'access';
      callers: readonly (readonly string[])[];
      compileGroups: readonly string[];
      securityContext: SecurityContext;
    }
  /** Without dialects, all data sources are one DuckDB. */
  | {
      kind: 'query';
      query: ModelQuery;
      securityContext: SecurityContext;
      unrestricted?: boolean;
      includesHidden?: boolean;
      dialects?: Dialects;
    };

export type ModelResponse =
  | { kind: 'relations'; relations: CubeRelations }
  | { kind: 'total'; statement: Statement }
  | { kind: 'cubes'; cubes: readonly CompiledCube[] }
  | { kind: 'names'; names: readonly string[] }
  | { kind: 'metricView'; view: MetricView }
  | { kind: 'meta'; meta: ModelMeta }
  | { kind: 'notComputed'; members: readonly NotComputed[] }
  | { kind: 'access'; access: ModelAccess }
  | { kind: 'query'; plan: QueryPlan }
  /** The model does not support the query; `message` is written for the author of the query. */
  | { kind: 'refused'; message: string }
  /** The model does not compile. */
  | { kind: 'broken'; errors: readonly CompilerError[] }
  /** The child process does not hold this model (any more): send the request again with its files. */
  | { kind: 'unknown-model' };
