/** Checks texts with a fixed format, such as intervals, schedules and number formats. */

import { isCron } from './cron.ts';
import type { Format } from './rule.ts';
import { currencies, namedFormats } from './ruleTable.ts';

/** Does not include `%` itself, which is written twice. */
export const timeSpecifiers = 'aAbBcdHIjmMnpStUwWxXyYZefgGLqQsuV';
export const numericTypes = 'efgrs%pbodxcn';
const numeric = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(?:\.(\d+))?(~)?([a-zA-Z%])?$/;
const granularityInterval =
  /^\d+\s+(second|minute|hour|day|week|month|quarter|year)s?(\s\d+\s+(second|minute|hour|day|week|month|quarter|year)s?){0,7}$/;

export const everyInterval = /^(\d+) (second|minute|hour|day|week)s?$/;
export const timeInterval = /^(-?\d+) (minute|hour|day|week|month|quarter|year)s?$/;
/** How many of a unit are in the next larger one that intervals must divide. */
export const whole: Readonly<Record<string, number>> = {
  month: 12,
  quarter: 4,
  week: 1,
  day: 1,
  hour: 24,
  minute: 60,
  second: 60,
};

function isTimeFormat(text: string): boolean {
  let found = false;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] !== '%') continue;
    i += 1;
    if (text[i] === '%') continue;
    if (text[i] === undefined || !timeSpecifiers.includes(text[i]!)) return false;
    found = true;
  }
  return found;
}

function isNumericFormat(text: string): boolean {
  const match = numeric.exec(text);
  if (!match || text === '') return false;
  const [, fill, align, , , , , , , , type] = match;
  if (fill && !align) return false;
  if (type && !numericTypes.includes(type.toLowerCase())) return false;
  return match.slice(3).some((part) => part !== undefined);
}

/** An interval that divides a year, a day or an hour evenly, so that it needs no origin. */
function isAligned(text: string): boolean {
  if (!granularityInterval.test(text)) return false;
  const parts = text.split(' ');
  if (parts.length !== 2) return false;
  const count = Number.parseInt(parts[0]!, 10);
  const unit = parts[1]!.replace(/s$/, '');
  return unit === 'year' || whole[unit]! % count === 0;
}

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const checks: Record<Format, { test(text: string): boolean; example: string }> = {
  alignedInterval: {
    test: isAligned,
    example: 'an interval that needs no `origin`, such as `1 week`, `6 months` or `2 years`',
  },
  cron: { test: isCron, example: 'a schedule such as `0 8 * * *`' },
  currency: { test: (text) => currencies.includes(text.toUpperCase()), example: 'a currency code such as `USD`' },
  date: { test: (text) => !Number.isNaN(new Date(text).getTime()), example: 'a date such as `2024-01-01`' },
  everyInterval: {
    test: (text) => everyInterval.test(text),
    example: 'an interval such as `30 minutes` or `1 hour`',
  },
  namedFormat: { test: (text) => namedFormats.includes(text), example: 'a named format such as `percent_2`' },
  numericFormat: { test: isNumericFormat, example: 'a number format such as `,.2f`' },
  timeFormat: { test: isTimeFormat, example: 'a time format such as `%Y-%m-%d`' },
  timeInterval: {
    test: (text) => timeInterval.test(text),
    example: 'an interval such as `7 days` or `1 month`',
  },
  timezone: { test: isTimezone, example: 'a time zone such as `Europe/Berlin`' },
};

export function matchesFormat(format: Format, text: string): boolean {
  return checks[format].test(text);
}

/** A description with an example, for error messages. */
export function exampleOf(format: Format): string {
  return checks[format].example;
}
