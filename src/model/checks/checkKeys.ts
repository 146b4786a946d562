/** Checks the keys of a map: unknown, missing and conflicting ones, and their values. */

import type { Limits } from '../rules/rule.ts';
import { allClosest, suggestionOf } from '../source/names.ts';
import type { Fix } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { type Entry, entryOf, type MapNode } from '../source/tree.ts';
import { type CheckValue, problem, type ShapeProblem, shownKey } from './shapeProblems.ts';
import { type KeysRule, nameListGroups, type ShapeContext, selectRule, siblingOf } from './shapeRules.ts';

/** Keys that the compiler sets itself. */
export const internalKeys: ReadonlySet<string> = new Set([
  'fileName',
  'allDefinitions',
  'rawFolders',
  'rawCubes',
  'isView',
  'includesMembers',
  'excludesMembers',
  'memberReference',
  'keyReference',
]);
/** Keys of older versions with their current names. */
const renamedKeys: ReadonlyMap<string, string> = new Map([
  ['role', 'group'],
  ['shown', 'public'],
  ['visible', 'public'],
]);

/** Keys of other places, with the key of similar meaning. */
const similarKeys: ReadonlyMap<string, string> = new Map([...renamedKeys, ['filters', 'defaultFilters']]);

/** A key that the compiler sets itself or that has a new name. */
export function isObsoleteKey(name: string): boolean {
  return internalKeys.has(name) || renamedKeys.has(name) || /References?$/.test(name);
}

/** Keys whose rule depends on the value of another key, with the name of that key. */
function dependentKeys(rule: KeysRule): ReadonlyMap<string, string> {
  const siblings = new Map<string, string>();
  for (const [name, value] of Object.entries(rule.keys)) {
    const sibling = siblingOf(value);
    if (sibling !== undefined) siblings.set(name, sibling);
  }
  return siblings;
}

export function checkKeys(
  context: ShapeContext,
  node: MapNode,
  rule: KeysRule,
  checkValue: CheckValue,
): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  const siblings = dependentKeys(rule);
  const isNamedItem =
    context.language === 'yaml' &&
    typeof context.path.at(-1) === 'string' &&
    nameListGroups.has(String(context.path.at(-2)));
  /** Keys that an unknown key was probably meant to be. */
  const misspelt = new Set<string>();
  const wrong = new Set<string>();
  let free: readonly string[] | undefined;
  const isDependent = ({ name }: Entry) => Number(siblings.has(name));
  const entries = siblings.size === 0 ? node.entries : node.entries.toSorted((a, b) => isDependent(a) - isDependent(b));
  for (const entry of entries) {
    if (entry.dynamic) continue;
    const sibling = siblings.get(entry.name);
    const undecided = sibling !== undefined && rule.required?.includes(sibling) && !entryOf(node, sibling);
    if (sibling !== undefined && (wrong.has(sibling) || undecided)) continue;
    const inner: ShapeContext = { ...context, owner: entry.keySpan, path: [...context.path, entry.name], parent: node };
    const valueRule = Object.hasOwn(rule.keys, entry.name) ? rule.keys[entry.name] : undefined;
    let problems: ShapeProblem[] = [];
    if (valueRule !== undefined) problems = checkValue(inner, entry.value, valueRule);
    else if (!(isNamedItem && entry.key === 'name')) {
      free ??= freeKeys(node, rule);
      const matches = meantKeys(free, rule, entry.name);
      if (matches[0]) misspelt.add(matches[0]);
      problems = [unknownKey(inner, entry, matches)];
    }
    found.push(...problems);
    if (problems.length > 0) wrong.add(entry.name);
  }
  if (node.open) return found;
  const required = new Set(rule.required);
  for (const [name, sibling] of siblings) {
    if (wrong.has(sibling)) continue;
    const keyContext = { ...context, path: [...context.path, name], parent: node };
    const selected = selectRule(keyContext, undefined, rule.keys[name]!);
    if (typeof selected === 'object' && 'must' in selected) required.add(name);
  }
  for (const name of required) {
    if (!entryOf(node, name) && !misspelt.has(name)) found.push(...missingKey(context, node, name));
  }
  for (const limit of rule.limits ?? []) found.push(...checkLimit(context, node, limit, misspelt));
  return found;
}

/** The keys that a map may still get. */
function freeKeys(node: MapNode, rule: KeysRule): string[] {
  const present = new Set(node.entries.filter(({ dynamic }) => !dynamic).map(({ name }) => name));
  return Object.keys(rule.keys).filter((key) => !internalKeys.has(key) && !present.has(key));
}

/** The keys that an unknown key was probably meant to be. */
function meantKeys(free: readonly string[], rule: KeysRule, name: string): string[] {
  const similar = similarKeys.get(name);
  if (similar && Object.hasOwn(rule.keys, similar) && !internalKeys.has(similar)) return [similar];
  return allClosest(name, free);
}

export function unknownKey(context: ShapeContext, entry: Entry, matches: readonly string[]): ShapeProblem {
  const { hint, ...fix } = suggestionOf(matches.map((key) => shownKey(context.language, key)));
  const message = `\`${entry.key}\` is not a known key here.${hint}`;
  return { ...problem(context, entry.keySpan, problemCatalog.unknownKey(message), 1.1), value: entry.value, ...fix };
}

export function addKeys({ start, end }: MapNode, keys: readonly string[], needs: 'all' | 'one' = 'all'): { fix: Fix } {
  return { fix: { kind: 'addKeys', keys, needs, map: { start, end } } };
}

function missingKey(context: ShapeContext, node: MapNode, name: string): ShapeProblem[] {
  // The type of a pre-aggregation defaults to rollup.
  if (name === 'type' && context.path.length === 2 && context.path[0] === 'preAggregations') return [];
  const keyContext = { ...context, path: [...context.path, name] };
  const message = `\`${shownKey(context.language, name)}\` is missing.`;
  const weight = name === 'sql' ? 1.15 : 1.2;
  return [
    { ...problem(keyContext, context.owner, problemCatalog.missingKey(message), weight), ...addKeys(node, [name]) },
  ];
}

function checkLimit(
  context: ShapeContext,
  node: MapNode,
  limit: Limits,
  misspelt: ReadonlySet<string>,
): ShapeProblem[] {
  const present = limit.keys.flatMap((key) => entryOf(node, key) ?? []);
  const last = present.toSorted((a, b) => a.keySpan.start - b.keySpan.start).at(-1);
  const list = (keys: readonly string[], conjunction: string) =>
    keys.map((key) => `\`${shownKey(context.language, key)}\``).join(` ${conjunction} `);
  const missing = limit.keys.filter((key) => !entryOf(node, key));
  const exclusive = limit.rel === 'xor' || limit.rel === 'nand' || limit.rel === 'oxor';
  if (exclusive && present.length > 1 && last) {
    const message = `Use either ${list(limit.keys, 'or')}, not both.`;
    return [problem(context, last.keySpan, problemCatalog.conflictingKeys(message))];
  }
  const needsOne = limit.rel === 'xor' || limit.rel === 'or';
  if (needsOne && present.length === 0 && !limit.keys.some((key) => misspelt.has(key))) {
    const message = `One of ${list(limit.keys, 'or')} is missing.`;
    return [
      { ...problem(context, context.owner, problemCatalog.missingKey(message)), ...addKeys(node, limit.keys, 'one') },
    ];
  }
  if (limit.rel === 'and' && present.length > 0 && missing.length > 0) {
    const message = `${list(missing, 'and')} must be set too.`;
    return [
      { ...problem(context, present[0]!.keySpan, problemCatalog.missingKey(message)), ...addKeys(node, missing) },
    ];
  }
  if (limit.rel === 'with' && entryOf(node, limit.keys[0]!) && missing.length > 0) {
    const message = `\`${shownKey(context.language, limit.keys[0]!)}\` needs ${list(missing, 'and')}.`;
    return [
      { ...problem(context, present[0]!.keySpan, problemCatalog.missingKey(message)), ...addKeys(node, missing) },
    ];
  }
  return [];
}
