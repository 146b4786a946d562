/** Runs code for each value of an observable and disposes what it created when the value goes. */

import type { Observable } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';

/** Calls `enter` with the value now and after each change; what it adds to its lifetime ends with the value. */
export function forCurrent<T>(
  source: Observable<T | undefined>,
  enter: (value: T, lifetime: Lifetime) => void,
): Disposable {
  const whole = new Lifetime();
  let current: Lifetime | undefined;
  const follow = (value: T | undefined) => {
    if (current) whole.release(current);
    current = undefined;
    if (value === undefined || whole.disposed) return;
    current = whole.add(new Lifetime());
    enter(value, current);
  };
  whole.add(source.onChange(follow));
  follow(source.value);
  return whole;
}

/** Calls `enter` once for each item as long as it stays in the list. */
export function forEachItem<T extends object>(
  source: Observable<readonly T[]>,
  enter: (item: T, lifetime: Lifetime) => void,
): Disposable {
  const whole = new Lifetime();
  const known = new Map<T, Lifetime>();
  const follow = (items: readonly T[]) => {
    for (const [item, lifetime] of known) {
      if (items.includes(item)) continue;
      known.delete(item);
      whole.release(lifetime);
    }
    for (const item of items) {
      if (known.has(item)) continue;
      const lifetime = whole.add(new Lifetime());
      known.set(item, lifetime);
      enter(item, lifetime);
    }
  };
  whole.add(source.onChange(follow));
  follow(source.value);
  return whole;
}
