/** SQL functions for time zones, intervals and the case of letters, which SQLite lacks. Times are strings such as `2026-01-01T00:00:00.000`. */

const minute = 60_000;
/** Cached, because making a format takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Converts a UTC time to the local time of a zone; null for an invalid time. */
export function localTime(time: unknown, zone: string): string | null {
  const moment = millisecondsOf(time);
  if (moment === undefined) return null;
  return formatTime(moment + offsetOf(moment, zone));
}

/** The start of the interval (`2 weeks`, `1 quarter 3 days`), counted from `origin`, that contains a time. */
export function dateBin(interval: string, time: unknown, origin: string): string | null {
  const moment = millisecondsOf(time);
  const start = millisecondsOf(origin);
  const step = stepOf(interval);
  if (moment === undefined || start === undefined || (step.months === 0 && step.ms <= 0)) return null;
  if (step.months === 0) return formatTime(start + Math.floor((moment - start) / step.ms) * step.ms);
  // Estimate by the mean length of a month, then correct.
  let count = Math.floor((moment - start) / (step.months * 30.436875 * 24 * 60 * minute + step.ms)) - 1;
  while (addSteps(start, step, count + 1) <= moment) count += 1;
  while (addSteps(start, step, count) > moment) count -= 1;
  return formatTime(addSteps(start, step, count));
}

/** The time that is `interval` later; null for an invalid time. */
export function addInterval(time: unknown, interval: string): string | null {
  const moment = millisecondsOf(time);
  return moment === undefined ? null : formatTime(addSteps(moment, stepOf(interval), 1));
}

/** SQLite knows only the letters of ASCII. */
export function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

interface Step {
  months: number;
  ms: number;
}

const units: Record<string, Step> = {
  second: { months: 0, ms: 1000 },
  minute: { months: 0, ms: minute },
  hour: { months: 0, ms: 60 * minute },
  day: { months: 0, ms: 24 * 60 * minute },
  week: { months: 0, ms: 7 * 24 * 60 * minute },
  month: { months: 1, ms: 0 },
  quarter: { months: 3, ms: 0 },
  year: { months: 12, ms: 0 },
};

function stepOf(interval: string): Step {
  const step = { months: 0, ms: 0 };
  for (const [, count, unit] of interval.matchAll(/(-?\d+)\s*([a-z]+?)s?\b/gi)) {
    const { months, ms } = units[unit!.toLowerCase()] ?? { months: 0, ms: 0 };
    step.months += Number(count) * months;
    step.ms += Number(count) * ms;
  }
  return step;
}

function addSteps(start: number, { months, ms }: Step, count: number): number {
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months * count);
  // The 31st becomes the last day of a shorter month.
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() + ms * count;
}

function millisecondsOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const iso = time.trim().replace(' ', 'T');
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(iso) || /^\d{4}-\d\d-\d\d$/.test(iso);
  const moment = Date.parse(zoned ? iso : `${iso}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

function formatTime(moment: number): string {
  return new Date(moment).toISOString().slice(0, -1);
}

/** Offset of a zone from UTC in milliseconds. */
function offsetOf(moment: number, zone: string): number {
  if (zone === 'UTC') return 0;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour, parts.minute, parts.second);
  return local - Math.floor(moment / 1000) * 1000;
}
