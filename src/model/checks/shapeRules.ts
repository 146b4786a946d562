/** Which rule counts for a node: references, conditions and alternatives of the table worked out. */

import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/ruleTable.ts';
import { camelCase } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type Language, type MapNode, type ValueNode } from '../source/tree.ts';

export interface ShapeContext {
  language: Language;
  /** The place of what has no place of its own: the name or key of the nearest owner. */
  owner: Span;
  path: readonly (string | number)[];
  /** The map the node is a value of. */
  parent?: MapNode;
}

export type KeysRule = Extract<Rule, { keys: unknown }>;

export const nameListGroups = new Set([
  'measures',
  'dimensions',
  'segments',
  'preAggregations',
  'hierarchies',
  'indexes',
  'granularities',
]);

export function deref(rule: Rule): Rule {
  let current = rule;
  while (typeof current === 'object' && 'ref' in current) current = rules[current.ref]!;
  return current;
}

function scalarValue(
  context: ShapeContext,
  node: ValueNode | undefined,
  key: string,
): string | boolean | 'unknown' | undefined {
  if (!node) return undefined;
  if (node.kind === 'map' || node.kind === 'list') return undefined;
  if (node.kind !== 'scalar' || node.dynamic || node.chains) return 'unknown';
  if (typeof node.value === 'string') {
    return key === 'type' && context.path.length === 2 && node.value.includes('_') ? camelCase(node.value) : node.value;
  }
  return typeof node.value === 'boolean' ? node.value : undefined;
}

/** The one rule out of a conditional one that counts for this node; undefined when it cannot be known. */
export function selectRule(context: ShapeContext, node: ValueNode | undefined, rule: Rule): Rule | undefined {
  let current = deref(rule);
  for (;;) {
    if (typeof current === 'string') return current;
    if ('own' in current || 'sibling' in current) {
      const key = 'own' in current ? current.own : current.sibling;
      const holder = 'own' in current ? node : context.parent;
      const found = entryOf(holder, key)?.value;
      let value = scalarValue('own' in current ? context : { ...context, path: context.path.slice(0, -1) }, found, key);
      if (value === 'unknown' || (value === undefined && holder?.kind === 'map' && holder.open)) return undefined;
      if (value === undefined && key === 'type' && context.path[0] === 'preAggregations' && context.path.length === 2)
        value = 'rollup';
      const match = current.cases.find(([values]) => value !== undefined && values.includes(value));
      // `multi_stage: 42` is meant as true; that it is no boolean is said by the key itself.
      const meant = found && value === undefined && current.cases[0]?.[0][0] === true ? current.cases[0][1] : undefined;
      const next: Rule | undefined = match?.[1] ?? meant ?? ('own' in current ? widened(current) : current.otherwise);
      if (next === undefined) return 'any';
      current = deref(next);
    } else if ('has' in current) {
      if (node?.kind !== 'map') return current.otherwise;
      const holds = current.has.some((keys) => keys.every((key) => entryOf(node, key) !== undefined));
      if (!holds && node.open) return undefined;
      current = deref(holds ? current.holds : current.otherwise);
    } else if ('single' in current) {
      const single = node?.kind === 'list' && node.items.length === 1;
      if (node?.kind === 'list' && node.open) return undefined;
      current = deref(single ? current.single : current.otherwise);
    } else return current;
  }
}

type OwnRule = Extract<Rule, { own: unknown }>;
const widenedRules = new WeakMap<OwnRule, Rule>();

/** Where only the deciding key is wrong, the other keys are fine if any of the cases knows them. */
function widened(rule: OwnRule): Rule | undefined {
  const otherwise = rule.otherwise === undefined ? undefined : deref(rule.otherwise);
  if (typeof otherwise !== 'object' || !('keys' in otherwise)) return otherwise;
  if (Object.keys(otherwise.keys).join() !== rule.own) return otherwise;
  let wide = widenedRules.get(rule);
  if (!wide) {
    const keys: Record<string, Rule> = {};
    for (const [, one] of rule.cases) Object.assign(keys, keysOf(one));
    wide = { keys: { ...keys, ...otherwise.keys }, required: otherwise.required ?? [] };
    widenedRules.set(rule, wide);
  }
  return wide;
}

/** Every key any shape of the rule knows; shapes behind conditions are not told apart. */
export function keysOf(rule: Rule): Record<string, Rule> {
  const real = deref(rule);
  if (typeof real !== 'object') return {};
  if ('keys' in real) return { ...real.keys };
  const inner: Rule[] =
    'one' in real
      ? [...real.one]
      : 'has' in real
        ? [real.holds, real.otherwise]
        : 'own' in real
          ? [...real.cases.map(([, one]) => one), ...(real.otherwise === undefined ? [] : [real.otherwise])]
          : [];
  return Object.assign({}, ...inner.map(keysOf));
}

/** In YAML a list of items with `name`, in JavaScript an object. */
export function namesAsList(context: ShapeContext): boolean {
  return context.language === 'yaml' && nameListGroups.has(String(context.path.at(-1)));
}

/** The neighbour that decides about a key. */
export function siblingOf(rule: Rule | undefined): string | undefined {
  const real = rule === undefined ? undefined : deref(rule);
  return typeof real === 'object' && 'sibling' in real ? real.sibling : undefined;
}
