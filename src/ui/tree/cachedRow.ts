/** Keeps the rows of long lists, so that a change of one item does not make all rows again. */

import type { Row } from './row.ts';

const made = new WeakMap<object, { inputs: readonly unknown[]; row: Row }>();

/** The row of an item: the same object until one of the inputs is another one. */
export function cachedRow(item: object, inputs: readonly unknown[], make: () => Row): Row {
  const known = made.get(item);
  if (known?.inputs.length === inputs.length && inputs.every((input, at) => input === known.inputs[at]))
    return known.row;
  const row = make();
  made.set(item, { inputs, row });
  return row;
}
