/**
 * Corrects the schema compiler's SQL for SQLite: all offsets of a time zone, comparison of times in any format, escaped
 * wildcards, custom granularities. Requires the functions `local_time(time, zone)` and `date_bin(interval, time, origin)`
 * in the database.
 */

import { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';
import { SqliteQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/SqliteQuery.js';
import type { PlannedFilter } from '../../modelRequest.ts';
import { withoutPreAggregations } from './noPreAggregations.ts';

class ExactFilter extends BaseFilter {
  override likeIgnoreCase(column: string, not: boolean, param: unknown, type: string): string {
    const before = type === 'contains' || type === 'ends' ? "'%' || " : '';
    const after = type === 'contains' || type === 'starts' ? " || '%'" : '';
    const pattern = `${before}${this.allocateParam(param)}${after}`;
    return `${column}${not ? ' NOT' : ''} LIKE ${pattern} ESCAPE '\\'`;
  }

  /** Parameters are texts. A column without a declared type would be compared with them as text. */
  override castParameter(): string {
    const type = this.measure ? this.measureDefinition().type : this.dimensionDefinition().type;
    const numeric = this.measure ? type !== 'string' && type !== 'time' && type !== 'boolean' : type === 'number';
    if (type === 'boolean') return "(CASE ? WHEN 'true' THEN 1 WHEN '1' THEN 1 ELSE 0 END)";
    return numeric ? 'CAST(? AS NUMERIC)' : '?';
  }
}

export class ExactSqliteQuery extends SqliteQuery {
  override newFilter(filter: PlannedFilter): BaseFilter {
    return new ExactFilter(this, filter as never);
  }

  override convertTz(field: string): string {
    const zone: string = (this as unknown as { timezone?: string }).timezone ?? 'UTC';
    if (zone === 'UTC') return this.timeStampCast(field);
    return `local_time(${field}, '${zone.replaceAll("'", "''")}')`;
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

  override dateBin(interval: string, source: string, origin: string): string {
    return `date_bin('${interval}', ${source}, '${origin}')`;
  }

  override addInterval(date: string, interval: string): string {
    return super.addInterval(date, inSqliteUnits(interval));
  }

  override subtractInterval(date: string, interval: string): string {
    // The compiler's method subtracts negative intervals as if they were positive.
    const negated = interval.replace(/([+-]?)(\d+)/g, (_, sign: string, count: string) =>
      sign === '-' ? count : `-${count}`,
    );
    return this.addInterval(date, negated);
  }

  override countDistinctApprox(sql: string): string {
    return `count(distinct ${sql})`;
  }

  override newPreAggregations(): PreAggregations {
    return withoutPreAggregations(super.newPreAggregations());
  }
}

/** SQLite does not support weeks and quarters. */
function inSqliteUnits(interval: string): string {
  return interval.replace(/(\d+)\s*(week|quarter)s?/gi, (_, count: string, unit: string) =>
    /week/i.test(unit) ? `${Number(count) * 7} days` : `${Number(count) * 3} months`,
  );
}
