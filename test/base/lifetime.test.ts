import assert from 'node:assert/strict';
import { Lifetime, toDisposable } from '../../src/base/lifetime.ts';

describe('Lifetime', () => {
  it('aborts its signal, then disposes in reverse order, once', () => {
    const order: string[] = [];
    const lifetime = new Lifetime();
    lifetime.signal.addEventListener('abort', () => order.push('abort'));
    lifetime.onDispose(() => order.push('first'));
    lifetime.onDispose(() => order.push('second'));
    lifetime.dispose();
    lifetime.dispose();
    assert.deepEqual(order, ['abort', 'second', 'first']);
  });

  it('immediately disposes an item that is added after the end', () => {
    const lifetime = new Lifetime();
    lifetime.dispose();
    let disposed = false;
    lifetime.add(
      toDisposable(() => {
        disposed = true;
      }),
    );
    assert.equal(disposed, true);
  });

  it('disposes every item even if one throws, then throws that failure', () => {
    const lifetime = new Lifetime();
    let disposed = false;
    lifetime.onDispose(() => {
      disposed = true;
    });
    lifetime.onDispose(() => {
      throw new Error('stuck');
    });
    assert.throws(() => lifetime.dispose(), /stuck/);
    assert.equal(disposed, true);
  });
});
