/** Keeps the rows of long lists, so that a change of one item does not make all rows again. */

import type { Row } from './row.ts';

interface Made<Result> {
  inputs: readonly unknown[];
  result: Result;
}

const madeRows = new WeakMap<object, Made<unknown>>();
const madeLists = new WeakMap<object, Made<unknown>>();

/** The row of an item: the same object until one of the inputs is another one. */
export function cachedRow<R extends Row>(item: object, inputs: readonly unknown[], make: () => R): R {
  return kept(madeRows, item, inputs, make);
}

/** The rows of a list's items, which are the same objects until one of the inputs is another one. */
export function cachedRows<T extends object, R extends Row>(
  items: readonly T[],
  inputs: readonly unknown[],
  make: (item: T) => R,
): readonly R[] {
  return kept(madeLists, items, inputs, () => {
    const rows = items.map((item) => cachedRow(item, inputs, () => make(item)));
    // A list that changes while its pages are loaded may contain an item twice.
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  });
}

function kept<Result>(
  made: WeakMap<object, Made<unknown>>,
  key: object,
  inputs: readonly unknown[],
  make: () => Result,
): Result {
  const known = made.get(key);
  if (known?.inputs.length === inputs.length && inputs.every((input, at) => input === known.inputs[at])) {
    return known.result as Result;
  }
  const result = make();
  made.set(key, { inputs, result });
  return result;
}
