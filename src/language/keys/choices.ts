/** The keys that a map may get, and the values that a key may have. */

import { isObsoleteKey } from '../../model/checks/checkKeys.ts';
import { isCamelCased } from '../../model/checks/checkScalar.ts';
import { type KeysRule, type ShapeContext, selectRule } from '../../model/checks/shapeRules.ts';
import type { Format, Rule } from '../../model/rules/rule.ts';
import { currencies, namedFormats } from '../../model/rules/ruleTable.ts';
import { camelCase, snakeCase } from '../../model/source/names.ts';
import { type Entry, entryOf, type MapNode } from '../../model/source/tree.ts';
import { alternatives, fitting, isDefinition, isForbidden, keysIn, type Slot, valueRule, withKey } from './slot.ts';
import { isOldRelationship, type WordStyle, wordStyleOf } from './wordStyle.ts';

export interface KeyChoice {
  /** In the compiler's camelCase. */
  name: string;
  /** 0: always; 1: in one of the forms that the map may still get; 2: never. */
  required: 0 | 1 | 2;
  rules: readonly Rule[];
}

const identifier: Rule = { ref: 'p1' };

/** The keys that can be added to a map, or replace the one of `entry`. */
export function keyChoices(slot: Slot, given: MapNode, entry?: Entry): KeyChoice[] {
  const map = entry ? { ...given, entries: given.entries.filter((one) => one !== entry) } : given;
  const { context } = slot;
  const now = fitting(context, map, slot.rules);
  const found: KeyChoice[] = [];
  const hasName = isDefinition(slot);
  const needsName = slot.isNamed || (hasName && context.language === 'yaml');
  if (needsName && !entryOf(map, 'name')) found.push({ name: 'name', required: 0, rules: [identifier] });
  for (const name of new Set(slot.rules.flatMap((one) => [...keysIn(one)]))) {
    if (isObsoleteKey(name) || entryOf(map, name) || (hasName && name === 'name')) continue;
    const next = withKey(map, name);
    const { rules: all, wrong } = fitting(context, next, slot.rules);
    const inner = { ...context, path: [...context.path, name], parent: next };
    const allowed = all.filter(
      (one) => Object.hasOwn(one.keys, name) && !isForbidden(inner, one.keys[name]!) && !isExcluded(one, map, name),
    );
    if (allowed.length === 0 || wrong > now.wrong) continue;
    const required = requirement(now.rules, context, map, name);
    found.push({ name, required, rules: [...new Set(allowed.map((one) => valueRule(one, name)))] });
  }
  return found;
}

/** The value of a key that is added to `map`. */
export function valueSlot(slot: Slot, map: MapNode, { name, rules }: Pick<KeyChoice, 'name' | 'rules'>): Slot {
  const { context, keys } = slot;
  const inner = { ...context, path: [...context.path, name], parent: withKey(map, name) };
  return { rules, context: inner, keys: [...keys, name], isNamed: false };
}

const exclusive = new Set(['xor', 'nand', 'oxor']);

function isExcluded({ limits = [] }: KeysRule, map: MapNode, name: string): boolean {
  const others = (keys: readonly string[]) => keys.some((one) => one !== name && entryOf(map, one));
  return limits.some(({ rel, keys }) => exclusive.has(rel) && keys.includes(name) && others(keys));
}

/** The type of a pre-aggregation may be omitted, although the rules require it. */
function isOptional({ path }: ShapeContext, name: string): boolean {
  return path.length === 2 && path[0] === 'preAggregations' && name === 'type';
}

function requirement(
  all: readonly KeysRule[],
  context: ShapeContext,
  map: MapNode,
  name: string,
): KeyChoice['required'] {
  if (isOptional(context, name)) return 2;
  const needing = all.filter((one) => {
    if (one.required?.includes(name)) return true;
    const value = one.keys[name];
    const inner = { ...context, path: [...context.path, name], parent: map };
    const selected = value === undefined ? undefined : selectRule(inner, undefined, value);
    if (typeof selected === 'object' && 'must' in selected) return true;
    const isNeeded = ({ rel, keys }: { rel: string; keys: readonly string[] }) =>
      (rel === 'xor' || rel === 'or') && keys.includes(name) && !keys.some((key) => entryOf(map, key));
    return one.limits?.some(isNeeded) ?? false;
  });
  return needing.length === 0 ? 2 : needing.length === all.length ? 0 : 1;
}

export interface ValueChoice {
  text: string;
  /** `word` is a boolean or number; `example` is one of many values. */
  kind: 'value' | 'word' | 'example';
}

const examples: Readonly<Record<Exclude<Format, 'timezone'>, readonly string[]>> = {
  alignedInterval: ['1 day', '1 week', '1 month', '3 months', '6 months', '1 year'],
  cron: ['0 8 * * *', '0 0 * * 1', '*/30 * * * *'],
  currency: currencies,
  date: ['2024-01-01'],
  everyInterval: ['1 hour', '10 minutes', '30 minutes', '6 hours', '1 day', '1 week'],
  namedFormat: namedFormats,
  numericFormat: [',.2f', '.1%', '$,.2f', '.3s'],
  timeFormat: ['%Y-%m-%d', '%Y-%m', '%d.%m.%Y', '%H:%M'],
  timeInterval: ['1 day', '7 days', '1 week', '1 month', '3 months', '1 year'],
};

/** The values that can be listed; nothing for free text. */
export function valueChoices(
  { rules, context }: Slot,
  style: WordStyle = wordStyleOf('', context.language),
): ValueChoice[] {
  const found = new Map<string, ValueChoice>();
  for (const rule of rules.flatMap((one) => alternatives(context, undefined, one)))
    for (const one of choicesOf(rule, context, style)) if (!found.has(one.text)) found.set(one.text, one);
  return [...found.values()];
}

function choicesOf(rule: Rule, context: ShapeContext, style: WordStyle): ValueChoice[] {
  if (rule === 'flag' || rule === 'boolean') return ['true', 'false'].map((text) => ({ text, kind: 'word' }));
  if (typeof rule !== 'object') return [];
  if ('enum' in rule) return enumerated(rule.enum, context, style);
  if ('pattern' in rule && rule.label === 'granularity interval')
    return examples.alignedInterval.map((text) => ({ text, kind: 'example' }));
  if (!('format' in rule)) return [];
  const texts = rule.format === 'timezone' ? Intl.supportedValuesOf('timeZone') : examples[rule.format];
  return texts.map((text) => ({ text, kind: 'example' }));
}

/** Each value in one spelling; relationships such as `belongsTo` only in a source that has them. */
function enumerated(values: readonly (string | boolean)[], context: ShapeContext, style: WordStyle): ValueChoice[] {
  return values.flatMap((value): ValueChoice[] => {
    if (typeof value === 'boolean') return [{ text: String(value), kind: 'word' }];
    const isLeftOut = isOldRelationship(value) && !style.hasOldRelationships;
    if (isLeftOut || (value.includes('_') && values.includes(camelCase(value)))) return [];
    return [{ text: style.values === 'snake' && isCamelCased(context) ? snakeCase(value) : value, kind: 'value' }];
  });
}
