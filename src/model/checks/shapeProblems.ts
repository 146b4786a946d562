/** Problems of nodes that do not match a rule, with their messages. */

import { exampleOf } from '../rules/formats.ts';
import type { Rule } from '../rules/rule.ts';
import { snakeCase, suggestionOf } from '../source/names.ts';
import type { Fix } from '../source/problem.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import type { Language, ValueNode } from '../source/tree.ts';
import { meantValue } from './meantValues.ts';
import { deref, namesAsList, type ShapeContext } from './shapeRules.ts';

export interface ShapeProblem extends ProblemText {
  span: Span;
  /** The compiler's path of the node: keys in camelCase, members by name, list items by number. */
  path: readonly (string | number)[];
  /** The value that the problem covers as a whole. Other checks skip it. */
  value?: Span;
  fix?: Fix;
  /** How far the node is from the rule. Used to select the best alternative. */
  weight: number;
}

/** Checks a node against a rule. `checkShape` passes itself, because values contain values. */
export type CheckValue = (context: ShapeContext, node: ValueNode, rule: Rule) => ShapeProblem[];

export function isName(text: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text);
}

/** A key as the author writes it: snake_case in YAML. */
export function shownKey(language: Language, key: string): string {
  return language === 'yaml' ? snakeCase(key) : key;
}

export function problem(context: ShapeContext, span: Span, found: ProblemText, weight = 1): ShapeProblem {
  return { span, ...found, path: context.path, weight };
}

/** Marks a scalar itself, and another value by its key. */
function spanOfValue(context: ShapeContext, node: ValueNode): Span {
  return node.kind === 'scalar' && node.end > node.start ? node : context.owner;
}

/** A value as the author writes it. */
function shownValue(context: ShapeContext, value: string | boolean): string {
  const text = String(value);
  const key = context.path.at(-1);
  const member = key === 'type' || key === 'relationship';
  return `\`${member && context.language === 'yaml' ? snakeCase(text) : text}\``;
}

/** The values that the rule accepts, for a message. */
function describeRule(context: ShapeContext, rule: Rule): string {
  const resolved = deref(rule);
  if (resolved === 'flag' || resolved === 'boolean') return '`true` or `false`';
  if (resolved === 'number') return 'a number';
  if (resolved === 'string') return 'text';
  if (resolved === 'function') return context.language === 'yaml' ? 'text or a list' : 'SQL or references';
  if (resolved === 'any') return 'anything';
  if ('enum' in resolved) {
    const values = [...new Set(resolved.enum.map((value) => shownValue(context, value)))];
    return values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
  }
  if ('format' in resolved) return exampleOf(resolved.format);
  if ('pattern' in resolved)
    return resolved.label === 'identifier' ? 'a name of letters, digits and `_`' : `a ${resolved.label}`;
  if ('list' in resolved) return 'a list';
  if ('named' in resolved) return context.language === 'yaml' ? 'a list of items with `name`' : 'an object';
  if ('keys' in resolved) return 'a block of keys';
  if ('must' in resolved) return describeRule(context, resolved.must);
  if ('one' in resolved)
    return [...new Set(resolved.one.map((alternative) => describeRule(context, alternative)))].join(', or ');
  return 'something else';
}

function expectsList(context: ShapeContext, rule: Rule): boolean {
  const resolved = deref(rule);
  if (typeof resolved !== 'object') return false;
  if ('one' in resolved) return resolved.one.some((alternative) => expectsList(context, alternative));
  return 'list' in resolved || ('named' in resolved && namesAsList(context));
}

/** The value of a key is not what the rule accepts. */
export function wrongValue(context: ShapeContext, node: ValueNode, rule: Rule): ShapeProblem[] {
  const key = shownKey(context.language, String(context.path.findLast((step) => typeof step === 'string') ?? ''));
  const first = node.kind === 'map' && context.language === 'yaml' ? node.entries[0] : undefined;
  if (first && expectsList(context, rule)) {
    const message = `\`${key}\` must be a list: \`- \` is missing here.`;
    return [{ ...problem(context, first.keySpan, problemCatalog.wrongValue(message)), value: node }];
  }
  const isShort = node.kind === 'scalar' && !(node.value instanceof Date) && node.value !== null;
  const isEmpty = node.kind === 'scalar' && node.value === '';
  const subject = isEmpty ? 'An empty text' : isShort ? `\`${String(node.value).slice(0, 60)}\`` : 'This value';
  const isDate = node.kind === 'scalar' && node.value instanceof Date;
  const message = isDate
    ? `YAML reads this as a date, not as text: put the value of \`${key}\` in quotes.`
    : `${subject} is not valid for \`${key}\`: it must be ${describeRule(context, rule)}.`;
  const fix = meantValue(context, node, rule);
  const hint = fix?.texts.length === 1 || fix?.as === undefined ? suggestionOf(fix?.texts ?? []).hint : '';
  const found = problem(context, spanOfValue(context, node), problemCatalog.wrongValue(`${message}${hint}`));
  return [{ ...found, value: node, ...(fix ? { fix } : {}) }];
}

/** For values that the compiler accepts but that fail in queries. */
export function asWarning(one: ShapeProblem): ShapeProblem {
  return { ...one, severity: 'warning', weight: 0.5 };
}
