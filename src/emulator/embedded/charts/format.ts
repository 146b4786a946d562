/** Numbers, times and names in the viewer's language. Knows nothing of charts. */

import { asNumber, type MemberAnnotation, type Row } from './answer.ts';

export type NumberWidth = 'full' | 'short';

export interface Formats {
  number(value: number | null, about: MemberAnnotation | undefined, width?: NumberWidth): string;
  /** A time as the data API sends it, already in the query's zone and without one of its own. */
  time(value: string, granularity: string | undefined): string;
  /** Any cell of a row. */
  cell(value: Row[string] | undefined, about: MemberAnnotation | undefined, granularity?: string): string;
}

const missing = '—';

/** The tag, or English where the engine does not know such a thing. */
export function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const buckets: Record<string, Intl.DateTimeFormatOptions> = {
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
  const made = new Map<string, Intl.NumberFormat>();
  const numbers = (key: string, options: Intl.NumberFormatOptions) => {
    const format = made.get(key) ?? new Intl.NumberFormat(tag, options);
    made.set(key, format);
    return format;
  };
  const number: Formats['number'] = (value, about, width = 'full') => {
    if (value === null) return missing;
    const short = width === 'short' && Math.abs(value) >= 10_000;
    const notation = short
      ? ({ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const)
      : {};
    const kind = formatName(about?.format);
    if (kind === 'percent')
      return numbers(`percent ${short}`, { style: 'percent', maximumFractionDigits: 1, ...notation }).format(value);
    if (kind === 'currency') {
      const whole =
        Math.abs(value) >= 1000 || width === 'short' ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
      return numbers(`currency ${short} ${'maximumFractionDigits' in whole}`, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        ...whole,
        ...notation,
      }).format(value);
    }
    return numbers(`plain ${short}`, { maximumFractionDigits: 2, ...notation }).format(value);
  };
  const time: Formats['time'] = (value, granularity = 'second') => {
    const date = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`);
    if (Number.isNaN(date.valueOf())) return value;
    if (granularity === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
    return new Intl.DateTimeFormat(tag, { ...(buckets[granularity] ?? buckets.second), timeZone: 'UTC' }).format(date);
  };
  const cell: Formats['cell'] = (value, about, granularity) => {
    if (value === null || value === undefined) return missing;
    if (granularity !== undefined || about?.type === 'time') return time(String(value), granularity);
    const figure = typeof value === 'number' || about?.type === 'number' ? asNumber(value) : null;
    return figure === null ? String(value) : number(figure, about);
  };
  return { number, time, cell };
}

/** The name of a format: as text, or in an object that carries its details. */
function formatName(format: unknown): string | undefined {
  if (typeof format === 'string') return format;
  if (typeof format !== 'object' || format === null) return undefined;
  const { type, value } = format as { type?: unknown; value?: unknown };
  return [type, value].find((name): name is string => name === 'percent' || name === 'currency');
}
