/**
 * The schema compiler's SQL for MySQL and MariaDB. In contrast to the published dialect, values of filters are exact, times and
 * booleans are compared as such, granularities are right for all dates, and approximate counts are exact.
 */

import type { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import type { PlannedFilter } from '../../modelRequest.ts';
import { ExactFilter } from './exactFilter.ts';
import { monthsOf } from './intervalMonths.ts';
import { publishedDialect } from './publishedDialect.ts';
import { QueryRefused } from './queryRefused.ts';

/** The digits of the database's longest decimals. */
const decimalDigits = 65;
const fractionDigits = 30;

class MySqlFilter extends ExactFilter {
  override likeIgnoreCase(column: string, not: boolean, param: unknown, type: string): string {
    const before = type === 'contains' || type === 'ends' ? '%' : '';
    const after = type === 'contains' || type === 'starts' ? '%' : '';
    return `${column}${not ? ' NOT' : ''} LIKE CONCAT('${before}', ${this.allocateParam(param)}, '${after}')`;
  }

  protected override castValue(...[value, type]: Parameters<ExactFilter['castValue']>): [cast: string, sent: string] {
    // The database has no booleans: they are 1 and 0.
    if (type === 'boolean') return ['CAST(? AS SIGNED)', value === 'true' || value === '1' ? '1' : '0'];
    if (type === 'timestamp') return [this.query.timeStampCast('?'), inUtc(value)];
    return super.castValue(value, type);
  }
}

export class MySqlQuery extends publishedDialect('mysql') {
  override newFilter(filter: PlannedFilter): BaseFilter {
    return new MySqlFilter(this, filter as never);
  }

  /** @throws QueryRefused for a number that the database would round */
  numberType(value: string): string {
    const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(value.trim()) ?? [];
    if (whole + fraction === '') return 'DOUBLE';
    if (fraction.length > fractionDigits || whole.length + fraction.length > decimalDigits) {
      throw new QueryRefused(`The number '${value}' has too many digits for the database`);
    }
    return `DECIMAL(${decimalDigits}, ${fraction.length})`;
  }

  /** The published dialect counts weeks and quarters from 1900, and is wrong before. */
  override timeGroupedColumn(granularity: string, time: string): string {
    if (granularity === 'week')
      return `DATE_SUB(CAST(CAST(${time} AS DATE) AS DATETIME), INTERVAL WEEKDAY(${time}) DAY)`;
    if (granularity !== 'quarter') return super.timeGroupedColumn(granularity, time);
    return `DATE_ADD(CAST(MAKEDATE(YEAR(${time}), 1) AS DATETIME), INTERVAL QUARTER(${time}) - 1 QUARTER)`;
  }

  /** The published dialect counts whole months and seconds, and is wrong before the origin. */
  override dateBin(interval: string, source: string, origin: string): string {
    const start = `TIMESTAMP('${origin}')`;
    const months = monthsOf(interval);
    const over = (steps: string, step: string | number) => `MOD(MOD(${steps}, ${step}) + ${step}, ${step})`;
    if (months === undefined) {
      const epoch = "'1970-01-01 00:00:00'";
      const step = `TIMESTAMPDIFF(MICROSECOND, ${epoch}, ${this.addInterval(`TIMESTAMP(${epoch})`, interval)})`;
      return `TIMESTAMPADD(MICROSECOND, -${over(`TIMESTAMPDIFF(MICROSECOND, ${start}, ${source})`, step)}, ${source})`;
    }
    // The number of months between two calendar months, which is one too many before the day of the origin.
    const part = (time: string) => `EXTRACT(YEAR_MONTH FROM ${time})`;
    const passed = `PERIOD_DIFF(${part(source)}, ${part(start)})`;
    const step = (less: number) => `DATE_ADD(${start}, INTERVAL ${passed} - ${over(passed, months)} - ${less} MONTH)`;
    return `CASE WHEN ${step(0)} <= ${source} THEN ${step(0)} ELSE ${step(months)} END`;
  }

  override countDistinctApprox(sql: string): string {
    return `COUNT(DISTINCT ${sql})`;
  }
}

/** Not every version reads the zone of a text. */
function inUtc(time: string): string {
  if (!/[T ].*(?:Z|[+-]\d\d:\d\d)$/.test(time)) return time;
  return new Date(time).toISOString().slice(0, -1);
}
