/** A cut result proves nothing about the rows that are missing, so it is neither tested nor compared. */

import type { UserError } from '../../base/errors.ts';
import type { ResultTable, WholeTable } from '../results/resultTable.ts';
import { queryErrors } from './queryErrors.ts';

/** @throws UserError if rows of the result are missing or may be missing */
export function wholeTable(table: ResultTable): WholeTable {
  const failure = cutFailure(table);
  if (failure) throw failure;
  return table as WholeTable;
}

/** What is missing of a result; undefined for a whole one. */
export function cutFailure({ rows, cut }: ResultTable): UserError | undefined {
  if (!cut) return undefined;
  const { total } = cut;
  return total === null
    ? queryErrors.error('result-may-be-cut', [rows.length])
    : queryErrors.error('result-cut', [rows.length, total]);
}
