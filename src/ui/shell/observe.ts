/** Runs code for the values of an observable. What the code adds to its lifetime is disposed when the value changes. */

import type { Observable } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';

/** Calls `enter` with the current value and after each change, except for undefined. */
export function forCurrent<T>(
  source: Observable<T | undefined>,
  enter: (value: T, lifetime: Lifetime) => void,
): Disposable {
  const outer = new Lifetime();
  let current: Lifetime | undefined;
  const update = (value: T | undefined) => {
    if (current) outer.release(current);
    current = undefined;
    if (value === undefined || outer.disposed) return;
    current = outer.add(new Lifetime());
    enter(value, current);
  };
  outer.add(source.onChange(update));
  update(source.value);
  return outer;
}

/** Calls `enter` once for each item. The item's lifetime ends when it leaves the list. */
export function forEachItem<T extends object>(
  source: Observable<readonly T[]>,
  enter: (item: T, lifetime: Lifetime) => void,
): Disposable {
  const outer = new Lifetime();
  const known = new Map<T, Lifetime>();
  const update = (items: readonly T[]) => {
    for (const [item, lifetime] of known) {
      if (items.includes(item)) continue;
      known.delete(item);
      outer.release(lifetime);
    }
    for (const item of items) {
      if (known.has(item)) continue;
      const lifetime = outer.add(new Lifetime());
      known.set(item, lifetime);
      enter(item, lifetime);
    }
  };
  outer.add(source.onChange(update));
  update(source.value);
  return outer;
}
