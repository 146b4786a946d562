/** The shape of a query's result: its columns, cells and compared rows. Queries, messages and the page of a result use these types. */

import * as z from 'zod/mini';

/** A number is the text that the platform sent, so that every digit is kept. */
export type Cell = string | number | boolean | null;

export const ResultColumn = z.object({
  /** In the platform's rows: `orders.created_at.day`. */
  key: z.string(),
  /** `orders.created_at` */
  member: z.string(),
  title: z.string(),
  kind: z.enum(['measure', 'dimension', 'time']),
  /** From the model: `number`, `string`, `time`, `boolean` or another. Measures that count are numbers. */
  type: z.string(),
  /** From the model: `percent`, `currency_2` or another name, or a specification such as `$,.2f` or `%Y-%m`. */
  format: z.optional(z.string()),
  /** ISO 4217 code of a currency. */
  currency: z.optional(z.string()),
  granularity: z.optional(z.string()),
});
export type ResultColumn = z.output<typeof ResultColumn>;

export type RowChange = 'same' | 'added' | 'removed' | 'changed';

/** A row of two results. Its cells are in the order of the compared columns; a side that lacks the row is null. */
export interface ComparedRow {
  change: RowChange;
  before: readonly Cell[] | null;
  after: readonly Cell[] | null;
}
