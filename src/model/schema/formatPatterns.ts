/** Patterns of the text formats, for tools that know patterns only. Every valid text matches; few others do. */

import { days, months } from '../rules/cron.ts';
import { everyInterval, numericTypes, timeInterval, timeSpecifiers, whole } from '../rules/formats.ts';
import type { Format } from '../rules/rule.ts';
import { currencies, namedFormats } from '../rules/ruleTable.ts';

const eitherCase = (text: string) => text.replace(/[a-z]/gi, (one) => `[${one.toUpperCase()}${one.toLowerCase()}]`);

function alignedIntervals(): string {
  const units = Object.entries(whole).map(([unit, count]) => {
    const divisors = Array.from({ length: count }, (_, i) => i + 1).filter((divisor) => count % divisor === 0);
    return `(?:${divisors.join('|')}) ${unit}s?`;
  });
  return `^(?:\\d+ years?|${units.join('|')})$`;
}

const specifier = `%[${timeSpecifiers}]`;
const cronField = `(?:[\\d*?/,LW#-]|${[...months, ...days].map(eitherCase).join('|')})+`;

export const formatPatterns: Readonly<Record<Format, string>> = {
  alignedInterval: alignedIntervals(),
  cron: `^(?:@(?:yearly|monthly|weekly|daily|hourly)|\\s*${cronField}(?:\\s+${cronField}){0,5}\\s*)$`,
  currency: `^(?:${currencies.map(eitherCase).join('|')})$`,
  // Texts with a digit, except those that name a month that does not exist.
  date: '^(?!\\d{4}-(?:00|1[3-9]|[2-9]\\d)).*\\d',
  everyInterval: everyInterval.source,
  namedFormat: `^(?:${namedFormats.join('|')})$`,
  numericFormat: `^(?:.?[<>=^])?(?=.)[+\\-( ]?[$#]?0?\\d*,?(?:\\.\\d+)?~?[${eitherCase(numericTypes).replace(/[[\]]/g, '')}]?$`,
  timeFormat: `^(?:[^%]|%%|${specifier})*${specifier}(?:[^%]|%%|${specifier})*$`,
  timeInterval: timeInterval.source,
  timezone: '^[A-Za-z][\\w+/-]*$',
};
