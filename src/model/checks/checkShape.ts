/** Checks one node of a source, and all nodes inside it, against a rule of the model. */

import type { Rule } from '../rules/rule.ts';
import { allClosest, closest } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import { checkList, checkNamedItems } from './checkItems.ts';
import { addKeys, checkKeys, unknownKey } from './checkKeys.ts';
import { checkScalar } from './checkScalar.ts';
import { asWarning, problem, type ShapeProblem, shownKey, wrongValue } from './shapeProblems.ts';
import { deref, namesAsList, type ShapeContext, selectRule } from './shapeRules.ts';

/** Ignores parts whose value is known only at run time. */
export function checkShape(context: ShapeContext, node: ValueNode, rule: Rule): ShapeProblem[] {
  if (node.kind === 'code' && node.isFunction && !mayBeFunction(rule)) return wrongValue(context, node, rule);
  if (node.kind === 'code' || (node.kind === 'scalar' && (node.dynamic || (node.chains && deref(rule) !== 'any'))))
    return [];
  const selected = selectRule(context, node, rule);
  if (selected === undefined || selected === 'any') return [];
  if (typeof selected === 'object' && 'must' in selected) return checkShape(context, node, selected.must);
  if (typeof selected === 'object' && 'forbidden' in selected) {
    const reason = selected.forbidden ? `: ${selected.forbidden}` : ' here';
    const key = shownKey(context.language, String(context.path.at(-1)));
    return [problem(context, context.owner, problemCatalog.unknownKey(`\`${key}\` is not allowed${reason}.`))];
  }
  if (typeof selected === 'object' && 'one' in selected) return checkAlternatives(context, node, selected);
  // `checkDefinitionShape` reports empty values.
  if (node.kind === 'scalar' && node.value === null && context.language === 'yaml') return [];
  if (typeof selected === 'object' && 'keys' in selected)
    return node.kind === 'map' ? checkKeys(context, node, selected, checkShape) : wrongValue(context, node, rule);
  if (typeof selected === 'object' && 'named' in selected)
    return checkNamedItems(context, node, selected.named, checkShape);
  if (typeof selected === 'object' && 'list' in selected) return checkList(context, node, selected, checkShape);
  if (node.kind === 'scalar') return checkScalar(context, node, selected);
  if (selected === 'function') {
    // The compiler accepts a map here, but it has no meaning.
    if (context.language === 'javascript') return [];
    if (node.kind === 'list') return context.path.join() === 'extends' ? wrongValue(context, node, 'string') : [];
    return wrongValue(context, node, rule).map(asWarning);
  }
  return wrongValue(context, node, rule);
}

/** Whether a rule accepts a function, or cannot be decided without its result. */
function mayBeFunction(rule: Rule): boolean {
  const resolved = deref(rule);
  if (typeof resolved === 'string') return resolved === 'function' || resolved === 'any';
  if ('one' in resolved) return resolved.one.some(mayBeFunction);
  return !('enum' in resolved || 'list' in resolved || 'format' in resolved || 'pattern' in resolved);
}

/** Reports the problems of the alternative that fits best. */
function checkAlternatives(
  context: ShapeContext,
  node: ValueNode,
  rule: Extract<Rule, { one: unknown }>,
): ShapeProblem[] {
  const onlyKeys = rule.one.map(onlyKeyOf);
  if (node.kind === 'map' && onlyKeys.every((key) => key !== undefined)) {
    // The alternatives require one of these keys and nothing else.
    if (node.open || onlyKeys.some((key) => entryOf(node, key))) return [];
    const misspelt = node.entries.find(({ name }) => closest(name, onlyKeys));
    if (misspelt) return [unknownKey(context, misspelt, allClosest(misspelt.name, onlyKeys))];
    const list = onlyKeys.map((key) => `\`${shownKey(context.language, key)}\``).join(' or ');
    const message = `One of ${list} is missing.`;
    return [
      { ...problem(context, context.owner, problemCatalog.missingKey(message)), ...addKeys(node, onlyKeys, 'one') },
    ];
  }
  const alternatives = node.kind === 'scalar' ? rule.one : rule.one.filter((one) => matchesKind(context, node, one));
  // Most maps fit one alternative, and the problems of the others cost more than the check.
  const fitting = alternatives.filter((one) => hasItsKeys(context, node, one));
  if (fitting.some((one) => checkShape(context, node, one).length === 0)) return [];
  let best: ShapeProblem[] | undefined;
  for (const alternative of alternatives) {
    const found = checkShape(context, node, alternative);
    if (found.length === 0) return [];
    if (!best || totalWeight(found) < totalWeight(best)) best = found;
  }
  if (node.kind !== 'scalar') return best ?? wrongValue(context, node, rule);
  return node.value === null && context.language === 'yaml' ? [] : wrongValue(context, node, rule);
}

/** Whether the rule knows all keys of a map. */
function hasItsKeys(context: ShapeContext, node: ValueNode, rule: Rule): boolean {
  const selected = selectRule(context, node, rule);
  if (node.kind !== 'map' || typeof selected !== 'object' || !('keys' in selected)) return false;
  return node.entries.every(({ name }) => name === 'name' || Object.hasOwn(selected.keys, name));
}

function totalWeight(problems: readonly ShapeProblem[]): number {
  return problems.reduce((sum, one) => sum + one.weight, 0);
}

/** The key of a rule that only requires one key to be present. */
function onlyKeyOf(rule: Rule): string | undefined {
  const resolved = deref(rule);
  if (typeof resolved !== 'object' || !('keys' in resolved)) return undefined;
  let only: string | undefined;
  for (const key in resolved.keys) {
    if (only !== undefined) return undefined;
    only = key;
  }
  return only !== undefined && resolved.keys[only] === 'any' ? only : undefined;
}

/** Whether a map or list is of the kind that the rule expects. */
function matchesKind(context: ShapeContext, node: ValueNode, rule: Rule): boolean {
  const selected = selectRule(context, node, rule);
  if (selected === undefined || selected === 'any') return true;
  if (selected === 'function') return node.kind === 'list' || context.language === 'javascript';
  if (typeof selected !== 'object') return false;
  if ('one' in selected) return selected.one.some((alternative) => matchesKind(context, node, alternative));
  // In YAML only the alternative with a list applies to joins.
  if ('named' in selected && context.language === 'yaml' && context.path.at(-1) === 'joins') return false;
  if ('named' in selected) return node.kind === (namesAsList(context) ? 'list' : 'map');
  return node.kind === 'map' ? 'keys' in selected : 'list' in selected;
}
