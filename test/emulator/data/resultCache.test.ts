import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { ResultCache } from '../../../src/emulator/data/resultCache.ts';
import { waitFor } from '../../run/waitFor.ts';

describe('the results of the data API', () => {
  const cacheOf = (options: { patienceMs?: number; maxSize?: number } = {}) =>
    new ResultCache<string>({ closing: new AbortController().signal, sizeOf: ({ length }) => length, ...options });
  /** A computation that the test ends. */
  const computation = () => {
    let resolve: (result: string) => void = () => {};
    const promise = new Promise<string>((settle) => {
      resolve = settle;
    });
    let signal: AbortSignal | undefined;
    let started = 0;
    return {
      work: (given: AbortSignal) => {
        signal = given;
        started += 1;
        return Promise.race([
          promise,
          new Promise<never>((_, reject) => {
            given.addEventListener('abort', () => reject(new CancelledError()));
          }),
        ]);
      },
      resolve: (result: string) => resolve(result),
      isStopped: () => signal?.aborted ?? false,
      timesStarted: () => started,
    };
  };
  const caller = (id: string) => {
    const gone = new AbortController();
    return { caller: { id, signal: gone.signal }, go: () => gone.abort() };
  };
  const long = 60_000;

  it('ends a computation when its only caller goes', async () => {
    const cache = cacheOf({ patienceMs: long });
    const { work, isStopped, timesStarted } = computation();
    const one = caller('one');
    const waiting = cache.get('query', work, { waitMs: long, ...one });
    one.go();
    await assert.rejects(waiting, CancelledError);
    assert.equal(isStopped(), true);
    const again = caller('one');
    const next = cache.get('query', work, { waitMs: long, ...again });
    assert.equal(timesStarted(), 2, 'the ended one is not picked up');
    again.go();
    await assert.rejects(next, CancelledError);
  });

  it('continues it while another caller waits', async () => {
    const cache = cacheOf({ patienceMs: long });
    const { work, isStopped, resolve, timesStarted } = computation();
    const [one, two] = [caller('one'), caller('two')];
    const first = cache.get('query', work, { waitMs: long, ...one });
    const second = cache.get('query', work, { waitMs: long, ...two });
    one.go();
    await assert.rejects(first, CancelledError);
    assert.equal(isStopped(), false);
    resolve('rows');
    assert.deepEqual(await second, { result: 'rows', cached: false });
    assert.equal(timesStarted(), 1);
  });

  it('continues it between two requests of a caller that polls, and ends it when that caller goes', async () => {
    const cache = cacheOf({ patienceMs: long });
    const { work, isStopped, timesStarted } = computation();
    for (let poll = 0; poll < 3; poll++) {
      assert.equal(await cache.get('query', work, { waitMs: 1, ...caller('one') }), undefined);
    }
    assert.equal(isStopped(), false);
    assert.equal(timesStarted(), 1);
    const last = caller('one');
    const waiting = cache.get('query', work, { waitMs: long, ...last });
    last.go();
    await assert.rejects(waiting, CancelledError);
    assert.equal(isStopped(), true);
  });

  it('continues it for a caller that is expected back when another one goes', async () => {
    const cache = cacheOf({ patienceMs: long });
    const { work, isStopped, resolve } = computation();
    assert.equal(await cache.get('query', work, { waitMs: 1, ...caller('polls') }), undefined);
    const other = caller('other');
    const waiting = cache.get('query', work, { waitMs: long, ...other });
    other.go();
    await assert.rejects(waiting, CancelledError);
    assert.equal(isStopped(), false);
    resolve('rows');
    assert.deepEqual(await cache.get('query', work, { waitMs: long, ...caller('polls') }), {
      result: 'rows',
      cached: false,
    });
  });

  it('ends it when a caller does not come back in time', async () => {
    const cache = cacheOf({ patienceMs: 20 });
    const { work, isStopped } = computation();
    assert.equal(await cache.get('query', work, { waitMs: 1, ...caller('one') }), undefined);
    assert.equal(isStopped(), false);
    await waitFor('the computation ends', isStopped);
  });

  it('keeps results up to a size, and those that a caller comes back for', async () => {
    const cache = cacheOf({ patienceMs: long, maxSize: 10 });
    const ask = (key: string, text: string, waitMs = long) =>
      cache.get(key, () => Promise.resolve(text), { waitMs, ...caller('one') });
    await ask('a', 'x'.repeat(6));
    assert.equal((await ask('a', ''))?.cached, true);
    await ask('b', 'x'.repeat(6));
    assert.equal((await ask('b', ''))?.cached, true);
    assert.equal((await ask('a', 'new'))?.result, 'new');
    const { work, resolve } = computation();
    assert.equal(await cache.get('large', work, { waitMs: 1, ...caller('one') }), undefined);
    resolve('y'.repeat(50));
    await ask('c', 'z');
    assert.deepEqual(await cache.get('large', work, { waitMs: long, ...caller('one') }), {
      result: 'y'.repeat(50),
      cached: false,
    });
  });

  it('renews a result of a request with several queries once, however often its caller is asked to wait', async () => {
    const cache = cacheOf();
    let runs = 0;
    const ask = () =>
      cache.get('quick', () => Promise.resolve(`run ${++runs}`), { waitMs: long, renew: true, ...caller('one') });
    await ask();
    cache.expect('quick', 'one');
    assert.deepEqual(await ask(), { result: 'run 1', cached: false });
    assert.deepEqual(await ask(), { result: 'run 2', cached: false });
  });
});
