import assert from 'node:assert/strict';
import { LazyValue } from '../../src/session/lazyValue.ts';

describe('LazyValue', () => {
  it('shares one read between callers and reads again after a failure', async () => {
    let reads = 0;
    const value = new LazyValue(async () => {
      reads += 1;
      if (reads === 1) throw new Error('not yet');
      return reads;
    });
    await assert.rejects(value.load(), /not yet/);
    assert.deepEqual(await Promise.all([value.load(), value.load()]), [2, 2]);
    assert.equal(await value.load(), 2);
  });
});
