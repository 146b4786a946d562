/** What does not fit a rule, in words for a person, on the node to change. */

import { exampleOf } from '../rules/formats.ts';
import type { Rule } from '../rules/rule.ts';
import { closest, snakeCase } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import type { Language, ValueNode } from '../source/tree.ts';
import { deref, namesAsList, type ShapeContext } from './shapeRules.ts';

export interface ShapeProblem {
  span: Span;
  code: string;
  message: string;
  /** The compiler's path of the node: camelCase, members by name, list items by number. */
  path: readonly (string | number)[];
  /** The value that is judged by this problem as a whole. */
  value?: Span;
  severity?: 'warning';
  /** How far the node is from the rule; decides between alternatives. */
  weight: number;
}

export function shownKey(language: Language, key: string): string {
  return language === 'yaml' ? snakeCase(key) : key;
}

export function problem(context: ShapeContext, span: Span, code: string, message: string, weight = 1): ShapeProblem {
  return { span, code, message, path: context.path, weight };
}

/** A long value is marked by its key, a short one by itself. */
function spanOfValue(context: ShapeContext, node: ValueNode): Span {
  return node.kind === 'scalar' && node.end > node.start ? node : context.owner;
}

function shown(context: ShapeContext, value: string | boolean): string {
  const text = String(value);
  const key = context.path.at(-1);
  const member = key === 'type' || key === 'relationship';
  return `\`${member && context.language === 'yaml' ? snakeCase(text) : text}\``;
}

/** What may stand here, in words. */
function wanted(context: ShapeContext, rule: Rule): string {
  const real = deref(rule);
  if (real === 'flag' || real === 'boolean') return '`true` or `false`';
  if (real === 'number') return 'a number';
  if (real === 'string') return 'text';
  if (real === 'function') return context.language === 'yaml' ? 'text or a list' : 'SQL or references';
  if (real === 'any') return 'anything';
  if ('enum' in real) {
    const values = [...new Set(real.enum.map((value) => shown(context, value)))];
    return values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
  }
  if ('format' in real) return exampleOf(real.format);
  if ('pattern' in real) return real.label === 'identifier' ? 'a name of letters, digits and `_`' : `a ${real.label}`;
  if ('list' in real) return 'a list';
  if ('named' in real) return context.language === 'yaml' ? 'a list of items with `name`' : 'an object';
  if ('keys' in real) return 'a block of keys';
  if ('must' in real) return wanted(context, real.must);
  if ('one' in real) return [...new Set(real.one.map((alternative) => wanted(context, alternative)))].join(', or ');
  return 'something else';
}

function wantsList(context: ShapeContext, rule: Rule): boolean {
  const real = deref(rule);
  if (typeof real !== 'object') return false;
  if ('one' in real) return real.one.some((alternative) => wantsList(context, alternative));
  return 'list' in real || ('named' in real && namesAsList(context));
}

export function wrongValue(context: ShapeContext, node: ValueNode, rule: Rule): ShapeProblem[] {
  const key = context.path.findLast((step) => typeof step === 'string') ?? '';
  const written =
    node.kind === 'scalar' && !(node.value instanceof Date) && node.value !== null
      ? ` \`${String(node.value).slice(0, 60)}\``
      : '';
  const real = deref(rule);
  let meant = '';
  if (typeof real === 'object' && 'enum' in real && node.kind === 'scalar' && typeof node.value === 'string') {
    const options = real.enum.map((value) => shown(context, value).slice(1, -1));
    const found = closest(node.value, options);
    if (found && found !== node.value) meant = ` Did you mean \`${found}\`?`;
  }
  const is = written
    ? `${written} is not right for \`${shownKey(context.language, String(key))}\``
    : ` This is not right for \`${shownKey(context.language, String(key))}\``;
  const first = node.kind === 'map' && context.language === 'yaml' ? node.entries[0] : undefined;
  if (first && wantsList(context, real)) {
    const message = `\`${shownKey(context.language, String(key))}\` must be a list: \`- \` is missing here.`;
    return [{ ...problem(context, first.keySpan, 'wrong-value', message), value: node }];
  }
  const message = `${is.trimStart()}: it must be ${wanted(context, rule)}.${meant}`;
  return [{ ...problem(context, spanOfValue(context, node), 'wrong-value', message), value: node }];
}

/** For what the compiler lets pass and only queries stumble over. */
export function soften(one: ShapeProblem): ShapeProblem {
  return { ...one, severity: 'warning', weight: 0.5 };
}
