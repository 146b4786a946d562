/** Queries, in parts: first rows, large results and their comparison, and 50,000 rows in the page of a result. */

import { benchmarkOf } from './benchmark.ts';
import { measureFirstRows } from './query/firstRows.ts';
import { measureGrid } from './query/grid.ts';
import { measureManyRows } from './query/manyRows.ts';

export const benchmark = benchmarkOf({
  first: measureFirstRows,
  rows: measureManyRows,
  grid: measureGrid,
});
