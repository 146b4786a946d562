/** Which members a query may name. */

import { type ValueNode, valueAt } from '../source/tree.ts';
import type { Member } from './definitions.ts';

export function isTrue(node: ValueNode | undefined): boolean {
  return node?.kind === 'scalar' && (node.value === true || node.value === 'true');
}

export function isPrivate(node: ValueNode): boolean {
  const value = valueAt(node, 'public') ?? valueAt(node, 'shown');
  return value?.kind === 'scalar' && (value.value === false || value.value === 'false');
}

/** Whether a cube hides its member from the data API. A primary key is hidden unless it is made public. */
export function isHidden({ node }: Member): boolean {
  const isStated = valueAt(node, 'public') ?? valueAt(node, 'shown');
  return isPrivate(node) || (!isStated && isTrue(valueAt(node, 'primaryKey')));
}
