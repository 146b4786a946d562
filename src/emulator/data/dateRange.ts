/** Parses date ranges in the local time of a zone: `last 7 days`, `this month`, a date, two dates. */

import { HttpFailure } from '../errors/httpFailure.ts';
import { localTime } from './sqlFunctions.ts';

const unitNames = 'second|minute|hour|day|week|month|quarter|year';
type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Both ends inclusive, `2026-01-01T00:00:00.000` to `…T23:59:59.999`. @throws HttpFailure 400 */
export function readDateRange(range: string | readonly string[], now: number, zone: string): [string, string] {
  if (typeof range === 'string') return readPhrase(range, now, zone);
  const [from, to = from] = range;
  if (from === undefined || to === undefined || range.length > 2) {
    throw new HttpFailure(400, `Invalid dateRange: ${JSON.stringify(range)}`);
  }
  return [readMoment(from, now, zone, 'start'), readMoment(to, now, zone, 'end')];
}

function readPhrase(phrase: string, now: number, zone: string): [string, string] {
  const text = phrase.trim().toLowerCase().replace(/\s+/g, ' ');
  const today = localNow(now, zone);
  const days: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };
  const day = days[text];
  if (day !== undefined) return spanOf('day', shift(today, 'day', day), 1);
  const near = new RegExp(`^(this|last|next) (${unitNames})$`).exec(text);
  if (near) {
    const unit = near[2] as Unit;
    const step = { this: 0, last: -1, next: 1 }[near[1] as 'this' | 'last' | 'next'];
    return spanOf(unit, shift(today, unit, step), 1);
  }
  const several = new RegExp(`^(last|next) (\\d{1,6}) (${unitNames})s?$`).exec(text);
  if (several) {
    const unit = several[3] as Unit;
    const count = Number(several[2]);
    return spanOf(unit, shift(today, unit, several[1] === 'last' ? -count : 1), count);
  }
  const between = /^from (.+) to (.+)$/.exec(text);
  if (between) return [readMoment(between[1]!, now, zone, 'start'), readMoment(between[2]!, now, zone, 'end')];
  return [readMoment(phrase, now, zone, 'start'), readMoment(phrase, now, zone, 'end')];
}

/** One end of a range. A date means its whole day, month or year. */
function readMoment(text: string, now: number, zone: string, end: 'start' | 'end'): string {
  const trimmed = text.trim();
  const today = localNow(now, zone);
  if (trimmed.toLowerCase() === 'now') return formatTime(today);
  const ago = new RegExp(`^(\\d{1,6}) (${unitNames})s? (ago|from now)$`, 'i').exec(trimmed);
  if (ago) {
    const unit = ago[2]!.toLowerCase() as Unit;
    const moment = shift(today, unit, Number(ago[1]) * (ago[3]!.toLowerCase() === 'ago' ? -1 : 1));
    return spanOf(unit, moment, 1)[end === 'start' ? 0 : 1];
  }
  const whole = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(trimmed);
  if (whole) {
    const [, year, month = '01', day = '01'] = whole;
    const date = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
    const unit = whole[3] !== undefined ? 'day' : whole[2] !== undefined ? 'month' : 'year';
    if (!Number.isNaN(date)) return spanOf(unit, date, 1)[end === 'start' ? 0 : 1];
  }
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(trimmed);
  if (time) {
    const local = time[3] === undefined ? trimmed.replace(' ', 'T') : localTime(trimmed, zone);
    const moment = Date.parse(`${local}Z`);
    if (!Number.isNaN(moment)) return formatTime(moment);
  }
  throw new HttpFailure(400, `Can't parse date: '${text}'`);
}

/** Local times are handled as if they were UTC. */
function localNow(now: number, zone: string): number {
  return Date.parse(`${localTime(new Date(now).toISOString(), zone)}Z`);
}

function startOf(unit: Unit, moment: number): number {
  const date = new Date(moment);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
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

function shift(moment: number, unit: Unit, count: number): number {
  const date = new Date(moment);
  const months = { month: 1, quarter: 3, year: 12 }[unit as 'month' | 'quarter' | 'year'];
  if (months !== undefined) {
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months * count, 1);
  }
  const lengths = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
  return moment + count * lengths[unit as keyof typeof lengths];
}

function spanOf(unit: Unit, moment: number, count: number): [string, string] {
  const start = startOf(unit, moment);
  return [formatTime(start), formatTime(startOf(unit, shift(start, unit, count)) - 1)];
}

function formatTime(moment: number): string {
  return new Date(moment).toISOString().slice(0, -1);
}
