/** Times in a format of the model such as `%d.%m.%Y`: the specifiers of `strftime` and of d3. */

import { knownLanguage } from './numberText.ts';

const time = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?Z?)?$/;
const dayMs = 86_400_000;

const padded = (value: number, length = 2, fill = '0') => String(value).padStart(length, fill);
/** The Thursday of a week is in the year that the week belongs to. */
const thursdayOf = (date: Date) => new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs) + 1;
const hourOf12 = (date: Date) => date.getUTCHours() % 12 || 12;

type Part = (date: Date, fraction: string, language: string) => string;

const nameOf =
  (options: Intl.DateTimeFormatOptions): Part =>
  (date, _, language) =>
    new Intl.DateTimeFormat(knownLanguage(language), { ...options, timeZone: 'UTC' }).format(date);

const parts: Readonly<Record<string, Part>> = {
  Y: (date) => padded(date.getUTCFullYear(), 4),
  y: (date) => padded(date.getUTCFullYear() % 100),
  m: (date) => padded(date.getUTCMonth() + 1),
  d: (date) => padded(date.getUTCDate()),
  e: (date) => padded(date.getUTCDate(), 2, ' '),
  H: (date) => padded(date.getUTCHours()),
  I: (date) => padded(hourOf12(date)),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: (date) => padded(date.getUTCMinutes()),
  S: (date) => padded(date.getUTCSeconds()),
  L: (_, fraction) => fraction.slice(0, 3),
  f: (_, fraction) => fraction,
  j: (date) => padded(dayOfYear(date), 3),
  q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  V: (date) => padded(Math.ceil(dayOfYear(thursdayOf(date)) / 7)),
  G: (date) => padded(thursdayOf(date).getUTCFullYear(), 4),
  B: nameOf({ month: 'long' }),
  b: nameOf({ month: 'short' }),
  A: nameOf({ weekday: 'long' }),
  a: nameOf({ weekday: 'short' }),
  '%': () => '%',
};

/** Undefined if the text is not a time, or the format has an unknown specifier. */
export function formattedTime(text: string, format: string, language: string): string | undefined {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = time.exec(text) ?? [];
  const specifiers = [...format.matchAll(/%(.?)/gs)].map(([, specifier]) => specifier!);
  if (whole === undefined || specifiers.length === 0) return undefined;
  if (!specifiers.every((specifier) => Object.hasOwn(parts, specifier))) return undefined;
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  );
  return format.replace(/%(.)/gs, (_, specifier: string) => parts[specifier]!(date, fraction.padEnd(6, '0'), language));
}

const zonedTime = /^(\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** `2026-03`, `2026-Q1`, `2026-03-01 14:00`. The text itself if it is not a time or not the start of such a period. */
export function timeText(text: string, granularity: string | undefined): string {
  const [whole, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] =
    zonedTime.exec(text) ?? [];
  if (whole === undefined) return text;
  const date = `${year}-${month}-${day}`;
  const exact = `${date} ${hour}:${minute}:${second}${fraction.replace(/\.?0+$/, '')}`;
  const isMidnight = exact.endsWith(' 00:00:00');
  if (zone !== '' && zone !== 'Z') return `${exact} ${zone}`;
  switch (granularity) {
    case undefined:
      return exact;
    case 'year':
      return isMidnight && month === '01' && day === '01' ? year! : exact;
    case 'quarter':
      return isMidnight && day === '01' ? `${year}-Q${Math.ceil(Number(month) / 3)}` : exact;
    case 'month':
      return isMidnight && day === '01' ? `${year}-${month}` : exact;
    case 'hour':
    case 'minute':
      return exact.endsWith(':00') ? exact.slice(0, -3) : exact;
    case 'second':
      return exact;
    default:
      return isMidnight ? date : exact;
  }
}
