/**
 * What users ask for, as an assistant understands it: words for the parts of the model, never their places, and what must be true
 * in the end. A number is compared with SQL that was written by hand.
 */

import type { Planted } from './taskProject.ts';

type Query = Readonly<Record<string, unknown>>;

interface TaskBase {
  title: string;
  planted?: readonly Planted[];
  /** Further files of the project. */
  files?: Readonly<Record<string, string>>;
}

/** The values of the query in the end are those of the SQL. */
interface WithValues {
  query: Query;
  sql: string;
}

export interface AddTask extends TaskBase, WithValues {
  kind: 'add';
  member: 'measure' | 'dimension' | 'segment';
  /** Words for the cube. */
  cube: string;
  name: string;
  type?: string;
  /** Words for the column that it is made of. */
  column?: string;
  /** Only rows with this value in the column of these words. */
  where?: { column: string; value: string };
  /** Words for two measures, of which it is the ratio. */
  ratio?: readonly [string, string];
}

export interface RenameTask extends TaskBase, WithValues {
  kind: 'rename';
  member: 'measure' | 'dimension' | 'segment';
  cube: string;
  what: string;
  newName: string;
  gone: string;
}

/** Why a query document returns nothing: the filter that hides all rows, and the value that was meant. */
export interface EmptyTask extends TaskBase {
  kind: 'empty';
  document: string;
  answer: { member: string; meant: string };
}

interface DoubledTask extends TaskBase {
  kind: 'doubled';
  answer: { from: string; to: string };
}

/** Members that only one group may see. */
export interface OpenTask extends TaskBase {
  kind: 'open';
  view: string;
  what: string;
  group: string;
  member: string;
  /** What everybody sees as before. */
  others: string;
}

interface FixTask extends TaskBase {
  kind: 'fix';
  /** A member that is there again, and its value. */
  query: Query;
  sql: string;
}

export interface ShowTask extends TaskBase, WithValues {
  kind: 'show';
  cube: string;
  what: string;
  member: 'measure' | 'dimension';
  view: string;
}

/** Who uses a member: members, views, and files of queries and tests. */
export interface UsesTask extends TaskBase {
  kind: 'uses';
  cube: string;
  what: string;
  member: 'measure' | 'dimension';
  answer: readonly string[];
}

/** Which measures have other values since the last commit. */
interface ChangedTask extends TaskBase {
  kind: 'changed';
  /** Made after the commit. */
  edits: readonly Planted[];
  answer: readonly string[];
}

export type Task =
  | AddTask
  | RenameTask
  | EmptyTask
  | DoubledTask
  | OpenTask
  | FixTask
  | ShowTask
  | UsesTask
  | ChangedTask;
