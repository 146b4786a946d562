/** The probable meaning of a value that a rule does not accept. */

import { matchesFormat } from '../rules/formats.ts';
import type { Rule } from '../rules/rule.ts';
import { allClosest, snakeCase } from '../source/names.ts';
import type { Fix } from '../source/problem.ts';
import type { ValueNode } from '../source/tree.ts';
import { deref, type ShapeContext } from './shapeRules.ts';

/** Words of databases and of other tools for the values of models, the most likely meaning first. */
const meanings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(text|varchar|char|str|enum|uuid|word)$/, ['string']],
  [/^(int|integer|bigint|smallint|float|double|decimal|numeric|real|num|money)$/, ['number']],
  [/^(date|datetime|timestamp|timestamptz|day)$/, ['time']],
  [/^(bool|flag|yesno|bit)$/, ['boolean']],
  [/^(point|location|coordinates|geometry)$/, ['geo']],
  [/^(total|add|addition)$/, ['sum']],
  [/^(average|mean)$/, ['avg']],
  [/^(minimum|lowest|first)$/, ['min']],
  [/^(maximum|highest|last|latest)$/, ['max']],
  [/^(distinct|unique|count_?unique|distinct_?count)$/, ['count_distinct', 'countDistinct']],
  [/^(euros?|eur|dollars?|usd|gbp|pounds?|money)$/, ['currency']],
  [/^(percentage|pct|%)$/, ['percent']],
  [/^(before|previous|last|back|past)$/, ['prior']],
  [/^(after|following|forward|future)$/, ['next']],
  [/^(eq|is|=|==)$/, ['equals']],
];

const positive = /^(true|yes|y|on|1|ja|oui|si|sí|enabled?|ok)$/i;
const negative = /^(false|no|n|off|0|nein|non|disabled?|never)$/i;

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const shortUnits: readonly (readonly [RegExp, string])[] = [
  [/^(s|secs?)$/, 'second'],
  [/^(m|mins?)$/, 'minute'],
  [/^(h|hrs?)$/, 'hour'],
  [/^d$/, 'day'],
  [/^(w|wks?)$/, 'week'],
  [/^(mo|mons?|mths?)$/, 'month'],
  [/^(q|qtrs?)$/, 'quarter'],
  [/^(y|yrs?|annum)$/, 'year'],
];

/** The rules of which a value may fulfil one. */
function alternatives(rule: Rule): readonly Rule[] {
  const resolved = deref(rule);
  if (typeof resolved === 'object' && 'one' in resolved) return resolved.one.flatMap(alternatives);
  return typeof resolved === 'object' && 'must' in resolved ? alternatives(resolved.must) : [resolved];
}

/** `1 yeer`, `7days`, `one month` or `30min` as an interval. */
function interval(text: string): string | undefined {
  const [, count = '1', word] =
    /^(?:every\s+)?(-?\d{1,6}|[a-z]{1,6}(?=\s))?\s*([a-z]{1,20})$/.exec(text.toLowerCase()) ?? [];
  if (word === undefined) return undefined;
  const amount = /^an?$/.test(count) ? 1 : /\d/.test(count) ? Number(count) : numbers.indexOf(count);
  const near = allClosest(word.replace(/s$/, ''), units);
  const alike = units.filter((one) => one.slice(0, 2) === word.slice(0, 2));
  const short = shortUnits.find(([pattern]) => pattern.test(word))?.[1];
  const unit = short ?? [near, alike].find(({ length }) => length === 1)?.[0];
  if (unit === undefined || (amount < 0 && !count.startsWith('-'))) return undefined;
  return `${amount} ${unit}${Math.abs(amount) === 1 ? '' : 's'}`;
}

function accepts(rule: Rule, text: string): boolean {
  if (typeof rule !== 'object') return false;
  if ('format' in rule) return matchesFormat(rule.format, text);
  return 'pattern' in rule && new RegExp(rule.pattern).test(text);
}

/** The values of the rules that a word means: similar ones, else one with the same meaning, else one that it is a part of. */
function words(context: ShapeContext, text: string, rules: readonly Rule[]): string[] {
  const key = context.path.at(-1);
  const isSnake = context.language === 'yaml' && (key === 'type' || key === 'relationship');
  const options = rules.flatMap((rule) =>
    typeof rule === 'object' && 'enum' in rule
      ? rule.enum.map((value) => (isSnake ? snakeCase(String(value)) : String(value)))
      : [],
  );
  const wanted = text.toLowerCase();
  const near = allClosest(text, options);
  if (near.length > 0) return near;
  const meant = meanings
    .flatMap(([pattern, all]) => (pattern.test(wanted) ? all : []))
    .filter((one) => options.includes(one));
  if (meant.length > 0) return meant.slice(0, 1);
  const isPart = (one: string) => wanted.length > 2 && (one.startsWith(wanted) || wanted.startsWith(one));
  return [...new Set(options.filter((one) => isPart(one.toLowerCase())))].slice(0, 3);
}

/** The correction of a value, as far as the rule and the text say it. */
export function meantValue(
  context: ShapeContext,
  node: ValueNode,
  rule: Rule,
): Extract<Fix, { kind: 'replace' }> | undefined {
  if (node.kind !== 'scalar' || node.dynamic || node.value === null || node.value instanceof Date) return undefined;
  const text = String(node.value).trim();
  const rules = alternatives(rule);
  if (rules.some((one) => one === 'flag' || one === 'boolean')) {
    const texts = positive.test(text) ? ['true'] : negative.test(text) ? ['false'] : ['true', 'false'];
    return { kind: 'replace', texts, as: 'literal' };
  }
  if (typeof node.value !== 'string') return undefined;
  const found = words(context, text, rules).filter((one) => one !== node.value);
  if (found.length > 0) return { kind: 'replace', texts: found };
  const meant = interval(text);
  return meant !== undefined && rules.some((one) => accepts(one, meant))
    ? { kind: 'replace', texts: [meant] }
    : undefined;
}
