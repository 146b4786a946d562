/** Numbers in the format of the model. A format may round what is shown; without one, every digit is shown. */

import { decimalOf } from '../../../base/decimal.ts';
import type { ResultColumn } from '../../../contract/messages/resultShape.ts';

/** Returns undefined for a text that is not a number. */
export type NumberText = (text: string) => string | undefined;

const named = /^(percent|currency|number|decimal|abbr|accounting)(?:_(\d))?$/;
/** A number format such as `$,.2f`. */
const pattern = /^(?:.?[<>=^])?([+\-( ])?([$#])?0?\d*(,)?(?:\.(\d+))?(~)?([dfs%])?$/;

/** @param language as a BCP 47 tag; English for an invalid one */
export function numberTextOf(column: Pick<ResultColumn, 'kind' | 'format' | 'currency'>, language: string): NumberText {
  const options = optionsOf(column);
  if (!options) return plainText(language, column.kind === 'measure' && column.format !== 'id');
  const format = new Intl.NumberFormat(knownLanguage(language), options);
  return (text) => (decimalOf(text) ? format.format(text as `${number}`) : undefined);
}

/** With a sign, for differences. */
export function signedText(format: NumberText, difference: string): string {
  return difference.startsWith('-') ? `−${format(difference.slice(1))}` : `+${format(difference)}`;
}

export function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function optionsOf({ format, currency = 'USD' }: Pick<ResultColumn, 'format' | 'currency'>) {
  if (format === undefined || format === 'number' || format === 'id') return undefined;
  const [, name, places] = named.exec(format) ?? [];
  if (name !== undefined) return namedOptions(name, places === undefined ? undefined : Number(places), currency);
  const match = pattern.exec(format);
  if (!match || format === '') return undefined;
  return patternOptions(match, currency);
}

function namedOptions(name: string, places: number | undefined, currency: string): Intl.NumberFormatOptions {
  const fixed = places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places };
  switch (name) {
    case 'percent':
      return { style: 'percent', maximumFractionDigits: 2, ...fixed };
    case 'currency':
      return { ...moneyIn(currency), ...fixed };
    case 'accounting':
      return { ...moneyIn(currency), currencySign: 'accounting', ...fixed };
    case 'abbr':
      return { notation: 'compact', maximumFractionDigits: 1, ...fixed };
    default:
      return { maximumFractionDigits: 2, ...fixed };
  }
}

function moneyIn(currency: string): Intl.NumberFormatOptions {
  return {
    style: 'currency',
    currency: /^[a-z]{3}$/i.test(currency) ? currency : 'USD',
    currencyDisplay: 'narrowSymbol',
  };
}

function patternOptions(match: RegExpExecArray, currency: string): Intl.NumberFormatOptions {
  const [, sign, symbol, comma, precision, trim, type] = match;
  const digits = type === 'd' ? 0 : Math.min(20, Number(precision ?? (type === undefined ? 20 : 6)));
  const isFixed = !trim && (type === 'f' || type === '%');
  return {
    useGrouping: comma !== undefined,
    maximumFractionDigits: digits,
    ...(isFixed && { minimumFractionDigits: digits }),
    ...(sign === '+' && { signDisplay: 'always' }),
    ...(type === '%' && { style: 'percent' }),
    ...(type === 's' && { notation: 'compact', maximumFractionDigits: Math.min(digits, 3) }),
    ...(symbol === '$' &&
      type !== '%' && { ...moneyIn(currency), ...(sign === '(' && { currencySign: 'accounting' }) }),
  } as Intl.NumberFormatOptions;
}

/** Digits as the platform sent them. @param isGrouped names and years as numbers have no groups */
function plainText(language: string, isGrouped: boolean): NumberText {
  const format = new Intl.NumberFormat(knownLanguage(language), { useGrouping: isGrouped });
  const point = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (text) => {
    const [, sign, integer, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (integer === undefined) return decimalOf(text) ? text : undefined;
    const whole = integer.length < 4 ? integer : format.format(BigInt(integer));
    return `${sign}${whole}${fraction === undefined ? '' : `${point}${fraction}`}`;
  };
}
