/** Checks a scalar against a rule for single values. */

import { matchesFormat } from '../rules/formats.ts';
import type { Rule } from '../rules/rule.ts';
import { bareFields } from '../rules/ruleTable.ts';
import { camelCase } from '../source/names.ts';
import type { ScalarNode } from '../source/tree.ts';
import { asWarning, type ShapeProblem, wrongValue } from './shapeProblems.ts';
import type { ShapeContext } from './shapeRules.ts';

export function checkScalar(context: ShapeContext, node: ScalarNode, rule: Rule): ShapeProblem[] {
  const key = String(context.path.at(-1) ?? '');
  const { value } = node;
  if (rule === 'function') {
    // The compiler converts any value to a function, but most values are not valid references.
    if (typeof value === 'string' || context.language === 'javascript' || /^sql|^(values|if|url|value)$/.test(key)) {
      return [];
    }
    const problems = wrongValue(context, node, rule);
    return key === 'joinPath' || key === 'extends' ? problems : problems.map(asWarning);
  }
  return isValid(context, node, rule, key) ? [] : wrongValue(context, node, rule);
}

function isValid(context: ShapeContext, { value }: ScalarNode, rule: Rule, key: string): boolean {
  if (rule === 'any') return true;
  if (rule === 'string') return typeof value === 'string' && value !== '';
  if (rule === 'number') {
    const isNumberText = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
    return typeof value === 'number' || isNumberText;
  }
  if (rule === 'flag' || rule === 'boolean') {
    if (typeof value === 'boolean') return true;
    const textAllowed = rule === 'boolean' || (context.language === 'yaml' && bareFields.includes(key));
    return typeof value === 'string' && textAllowed && /^(true|false)$/.test(value);
  }
  if (typeof rule === 'string') return false;
  if ('enum' in rule) return isInEnum(context, value, rule.enum, key);
  if (typeof value !== 'string') return false;
  if ('format' in rule) return matchesFormat(rule.format, value);
  return 'pattern' in rule && new RegExp(rule.pattern).test(value);
}

function isInEnum(
  context: ShapeContext,
  value: ScalarNode['value'],
  values: readonly (string | boolean)[],
  key: string,
): boolean {
  if (typeof value === 'boolean') return values.includes(value);
  if (typeof value !== 'string') return false;
  if (values.includes(true)) return value === 'true' && bareFields.includes(key);
  return values.includes(value) || (isCamelCased(context) && value.includes('_') && values.includes(camelCase(value)));
}

/** The compiler accepts snake_case for the types of members and the relationships of joins. */
export function isCamelCased(context: ShapeContext): boolean {
  const key = context.path.at(-1);
  return context.path.length === 3 && (key === 'type' || key === 'relationship');
}
