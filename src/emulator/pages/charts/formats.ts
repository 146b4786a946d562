/** Formats numbers, times and table cells in the viewer's locale. */

import { type Annotation, type Column, type MemberAnnotation, type Row, rowValue, toNumber } from './queryResult.ts';

export interface Formats {
  /** `short` writes 12,300 as 12.3K. */
  number(value: number | null, member: MemberAnnotation | undefined, width?: 'full' | 'short'): string;
  /** `value` is a time as the data API sends it: in the query's time zone and without an offset. */
  time(value: string, granularity: string | undefined): string;
  cell(row: Row, column: Column, annotation: Annotation): string;
}

const missing = '—';

/** The canonical language tag; English for an invalid one. */
export function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const timeStyles: Record<string, Intl.DateTimeFormatOptions> = {
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

export function formatsFor(locale: string): Formats {
  const tag = knownLocale(locale);
  const number: Formats['number'] = (value, member, width = 'full') => {
    if (value === null) return missing;
    const options = numberStyle(formatName(member?.format), Math.abs(value), width === 'short');
    return new Intl.NumberFormat(tag, options).format(value);
  };
  const time: Formats['time'] = (value, granularity = 'second') => {
    const date = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`);
    if (Number.isNaN(date.valueOf())) return value;
    if (granularity === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
    const style = timeStyles[granularity] ?? timeStyles.second;
    return new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' }).format(date);
  };
  const cell: Formats['cell'] = (row, column, annotation) => {
    const value = rowValue(row, column);
    const member = annotation[column.isMeasure ? 'measures' : 'dimensions']?.[column.member];
    if (column.isMeasure) return number(toNumber(value), member);
    if (value === null || value === undefined) return missing;
    if (column.granularity !== undefined || member?.type === 'time') return time(String(value), column.granularity);
    const numeric = typeof value === 'number' || member?.type === 'number' ? toNumber(value) : null;
    return numeric === null ? String(value) : number(numeric, member);
  };
  return { number, time, cell };
}

function numberStyle(format: string | undefined, size: number, short: boolean): Intl.NumberFormatOptions {
  const compact: Intl.NumberFormatOptions =
    short && size >= 10_000 ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } : {};
  if (format === 'percent') return { style: 'percent', maximumFractionDigits: 1, ...compact };
  if (format !== 'currency') return { maximumFractionDigits: 2, ...compact };
  const whole = short || size >= 1000 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  return { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...whole, ...compact };
}

/** A format is a name, or an object that carries the name with details. */
function formatName(format: unknown): string | undefined {
  if (typeof format === 'string') return format;
  if (typeof format !== 'object' || format === null) return undefined;
  const { type, value } = format as { type?: unknown; value?: unknown };
  return [type, value].find((name): name is string => name === 'percent' || name === 'currency');
}
