import assert from 'node:assert/strict';
import { Value } from '../../../src/base/event.ts';
import { forCurrent, forEachItem } from '../../../src/ui/shell/observe.ts';

describe('observing values', () => {
  it('ends the lifetime of a value before the next value', () => {
    const events: string[] = [];
    const source = new Value<string | undefined>('a');
    const whole = forCurrent(source, (value, lifetime) => {
      events.push(`+${value}`);
      lifetime.onDispose(() => events.push(`-${value}`));
    });
    source.set('b');
    source.set(undefined);
    source.set('c');
    whole.dispose();
    source.set('d');
    assert.deepEqual(events, ['+a', '-a', '+b', '-b', '+c', '-c']);
  });

  it('keeps the lifetime of an item that remains in the list', () => {
    const events: string[] = [];
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    const source = new Value<readonly { name: string }[]>([a, b]);
    const whole = forEachItem(source, (item, lifetime) => {
      events.push(`+${item.name}`);
      lifetime.onDispose(() => events.push(`-${item.name}`));
    });
    source.set([b, c]);
    assert.deepEqual(events, ['+a', '+b', '-a', '+c']);
    whole.dispose();
    assert.deepEqual(events.slice(4).sort(), ['-b', '-c']);
  });
});
