/** The values of the dimension that a `case` of a measure or dimension switches on. */

import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isCurrentCube } from '../../model/index/resolve.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import { type Cursor, nodeOf } from './cursor.ts';

/** Those that no other `when` has come first. Empty at other places. */
export function switchValues(index: ModelIndex, file: IndexedFile, { steps, span }: Cursor): string[] {
  const last = steps.at(-1);
  const when = steps.find((step) => 'entry' in step && step.entry.name === 'when');
  if (!last || !('entry' in last) || last.entry.name !== 'value' || !when) return [];
  const text = valueAt(when.holder, 'switch');
  const names = text && file.text.slice(text.start, text.end).match(/\w+/g);
  if (!names) return [];
  const own = file.definitions.findLast((one) => one.span.start <= span.start);
  const cube = names.at(-2);
  const holder = cube === undefined || isCurrentCube(cube) ? own : index.cube(cube);
  const dimension = holder && index.member(holder, names.at(-1)!, ['dimension']);
  const used = new Set(itemsOf(nodeOf(when)).map((one) => textOf(valueAt(one, 'value'))));
  const all = itemsOf(valueAt(dimension?.node, 'values')).flatMap((one) => textOf(one) ?? []);
  return all.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b)));
}

function itemsOf(node: ValueNode | undefined): readonly ValueNode[] {
  return node?.kind === 'list' ? node.items : [];
}
