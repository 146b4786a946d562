/** Selects the rule that applies to a node: follows references and decides conditions of the rule table. */

import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/ruleTable.ts';
import { camelCase } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type Language, type MapNode, type ValueNode } from '../source/tree.ts';

export interface ShapeContext {
  language: Language;
  /** The name or key of the nearest owner, for problems without their own span. */
  owner: Span;
  path: readonly (string | number)[];
  /** The map that contains the node as a value. */
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

/** Follows references to other rules of the table. */
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

/** The rule that applies to a node after all conditions are decided; undefined if that depends on run-time values. */
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
      // `multi_stage: 42` probably means true. The check of that key reports the wrong type.
      const isOther = found && !match && String(value) !== 'false';
      const intended = isOther && current.cases[0]?.[0][0] === true ? current.cases[0][1] : undefined;
      const next: Rule | undefined =
        match?.[1] ?? intended ?? ('own' in current ? mergeCases(current) : current.otherwise);
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

/** If only the deciding key is wrong, the other keys are accepted if any of the cases has them. */
function mergeCases(rule: Extract<Rule, { own: unknown }>): Rule | undefined {
  const otherwise = rule.otherwise === undefined ? undefined : deref(rule.otherwise);
  if (typeof otherwise !== 'object' || !('keys' in otherwise)) return otherwise;
  if (Object.keys(otherwise.keys).join() !== rule.own) return otherwise;
  const keys: Record<string, Rule> = Object.assign({}, ...rule.cases.map(([, one]) => keysOf(one)));
  return { keys: { ...keys, ...otherwise.keys }, required: otherwise.required ?? [] };
}

/** The keys of all cases and alternatives of a rule. */
function keysOf(rule: Rule): Record<string, Rule> {
  const resolved = deref(rule);
  if (typeof resolved !== 'object') return {};
  if ('keys' in resolved) return { ...resolved.keys };
  const inner: Rule[] =
    'one' in resolved
      ? [...resolved.one]
      : 'has' in resolved
        ? [resolved.holds, resolved.otherwise]
        : 'own' in resolved
          ? [...resolved.cases.map(([, one]) => one), ...(resolved.otherwise === undefined ? [] : [resolved.otherwise])]
          : [];
  return Object.assign({}, ...inner.map(keysOf));
}

/** Whether a named group is a list of items with `name` (YAML) or an object (JavaScript). */
export function namesAsList(context: ShapeContext): boolean {
  return context.language === 'yaml' && nameListGroups.has(String(context.path.at(-1)));
}

/** The key next to it that decides which rule applies. */
export function siblingOf(rule: Rule | undefined): string | undefined {
  const resolved = rule === undefined ? undefined : deref(rule);
  return typeof resolved === 'object' && 'sibling' in resolved ? resolved.sibling : undefined;
}
