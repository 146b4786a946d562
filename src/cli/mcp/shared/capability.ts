/**
 * What tools can do. A tool has no other way to the project, its database or the platform: nothing here writes to a platform or
 * hands out the file system.
 */

import type { QueryPlan } from '../../../compiler/modelRequest.ts';
import type { DoctorReport } from '../../../local/doctor/report.ts';
import type { LocalAnswer, LocalQuestion } from '../../../local/localQuestion.ts';
import type { Catalog } from '../../../model/catalog/catalog.ts';
import type { QueryObject, QueryViewer } from '../../../model/documents/queryDocument.ts';
import type { Problem } from '../../../model/source/problem.ts';
import type { Review } from '../../../review/review.ts';
import type { Answer } from './answer.ts';
import type { ProjectState } from './projectState.ts';
import type { ProjectWriter } from './projectWriter.ts';
import type { Proposals, ProposedFile } from './proposals.ts';

/** Which rows of data an assistant sees. `aggregates`: those of queries that group rows by something that is not their key. */
export const rowLevels = ['full', 'aggregates', 'none'] as const;
export type RowLevel = (typeof rowLevels)[number];

interface CheckedState {
  problems: readonly Problem[];
  /** Undefined: the compiler has not answered yet, and `problems` are our own. */
  compiles: boolean | undefined;
  /** Why tables and columns were not checked; undefined: they were, or there is no database. */
  notChecked: string | undefined;
}

interface Plan extends Pick<QueryPlan, 'sql' | 'params' | 'dataSource'> {}

export interface GeneratedCubes {
  files: readonly ProposedFile[];
  /** What was left out, and why. */
  leftOut: readonly string[];
}

export interface ReadCapability {
  readonly rows: RowLevel;
  /** Kept in memory. */
  readonly proposals: Proposals;
  /** The project as it is on disk now. @throws UserError, CancelledError */
  state(signal: AbortSignal): Promise<ProjectState>;
  /** The project as a commit of its git repository has it. @throws UserError */
  baseState(name: string): Promise<ProjectState>;
  /** The problems that the editor would show after a save: ours and the compiler’s. @throws UserError, CancelledError */
  check(state: ProjectState, signal: AbortSignal): Promise<CheckedState>;
  /** The SQL of a query, as all rows are read: without access policies if `as` is not given. @throws UserError, CancelledError */
  plan(state: ProjectState, query: QueryObject, as: QueryViewer | undefined, signal: AbortSignal): Promise<Plan>;
  /** @throws UserError, CancelledError */
  answer(state: ProjectState, question: LocalQuestion, signal: AbortSignal): Promise<LocalAnswer>;
  /** Joins and keys on the data; undefined: there is no data source. @throws UserError, CancelledError */
  examine(state: ProjectState, signal: AbortSignal): Promise<DoctorReport | undefined>;
  /** What the change from one state to another does to its users. @throws UserError, CancelledError */
  review(before: ProjectState, after: ProjectState, options: { values: boolean }, signal: AbortSignal): Promise<Review>;
  /** Undefined: the server has no connection. */
  readonly platform: PlatformReads | undefined;
  /**
   * Cubes for tables of the data sources, named `table` or `schema.table`; those that exist get what is new.
   * @throws UserError, CancelledError
   */
  generate(state: ProjectState, tables: readonly string[], signal: AbortSignal): Promise<GeneratedCubes>;
  /** The tables of the data source; undefined if there is none. @throws UserError, CancelledError */
  catalog(signal: AbortSignal): Promise<Catalog | undefined>;
}

export const platformQuestions = ['branches', 'sync', 'build', 'log', 'health'] as const;

/** Reads of the platform. `tail`: lines of a log. @throws PlatformError, CancelledError */
export type PlatformReads = Readonly<
  Record<(typeof platformQuestions)[number], (signal: AbortSignal, tail: number) => Promise<Answer>>
>;

export interface WriteCapability extends ReadCapability {
  readonly writer: ProjectWriter;
}
