/** The rules that apply to a node of a definition, found from the definition down to the node. */

import { checkShape } from '../../model/checks/checkShape.ts';
import { deref, type KeysRule, namesAsList, type ShapeContext, selectRule } from '../../model/checks/shapeRules.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { rules } from '../../model/rules/ruleTable.ts';
import { snakeCase } from '../../model/source/names.ts';
import { type Entry, entryOf, type MapNode, type ValueNode } from '../../model/source/tree.ts';
import { type Cursor, emptyMap, type Step, scalar } from './cursor.ts';
import type { WordStyle } from './wordStyle.ts';

export interface Slot {
  /** Alternatives. */
  rules: readonly Rule[];
  context: ShapeContext;
  /** The keys from the definition to the node, without names and numbers; first the kind of the definition, or nothing. */
  keys: readonly string[];
  /** An item of YAML whose `name` is not a key of the rule. */
  isNamed: boolean;
}

const nowhere = { start: 0, end: 0 };
const kinds: Readonly<Record<string, string>> = { cubes: 'cube', views: 'view', viewGroups: 'viewGroup' };
const documentRule: Rule = {
  keys: Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, { list: [{ ref: kind }] }])),
};

/** The rules of the node that `steps` lead to; undefined if a statement of JavaScript can be written there. */
export function slotAt({ style, kind, steps }: Pick<Cursor, 'style' | 'kind' | 'steps'>): Slot | undefined {
  const language = style === 'javascript' ? 'javascript' : 'yaml';
  if (language === 'javascript' && !kind) return undefined;
  let slot: Slot = {
    rules: kind ? [rules[kind === 'view_group' ? 'viewGroup' : kind]!] : [documentRule],
    context: { language, owner: nowhere, path: [] },
    keys: kind ? [kind === 'view_group' ? 'viewGroup' : kind] : [],
    isNamed: false,
  };
  for (const step of steps) slot = entered(slot, step);
  return slot;
}

function entered(slot: Slot, step: Step): Slot {
  const { context, keys } = slot;
  if ('at' in step) {
    const all = slot.rules.flatMap((one) => alternatives(context, step.holder, one));
    const isNamed = namesAsList(context);
    const items = all.flatMap((one): readonly Rule[] =>
      typeof one !== 'object' ? [] : 'list' in one ? one.list : 'named' in one && isNamed ? [one.named] : [],
    );
    return itemSlot(slot, items, isNamed);
  }
  const { holder, entry } = step;
  // The value itself decides nothing, because it is being written.
  const others = withKey(holder, entry.name);
  const { rules: all } = fitting(context, others, slot.rules);
  const values = all.flatMap((one) => (Object.hasOwn(one.keys, entry.name) ? [valueRule(one, entry.name)] : []));
  const named = namedRules(slot, others);
  const path = [...context.path, named.length > 0 ? '*' : entry.name];
  return {
    rules: [...new Set([...values, ...named])],
    context: { ...context, path, parent: others },
    keys: named.length > 0 ? keys : [...keys, entry.name],
    isNamed: false,
  };
}

/** What assistants and rules read in `meta`, where everything is allowed. */
const metaRule: Rule = {
  keys: { aiContext: 'string', synonyms: { list: ['string'] }, deprecated: 'any', owner: 'string' },
};

/** The rule of the value of a key that `rule` has. */
export function valueRule({ keys }: KeysRule, name: string): Rule {
  return name === 'meta' ? metaRule : keys[name]!;
}

/** The key as it is written. The compiler does not translate the keys of `meta`. */
export function writtenKey({ keys }: Slot, name: string, style: WordStyle): string {
  return style.keys === 'snake' || keys.at(-1) === 'meta' ? snakeCase(name) : name;
}

/** The items of a list. Those of `cubes` and such are definitions. */
export function itemSlot({ context, keys }: Slot, items: readonly Rule[], isNamed: boolean): Slot {
  const kind = keys.length === 1 ? kinds[keys[0]!] : undefined;
  const path = kind === undefined ? [...context.path, '*'] : [];
  return { rules: items, context: { ...context, path }, keys: kind === undefined ? keys : [kind], isNamed };
}

/** Whether the node is a cube, a view or a view group. */
export function isDefinition({ keys, context }: Slot): boolean {
  return keys.length === 1 && context.path.length === 0;
}

/** The rules of the values of a map from names to members. */
export function namedRules({ rules: given, context }: Slot, map: MapNode): Rule[] {
  if (context.language === 'yaml') return [];
  const all = given.flatMap((one) => alternatives(context, map, one));
  return all.flatMap((one) => (typeof one === 'object' && 'named' in one ? [one.named] : []));
}

/** All rules that may apply to a node, without references, conditions and alternatives. */
export function alternatives(context: ShapeContext, node: ValueNode | undefined, rule: Rule): Rule[] {
  const selected = selectRule(context, node, rule);
  if (selected === undefined) {
    const decided = selectRule(context, node, shallow(deref(rule)));
    const branches = typeof decided === 'object' && 'must' in decided ? [decided.must] : branchesOf(deref(rule));
    return branches.flatMap((one) => alternatives(context, node, one));
  }
  const resolved = deref(selected);
  if (typeof resolved !== 'object') return [resolved];
  if ('one' in resolved) return resolved.one.flatMap((one) => alternatives(context, node, one));
  if ('must' in resolved) return alternatives(context, node, resolved.must);
  return resolved === selected && !('has' in resolved) ? [resolved] : alternatives(context, node, resolved);
}

/** The first condition of a rule without those inside of it. */
function shallow(rule: Rule): Rule {
  if (typeof rule !== 'object') return rule;
  if ('has' in rule) return { ...rule, holds: { must: rule.holds }, otherwise: { must: rule.otherwise } };
  if ('single' in rule) return { single: { must: rule.single }, otherwise: { must: rule.otherwise } };
  if (!('cases' in rule)) return rule;
  const cases = rule.cases.map(([values, one]) => [values, { must: one }] as const);
  return { ...rule, cases, ...(rule.otherwise === undefined ? {} : { otherwise: { must: rule.otherwise } }) };
}

function branchesOf(rule: Rule): readonly Rule[] {
  if (typeof rule !== 'object') return [];
  if ('one' in rule) return rule.one;
  if ('has' in rule) return [rule.holds, rule.otherwise];
  if ('single' in rule) return [rule.single, rule.otherwise];
  if ('must' in rule) return [rule.must];
  if (!('cases' in rule)) return [];
  return [...rule.cases.map(([, one]) => one), ...(rule.otherwise === undefined ? [] : [rule.otherwise])];
}

/** The map with a value for the key that is not known. */
export function withKey(map: MapNode, name: string): MapNode {
  const old = entryOf(map, name);
  const entry: Entry = { key: name, name, keySpan: nowhere, value: scalar(nowhere, '', true), dynamic: false };
  return { ...map, entries: [...map.entries.filter((one) => one !== old), entry] };
}

/** The keys of all forms of a map. */
export function keysIn(rule: Rule): Set<string> {
  const resolved = deref(rule);
  if (typeof resolved === 'object' && 'keys' in resolved) return new Set(Object.keys(resolved.keys));
  return new Set(branchesOf(resolved).flatMap((one) => [...keysIn(one)]));
}

export interface Fit {
  rules: readonly KeysRule[];
  /** How many entries of the map they do not allow. */
  wrong: number;
}

/** The alternatives that allow most entries of a map. */
export function fitting(context: ShapeContext, map: MapNode, given: readonly Rule[]): Fit {
  const all = given
    .flatMap((one) => alternatives(context, map, one))
    .filter((one): one is KeysRule => typeof one === 'object' && 'keys' in one);
  const known = new Set(given.flatMap((one) => [...keysIn(one)]));
  const counts = all.map((one) => countWrong(context, map, one, known, all.length > 1));
  const wrong = Math.min(...counts);
  return { rules: all.filter((_, at) => counts[at] === wrong), wrong };
}

/** `known` are the keys of all forms. The values matter only if there are several alternatives. */
function countWrong(
  context: ShapeContext,
  map: MapNode,
  rule: KeysRule,
  known: ReadonlySet<string>,
  hasOthers: boolean,
): number {
  return map.entries.filter(({ name, value, dynamic }) => {
    if (dynamic || !known.has(name)) return false;
    const wanted = Object.hasOwn(rule.keys, name) ? rule.keys[name] : undefined;
    const inner = { ...context, path: [...context.path, name], parent: map };
    if (wanted === undefined || isForbidden(inner, wanted)) return true;
    return hasOthers && checkShape(inner, value, wanted).length > 0;
  }).length;
}

export function isForbidden(context: ShapeContext, rule: Rule): boolean {
  const selected = selectRule(context, emptyMap(0), rule);
  return typeof selected === 'object' && 'forbidden' in selected;
}
