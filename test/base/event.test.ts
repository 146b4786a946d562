import assert from 'node:assert/strict';
import { Emitter, Value } from '../../src/base/event.ts';

describe('Emitter', () => {
  it('calls listeners in order of subscription until they are disposed', () => {
    const received: string[] = [];
    const emitter = new Emitter<string>();
    const first = emitter.event((value) => received.push(`a${value}`));
    emitter.event((value) => received.push(`b${value}`));
    emitter.fire('1');
    first.dispose();
    emitter.fire('2');
    assert.deepEqual(received, ['a1', 'b1', 'b2']);
  });

  it('calls the other listeners when one throws', () => {
    const failures: unknown[] = [];
    const emitter = new Emitter<number>((failure) => failures.push(failure));
    let received = 0;
    emitter.event(() => {
      throw new Error('no');
    });
    emitter.event((value) => {
      received = value;
    });
    emitter.fire(7);
    assert.equal(received, 7);
    assert.equal(failures.length, 1);
  });

  it('does not call a listener that an earlier one disposed during the same fire', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    emitter.event(() => second.dispose());
    const second = emitter.event(() => {
      calls += 1;
    });
    emitter.fire();
    assert.equal(calls, 0);
  });
});

describe('Value', () => {
  it('fires for a new value but not for an equal one', () => {
    const value = new Value({ n: 1 }, (a, b) => a.n === b.n);
    const received: number[] = [];
    value.onChange(({ n }) => received.push(n));
    value.set({ n: 1 });
    value.set({ n: 2 });
    value.update(({ n }) => ({ n: n + 1 }));
    assert.deepEqual(received, [2, 3]);
    assert.equal(value.value.n, 3);
  });
});
