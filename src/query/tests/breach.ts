/** Breaches of expectations, and the columns that expectations name. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { ResultTable } from '../results/resultTable.ts';
import { testTexts } from './testTexts.ts';

export interface Breach {
  reason: CatalogMessage;
  expected?: unknown;
  actual?: unknown;
}

/** More rows are not part of a message or a difference. */
export const maxShownRows = 100;

/** The place of a column that is named by its key, or by its member if only one column has it; -1 if there is none. */
export function columnOf({ columns }: ResultTable, name: string): number {
  const exact = columns.findIndex(({ key }) => key === name);
  if (exact >= 0) return exact;
  const same = columns.filter(({ member }) => member === name);
  return same.length === 1 ? columns.indexOf(same[0]!) : -1;
}

export function noColumn({ columns }: ResultTable, name: string): CatalogMessage {
  return testTexts.message('no-column', [name, columns.map(({ key }) => key).join(', ')]);
}
