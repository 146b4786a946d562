/** Checks schedules as cron-parser does, which the compiler uses. The package itself would add 87 kB to the extension. */

interface Field {
  min: number;
  max: number;
  /** Besides digits and `,*-/`. */
  letters?: string;
  /** Names that can replace numbers; the first one replaces `firstName`. */
  names?: readonly string[];
  firstName?: number;
}

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Counts from the right, because a schedule may omit the first fields. */
const fields: readonly Field[] = [
  { min: 0, max: 7, letters: 'L?', names: days, firstName: 0 },
  { min: 1, max: 12, names: months, firstName: 1 },
  { min: 1, max: 31, letters: 'L?' },
  { min: 0, max: 23 },
  { min: 0, max: 59 },
  { min: 0, max: 59 },
];

export function isCron(text: string): boolean {
  if (/^@(yearly|monthly|weekly|daily|hourly)$/.test(text)) return true;
  const given = text.trim().split(/\s+/).reverse();
  if (given.length > fields.length) return false;
  const weekday = withoutOccurrence(given[0]!);
  if (weekday === undefined) return false;
  const numbers: number[][] = [];
  for (const [at, one] of [weekday, ...given.slice(1)].entries()) {
    const found = numbersOf(one, fields[at]!);
    if (!found) return false;
    numbers.push(found);
  }
  const [, inYear, inMonth] = numbers;
  if (inYear?.length !== 1 || !inMonth?.length) return true;
  return Math.min(...inMonth) <= daysOfMonth[inYear[0]! - 1]!;
}

/** A weekday without `#2`, its occurrence in the month. */
function withoutOccurrence(weekday: string): string | undefined {
  const [day, occurrence, ...rest] = weekday.split('#');
  if (occurrence === undefined) return day;
  return /^[1-5]$/.test(occurrence) && rest.length === 0 && !/[,/-]/.test(weekday) ? day : undefined;
}

/** The numbers that a field selects; undefined if it is not valid. */
function numbersOf(text: string, { min, max, letters = '', names = [], firstName = 0 }: Field): number[] | undefined {
  const numbered = names.length === 0 ? text : text.replace(/[a-z]{3}/gi, (name) => numberOf(name, names, firstName));
  if (!new RegExp(`^[,*\\d/${letters}-]+$`).test(numbered)) return undefined;
  const numbers: number[] = [];
  for (const part of numbered.replace(numbered.includes('*') ? /\*/g : /\?/g, `${min}-${max}`).split(',')) {
    const [range, step, ...more] = part.split('/');
    const [from, to] = step !== undefined && /^\d+$/.test(range!) ? [range, max] : range!.split('-');
    if (to === undefined && from!.includes('L')) continue;
    const start = Number(from || Number.NaN);
    const end = Number(to ?? from);
    if (more.length > 0 || (step !== undefined && to !== undefined && !(Number(step) > 0))) return undefined;
    if (!(start >= min && start <= end && end <= max)) return undefined;
    for (let number = start; number <= end; number += Number(step ?? 1)) numbers.push(number);
  }
  return numbers;
}

function numberOf(name: string, names: readonly string[], first: number): string {
  const at = names.indexOf(name.toLowerCase());
  return at < 0 ? '!' : String(at + first);
}
