/**
 * The schema compiler's SQL for Postgres. In contrast to the published dialect, values of filters are exact, every type of column
 * can be searched, custom granularities keep to the calendar, and approximate counts need no extension: they are exact.
 */

import type { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import { PostgresQuery as PublishedQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/PostgresQuery.js';
import type { PlannedFilter } from '../../modelRequest.ts';
import { ExactFilter } from './exactFilter.ts';
import { monthsOf } from './intervalMonths.ts';
import { staged } from './stagedQuery.ts';

export class PostgresQuery extends staged(PublishedQuery) {
  override newFilter(filter: PlannedFilter): BaseFilter {
    return new ExactFilter(this, filter as never);
  }

  numberType(): string {
    return 'NUMERIC';
  }

  /** The compiler writes a label between quotes as it is. */
  override renderDimensionCaseLabel(label: unknown, cube: string): unknown {
    const text = typeof label === 'string' ? label.replaceAll("'", "''") : label;
    return super.renderDimensionCaseLabel(text, cube);
  }

  /** Arrays with the same missing value are equal, and the database can hash and sort them, as a full join needs. */
  override sameKey(left: string, right: string): string {
    return `ARRAY[${left}] = ARRAY[${right}]`;
  }

  /** The published dialect takes a month for 30 days. @throws QueryRefused for months and days together */
  override dateBin(interval: string, source: string, origin: string): string {
    const months = monthsOf(interval);
    if (months === undefined) return super.dateBin(interval, source, origin);
    const start = `TIMESTAMP '${origin}'`;
    const part = (name: string) => `(EXTRACT(${name} FROM ${source}) - EXTRACT(${name} FROM ${start}))`;
    // The number of months between two calendar months, which is one too many before the day of the origin.
    const steps = `floor((${part('YEAR')} * 12 + ${part('MONTH')}) / ${months})`;
    const step = (count: string) => `(${start} + INTERVAL '1 month' * (${months} * (${count})))`;
    return `CASE WHEN ${step(steps)} <= ${source} THEN ${step(steps)} ELSE ${step(`${steps} - 1`)} END`;
  }

  override countDistinctApprox(sql: string): string {
    return `count(distinct ${sql})`;
  }
}
