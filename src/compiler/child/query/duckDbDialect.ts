/**
 * The schema compiler's SQL for DuckDB, whose session has the time zone UTC. In contrast to the dialect of the published driver,
 * values of filters are exact decimals, every type of column can be searched, and custom granularities keep to the calendar.
 */

import { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';
import { decimalOf } from '../../../base/decimal.ts';
import type { PlannedFilter } from '../../modelRequest.ts';
import { withoutPreAggregations } from './noPreAggregations.ts';
import { QueryRefused } from './queryRefused.ts';
import { StagedQuery } from './stagedQuery.ts';

/** The values that a member can be compared with. The database's own message would not name the member. */
const accepts = {
  numeric: (value: string) => decimalOf(value) !== undefined,
  boolean: (value: string) => /^(true|false|1|0)$/.test(value),
  timestamp: (value: string) =>
    /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  text: () => true,
};

const comparisons = new Set(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte']);
/** Digits of the database's longest decimals. */
const decimalDigits = 38;

class ExactFilter extends BaseFilter {
  override conditionSql(column: string): string {
    const isTime = this.#type === 'timestamp' && comparisons.has(this.operator);
    return super.conditionSql(isTime ? this.query.timeStampCast(column) : column);
  }

  override likeIgnoreCase(column: string, not: boolean, param: unknown, type: string): string {
    const before = type === 'contains' || type === 'ends' ? "'%' || " : '';
    const after = type === 'contains' || type === 'starts' ? " || '%'" : '';
    const pattern = `${before}${this.allocateParam(param)}${after}`;
    return `CAST(${column} AS VARCHAR)${not ? ' NOT' : ''} ILIKE ${pattern} ESCAPE '\\'`;
  }

  override allocateCastParam(param: unknown): string {
    const value = String(param);
    if (!accepts[this.#type](value)) {
      throw new QueryRefused(
        `Invalid value for '${this.measure ?? this.dimension}': '${value}' is not of type ${this.#type}`,
      );
    }
    const cast = this.#type === 'numeric' ? `CAST(? AS ${decimalType(value)})` : this.castParameter();
    return this.query.paramAllocator.allocateParamsForQuestionString(cast, [param]);
  }

  override castParameter(): string {
    if (this.#type === 'boolean') return 'CAST(? AS BOOLEAN)';
    return this.#type === 'timestamp' ? this.query.timeStampCast('?') : '?';
  }

  get #type(): keyof typeof accepts {
    const { type } = this.definition() as { type: string };
    if (type === 'boolean') return 'boolean';
    if (type === 'time') return 'timestamp';
    return type === 'number' || (this.measure && type !== 'string') ? 'numeric' : 'text';
  }
}

/** The narrowest type that holds a number as it is written: a comparison with it rounds nothing. */
function decimalType(value: string): string {
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(value.trim()) ?? [];
  if (whole + fraction === '' || whole.length + fraction.length > decimalDigits) return 'DOUBLE';
  return `DECIMAL(${decimalDigits}, ${fraction.length})`;
}

export class DuckDbQuery extends StagedQuery {
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

  override newPreAggregations(): PreAggregations {
    return withoutPreAggregations(super.newPreAggregations());
  }
}

const monthsOfUnit: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/** Undefined for an interval without months. @throws QueryRefused for one that has months and shorter units */
function monthsOf(interval: string): number | undefined {
  const parts = [...interval.matchAll(/(-?\d+)\s*([a-z]+?)s?\b/gi)].map(([, count, unit]) => {
    const months = monthsOfUnit[unit!.toLowerCase()];
    return months && months * Number(count);
  });
  if (parts.every((months) => months === undefined)) return undefined;
  if (parts.every((months) => months !== undefined)) return parts.reduce((sum, months) => sum + months, 0);
  throw new QueryRefused(
    `The emulator cannot group by the interval '${interval}': it has months, whose length differs, and shorter units`,
  );
}
