/** The texts of SQL in a member or a join: its own, those of filters, cases and coordinates. */

import type { ValueNode } from '../source/tree.ts';

export interface SqlValue {
  value: Extract<ValueNode, { kind: 'scalar' | 'code' }>;
  /** The value belongs to the member itself. */
  isOwn: boolean;
  /** Known only at run time. */
  isDynamic: boolean;
}

export function sqlValues(node: ValueNode, isOwn = true, isDynamic = false): SqlValue[] {
  if (node.kind === 'list') return node.items.flatMap((item) => sqlValues(item, false, isDynamic));
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ name, value, dynamic }): SqlValue[] => {
    if (name === 'meta') return [];
    const isUnknown = isDynamic || dynamic;
    if (value.kind !== 'scalar' && value.kind !== 'code') return sqlValues(value, false, isUnknown);
    return name === 'sql' ? [{ value, isOwn, isDynamic: isUnknown }] : [];
  });
}
