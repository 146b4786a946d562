/** Finds YAML texts that the compiler cannot read because they look like the start of a Python string: `F`, `rf` and the like. */

import { bareFields } from '../rules/ruleTable.ts';
import type { ScalarNode, ValueNode } from '../source/tree.ts';
import { type Definition, memberGroups } from './definitions.ts';
import { isReferenceField } from './fieldRoles.ts';

/** The compiler puts the text between `f"` and `"`, and its reader of Python takes `F"` for the start of another string. */
const prefix = /^(?:[fF][rR]?|[rR][fF])$/;

export interface PrefixText {
  node: ScalarNode;
  text: string;
  /** `value`: ordinary text; `sql`: SQL of a member; `name`: the name of something. */
  kind: 'value' | 'sql' | 'name';
}

/** Not read as text: names of members, and references outside of SQL. */
function isExpression(path: readonly string[]): boolean {
  const key = path.at(-1)!;
  if (bareFields.includes(key) || path.join('.') === 'extends') return true;
  if (['sql', 'sqlTable', 'values'].includes(key) || path[0] === 'defaultFilters') return false;
  return isReferenceField(path.join('.'));
}

const namedGroups = new Set([...memberGroups.keys(), 'indexes', 'granularities']);
const names = new Set(['name', 'alias', 'includes', 'excludes', 'member', 'unless']);

export function prefixTexts({ node, language, kind }: Definition): PrefixText[] {
  const found: PrefixText[] = [];
  const visit = (value: ValueNode, path: readonly string[]): void => {
    if (value.kind === 'list') {
      const isGroup = namedGroups.has(path.at(-1) ?? '');
      const isReference = path.length > 0 && isReferenceField(path.join('.'));
      for (const [i, item] of value.items.entries())
        if (isReference) visit(item, path);
        else visitItem(item, [...path, isGroup ? 'item' : String(i)], isGroup);
    } else if (value.kind === 'map') visitItem(value, path, false);
    else if (value.kind === 'scalar' && !value.dynamic && typeof value.value === 'string' && prefix.test(value.value)) {
      if (!isExpression(path)) found.push({ node: value, text: value.value, kind: kindOf(path) });
    }
  };
  const visitItem = (value: ValueNode, path: readonly string[], isNamed: boolean): void => {
    if (value.kind !== 'map') visit(value, path);
    else
      for (const entry of value.entries)
        if (!entry.dynamic && !(isNamed && entry.key === 'name')) visit(entry.value, [...path, entry.name]);
  };
  if (language === 'yaml' && kind !== 'view_group') visitItem(node, [], false);
  return found;
}

function kindOf(path: readonly string[]): PrefixText['kind'] {
  if (path.includes('meta')) return 'value';
  if (names.has(path.findLast((step) => !/^\d+$/.test(step)) ?? '')) return 'name';
  return path.at(-1) === 'sql' && memberGroups.has(path[0]!) && path[0] !== 'preAggregations' ? 'sql' : 'value';
}
