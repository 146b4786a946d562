/** What the examination of joins and keys on the data found. `doctor --json` prints it. */

import type { JoinRelation } from '../../compiler/modelRequest.ts';

type ExaminationResult = 'ok' | 'wrong' | 'unknown';

/**
 * A measure whose total grows or shrinks, because a join repeats or loses its rows: the total, and the sum of the groups. Totals are
 * decimal numbers as text. A row with partners in several groups belongs to each of them, also with the right relationship.
 */
export interface Effect {
  measure: string;
  /** The dimension of the joined cube that the total is grouped by. */
  by: string;
  before: string;
  after: string;
}

/** `file` is relative to the project folder, `line` starts at 1. A number is null if it was not counted. */
export interface JoinReport {
  file: string;
  line: number;
  from: string;
  to: string;
  relationship: JoinRelation['relationship'];
  result: ExaminationResult;
  /** Rows of `from`. */
  rows: number | null;
  /** Keys of more than one row, on the side where the relationship allows one row for each. */
  duplicates: number | null;
  /** Rows of `from` without a key. */
  nulls: number | null;
  /** Rows of `from` with a key that `to` does not have. */
  unmatched: number | null;
  /** The relationship that the data shows, if it is another one; null also if there is none. */
  suggested: JoinRelation['relationship'] | null;
  effects: readonly Effect[];
  /** Why the result is unknown, or why effects are missing. */
  reason?: string;
}

export interface KeyReport {
  cube: string;
  file: string;
  line: number;
  result: ExaminationResult;
  duplicates: number | null;
  nulls: number | null;
  reason?: string;
}

export interface ReportProblem {
  /**
   * `total`: a measure that another fact changes, although each join is right. `budget`: not everything was examined. `tenants`: the
   * folders that are models of their own.
   */
  kind: 'total' | 'budget' | 'unread' | 'tenants';
  file: string;
  line: number;
  message: string;
}

export interface DoctorReport {
  joins: readonly JoinReport[];
  keys: readonly KeyReport[];
  problems: readonly ReportProblem[];
}

export function isWrong({ joins, keys, problems }: DoctorReport): boolean {
  const results = [...joins, ...keys].map(({ result }) => result);
  return results.includes('wrong') || problems.some(({ kind }) => kind === 'total');
}
