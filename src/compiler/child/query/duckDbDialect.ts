/**
 * The schema compiler's SQL for DuckDB, whose session has the time zone UTC. In contrast to the dialect of the published driver,
 * values of filters are exact decimals, every type of column can be searched, and custom granularities keep to the calendar.
 */

import type { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import { BaseQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseQuery.js';
import type { PlannedFilter } from '../../modelRequest.ts';
import { ExactFilter } from './exactFilter.ts';
import { monthsOf } from './intervalMonths.ts';
import { staged } from './stagedQuery.ts';

/** Digits of the database's longest decimals. */
const decimalDigits = 38;

export class DuckDbQuery extends staged(BaseQuery) {
  override newFilter(filter: PlannedFilter): BaseFilter {
    return new ExactFilter(this, filter as never);
  }

  /** The narrowest type that holds a number as it is written: a comparison with it rounds nothing. */
  numberType(value: string): string {
    const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(value.trim()) ?? [];
    if (whole + fraction === '' || whole.length + fraction.length > decimalDigits) return 'DOUBLE';
    return `DECIMAL(${decimalDigits}, ${fraction.length})`;
  }

  /** The compiler writes a label between quotes as it is. */
  override renderDimensionCaseLabel(label: unknown, cube: string): unknown {
    const text = typeof label === 'string' ? label.replaceAll("'", "''") : label;
    return super.renderDimensionCaseLabel(text, cube);
  }

  override convertTz(field: string): string {
    const zone: string = (this as unknown as { timezone?: string }).timezone ?? 'UTC';
    return `timezone('${zone.replaceAll("'", "''")}', ${this.timeStampCast(field)})`;
  }

  override timeGroupedColumn(granularity: string, dimension: string): string {
    return `date_trunc('${granularity}', ${dimension})`;
  }

  override timeRangeFilter(column: string, from: string, to: string): string {
    return super.timeRangeFilter(this.timeStampCast(column), from, to);
  }

  override timeNotInRangeFilter(column: string, from: string, to: string): string {
    return super.timeNotInRangeFilter(this.timeStampCast(column), from, to);
  }

  override beforeDateFilter(column: string, time: string): string {
    return super.beforeDateFilter(this.timeStampCast(column), time);
  }

  override beforeOrOnDateFilter(column: string, time: string): string {
    return super.beforeOrOnDateFilter(this.timeStampCast(column), time);
  }

  override afterDateFilter(column: string, time: string): string {
    return super.afterDateFilter(this.timeStampCast(column), time);
  }

  override afterOrOnDateFilter(column: string, time: string): string {
    return super.afterOrOnDateFilter(this.timeStampCast(column), time);
  }

  /** The start of the interval, counted from `origin`, that contains a time. @throws QueryRefused for months and days together */
  override dateBin(interval: string, source: string, origin: string): string {
    const start = `TIMESTAMP '${origin}'`;
    const months = monthsOf(interval);
    if (months === undefined) return `time_bucket(INTERVAL '${interval}', ${source}, ${start})`;
    // The number of months between two calendar months, which is one too many before the day of the origin.
    const steps = `CAST(floor(date_diff('month', ${start}, ${source}) / ${months}) AS INTEGER)`;
    const step = (count: string) => `${start} + to_months(CAST(${months} * (${count}) AS INTEGER))`;
    return `CASE WHEN ${step(steps)} <= ${source} THEN ${step(steps)} ELSE ${step(`${steps} - 1`)} END`;
  }

  override countDistinctApprox(sql: string): string {
    return `count(distinct ${sql})`;
  }
}
