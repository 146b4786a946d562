/** What one may ask a compiled model and what it answers: the words shared by the Compiler and its child process. */

import type { ModelFile } from './compileResult.ts';

export interface PlannedTimeDimension {
  dimension: string;
  granularity?: string;
  /** Local times of the query's zone: `2026-01-01T00:00:00.000`, both inclusive. */
  dateRange?: readonly [string, string];
}

export type PlannedFilter =
  | { member: string; operator: string; values?: readonly (string | null)[] }
  | { and: readonly PlannedFilter[] }
  | { or: readonly PlannedFilter[] };

/** A query whose shape is sound: the parts a person may leave out are filled in. */
export interface ModelQuery {
  measures: readonly string[];
  dimensions: readonly string[];
  segments: readonly string[];
  timeDimensions: readonly PlannedTimeDimension[];
  filters: readonly PlannedFilter[];
  /** Undefined: the compiler's own order. */
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

/** One column of a plan's rows. */
export interface PlannedColumn {
  alias: string;
  /** Keys of the column's value in an answer's rows. */
  keys: readonly string[];
  /** `number`, `string`, `time`, `boolean`, `geo`. */
  type: string;
}

/** What is known of a member: the fields of `MemberMeta` a chart needs. */
export type Annotation = Readonly<Record<string, Record<string, unknown>>>;

export interface QueryPlan extends Statement {
  /** Counts all rows of the query, where it asked for that. */
  total: Statement | null;
  columns: readonly PlannedColumn[];
  annotation: { measures: Annotation; dimensions: Annotation; segments: Annotation; timeDimensions: Annotation };
}

/** Cubes and views with their members, hidden ones left out, as the metadata operation shows them. */
export interface ModelMeta {
  cubes: readonly Record<string, unknown>[];
}

/** On whose behalf: what the model reads as its security context. Its `groups` decide which access policies apply. */
export type SecurityContext = Readonly<Record<string, unknown>>;

export type Question =
  | { kind: 'meta'; securityContext: SecurityContext }
  | { kind: 'query'; query: ModelQuery; securityContext: SecurityContext };

export type ModelAnswer =
  | { kind: 'meta'; meta: ModelMeta }
  | { kind: 'query'; plan: QueryPlan }
  /** The query asks for what the model does not have or do; in words for the person who asked. */
  | { kind: 'refused'; message: string }
  /** The model does not compile. */
  | { kind: 'broken'; errors: readonly { message: string; fileName: string | null }[] }
  /** The child does not hold this model (any more): ask again with its files. */
  | { kind: 'unknown-model' };

export interface AskRequest {
  /** Names the model: the same name always stands for the same files. */
  model: string;
  files: readonly ModelFile[] | null;
  question: Question;
  remember: boolean;
}
