/**
 * Parses date ranges in the local time of a zone: `last 7 days`, `this month`, a date, two dates. Phrases mean what they
 * mean to the published gateway: it knows the relative units, and the same library parses everything else.
 */

import { type Component, parse } from 'chrono-node';
import { InvalidQuery } from './invalidQuery.ts';
import { localTime } from './localTime.ts';

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

const unit = '(day|week|month|year|quarter|hour|minute|second)';
const near = new RegExp(`(this|last|next)\\s+${unit}`);
const several = new RegExp(`(last|next)\\s+(\\d{1,6})\\s+${unit}`);
const absolute = /^\d{4}(-\d\d(-\d\d)?)?$|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Characters of a phrase. */
const longestPhrase = 200;

/** A date or a time, in contrast to a phrase such as `7 days ago`. */
export function isAbsolute(text: string): boolean {
  return absolute.test(text.trim());
}

/** Both ends inclusive, `2026-01-01T00:00:00.000` to `…T23:59:59.999`. @throws InvalidQuery */
export function readDateRange(range: string | readonly string[], now: number, zone: string): [string, string] {
  if (typeof range === 'string') return readPhrase(range.toLowerCase(), now, zone);
  const [from, to = from] = range;
  if (from === undefined || to === undefined || range.length > 2) {
    throw new InvalidQuery(`Invalid dateRange: ${JSON.stringify(range)}`);
  }
  return [readMoment(from, zone, 'start'), readMoment(to, zone, 'end')];
}

function readPhrase(phrase: string, now: number, zone: string): [string, string] {
  if (phrase.length > longestPhrase) throw unreadable(phrase.slice(0, longestPhrase));
  const one = near.exec(phrase);
  if (one) {
    const step = { this: 0, last: -1, next: 1 }[one[1] as 'this' | 'last' | 'next'];
    return span(one[2] as Unit, [step, step], now, zone);
  }
  const many = several.exec(phrase);
  if (many) {
    const count = Number(many[2]);
    return span(many[3] as Unit, many[1] === 'last' ? [-count, -1] : [1, count], now, zone);
  }
  for (const [name, step] of [['today', 0] as const, ['yesterday', -1] as const, ['tomorrow', 1] as const]) {
    if (phrase.includes(name)) return span('day', [step, step], now, zone);
  }
  const between = /^from(.{0,50}) to (.{0,50})$/.exec(phrase);
  const [from, to] = between
    ? [firstDate(between[1] ?? '', now, zone).start, firstDate(between[2] ?? '', now, zone).start]
    : (({ start, end }) => [start, end] as const)(firstDate(phrase, now, zone));
  // A phrase that names a small unit is exact to that unit, any other one to the day.
  const exact = (['second', 'minute', 'hour'] as const).find((name) => phrase.includes(name)) ?? 'day';
  return [formatTime(startOf(exact, from)), formatTime(endOf(exact, to))];
}

/** The units from `first` to `last`, counted from the one that contains `now`. */
function span(name: Unit, [first, last]: readonly [number, number], now: number, zone: string): [string, string] {
  const shifted = (count: number) => {
    const length = exactLengths[name as keyof typeof exactLengths];
    // Hours are counted in time that passes, days on the calendar.
    return length ? localNow(now + count * length, zone) : shift(localNow(now, zone), name, count);
  };
  return [formatTime(startOf(name, shifted(first))), formatTime(endOf(name, shifted(last)))];
}

/** The first date or range of dates in a text, as local times. */
function firstDate(text: string, now: number, zone: string): { start: number; end: number } {
  // The library reads and answers times of the zone of this process: local times pass through it as such.
  const [found] = parse(text.trim(), new Date(formatTime(localNow(now, zone))));
  if (!found) throw unreadable(text.trim());
  const moment = (parts: typeof found.start): number => {
    const of = (name: Component) => parts.get(name) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'), of('millisecond'));
  };
  return { start: moment(found.start), end: moment(found.end ?? found.start) };
}

/** One end of a pair of dates. A date means its whole day, month or year. */
function readMoment(text: string, zone: string, end: 'start' | 'end'): string {
  const trimmed = text.trim();
  const whole = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(trimmed);
  if (whole) {
    const [, year, month = '01', day = '01'] = whole;
    const date = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
    const name = whole[3] !== undefined ? 'day' : whole[2] !== undefined ? 'month' : 'year';
    if (!Number.isNaN(date)) return formatTime(end === 'start' ? date : endOf(name, date));
  } else if (isAbsolute(trimmed)) {
    const withZone = /(Z|[+-]\d\d:?\d\d)$/i.test(trimmed);
    const moment = Date.parse(`${withZone ? localTime(trimmed, zone) : trimmed.replace(' ', 'T')}Z`);
    if (!Number.isNaN(moment)) return formatTime(moment);
  }
  throw unreadable(text);
}

function unreadable(text: string): InvalidQuery {
  return new InvalidQuery(`Can't parse date: '${text}'`);
}

/** Local times are handled as if they were UTC. */
function localNow(now: number, zone: string): number {
  return Date.parse(`${localTime(new Date(now).toISOString(), zone)}Z`);
}

const exactLengths = { second: 1000, minute: 60_000, hour: 3_600_000 };

function startOf(name: Unit, moment: number): number {
  const date = new Date(moment);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (name) {
    case 'year':
      return Date.UTC(year);
    case 'quarter':
      return Date.UTC(year, month - (month % 3));
    case 'month':
      return Date.UTC(year, month);
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
    case 'day':
      return Date.UTC(year, month, day);
    case 'hour':
      return date.setUTCMinutes(0, 0, 0);
    case 'minute':
      return date.setUTCSeconds(0, 0);
    case 'second':
      return date.setUTCMilliseconds(0);
  }
}

function endOf(name: Unit, moment: number): number {
  return shift(startOf(name, moment), name, 1) - 1;
}

/** Months are counted from their first day, so that none is left out after a long one. */
function shift(moment: number, name: Unit, count: number): number {
  const date = new Date(moment);
  const months = { month: 1, quarter: 3, year: 12 }[name as 'month' | 'quarter' | 'year'];
  if (months !== undefined) return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months * count, 1);
  const lengths = { ...exactLengths, day: 86_400_000, week: 604_800_000 };
  return moment + count * lengths[name as keyof typeof lengths];
}

function formatTime(moment: number): string {
  const year = new Date(moment).getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new InvalidQuery('The date range is not within the years 0 to 9999');
  return new Date(moment).toISOString().slice(0, -1);
}
