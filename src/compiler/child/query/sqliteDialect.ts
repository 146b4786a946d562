/**
 * Corrects the schema compiler's SQL for SQLite: all offsets of a time zone, comparison of times in any format, escaped
 * wildcards, upper and lower case of all letters, custom granularities. Requires the functions `local_time(time, zone)`,
 * `date_bin(interval, time, origin)`, `add_interval(time, interval)` and `lower_case(text)` in the database.
 */

import { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';
import { decimalOf } from '../../../base/decimal.ts';
import type { PlannedFilter } from '../../modelRequest.ts';
import { withoutPreAggregations } from './noPreAggregations.ts';
import { QueryRefused } from './queryRefused.ts';
import { StagedQuery } from './stagedQuery.ts';

/** The values that a member can be compared with. SQLite would compare any text, with a wrong result. */
const accepts = {
  numeric: (value: string) => decimalOf(value) !== undefined,
  boolean: (value: string) => /^(true|false|1|0)$/.test(value),
  timestamp: (value: string) =>
    /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  text: () => true,
};

const comparisons = new Set(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte']);

class ExactFilter extends BaseFilter {
  override conditionSql(column: string): string {
    const isTime = this.#type === 'timestamp' && comparisons.has(this.operator);
    return super.conditionSql(isTime ? this.query.timeStampCast(column) : column);
  }

  override likeIgnoreCase(column: string, not: boolean, param: unknown, type: string): string {
    const before = type === 'contains' || type === 'ends' ? "'%' || " : '';
    const after = type === 'contains' || type === 'starts' ? " || '%'" : '';
    const pattern = `${before}${this.allocateParam(param)}${after}`;
    return `lower_case(${column})${not ? ' NOT' : ''} LIKE lower_case(${pattern}) ESCAPE '\\'`;
  }

  override allocateCastParam(param: unknown): string {
    if (accepts[this.#type](String(param))) return super.allocateCastParam(param);
    throw new QueryRefused(
      `Invalid value for '${this.measure ?? this.dimension}': '${param}' is not of type ${this.#type}`,
    );
  }

  /** Parameters are texts. A column without a declared type would be compared with them as text. */
  override castParameter(): string {
    switch (this.#type) {
      case 'boolean':
        return "(CASE ? WHEN 'true' THEN 1 WHEN '1' THEN 1 ELSE 0 END)";
      case 'numeric':
        return 'CAST(? AS NUMERIC)';
      case 'timestamp':
        return this.query.timeStampCast('?');
      default:
        return '?';
    }
  }

  get #type(): keyof typeof accepts {
    const { type } = this.definition() as { type: string };
    if (type === 'boolean') return 'boolean';
    if (type === 'time') return 'timestamp';
    return type === 'number' || (this.measure && type !== 'string') ? 'numeric' : 'text';
  }
}

export class ExactSqliteQuery extends StagedQuery {
  override newFilter(filter: PlannedFilter): BaseFilter {
    return new ExactFilter(this, filter as never);
  }

  /** The compiler writes a label between quotes as it is. */
  override renderDimensionCaseLabel(label: unknown, cube: string): unknown {
    const text = typeof label === 'string' ? label.replaceAll("'", "''") : label;
    return super.renderDimensionCaseLabel(text, cube);
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

  /** A month after January 31 is the end of February; SQLite counts on to March 3. */
  override addInterval(date: string, interval: string): string {
    return `add_interval(${date}, '${interval}')`;
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
