import assert from 'node:assert/strict';
import { CancelledError } from '../../src/base/errors.ts';
import { LazyList, type LoadedPage } from '../../src/session/lazyList.ts';

async function* pages(...all: LoadedPage<number>[]): AsyncGenerator<LoadedPage<number>> {
  yield* all;
}
const first: LoadedPage<number> = { items: [1, 2], hasNextPage: true };
const second: LoadedPage<number> = { items: [3], hasNextPage: false };

describe('LazyList', () => {
  it('requests nothing until it is loaded, then one page', async () => {
    let opened = 0;
    const list = new LazyList(() => {
      opened += 1;
      return pages(first, second);
    });
    assert.equal(list.value.phase, 'idle');
    assert.equal(opened, 0);
    await list.load();
    await list.load();
    assert.equal(opened, 1);
    assert.deepEqual(list.value, { phase: 'ready', items: [1, 2], hasMore: true, failure: undefined });
  });

  it('adds the next page and then has no more', async () => {
    const list = new LazyList(() => pages(first, second));
    await list.load();
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual(list.value.items, [1, 2, 3]);
    assert.equal(list.value.hasMore, false);
  });

  it('reloads the same number of pages and keeps the items during the reload', async () => {
    let round = 0;
    const list = new LazyList(() => {
      round += 10;
      return pages({ items: [round + 1], hasNextPage: true }, { items: [round + 2], hasNextPage: true });
    });
    await list.load();
    await list.loadMore();
    const seen: (readonly number[])[] = [];
    list.onChange(({ items }) => seen.push(items));
    await list.reload();
    assert.deepEqual(seen[0], [11, 12]);
    assert.deepEqual(list.value.items, [21, 22]);
  });

  it('keeps its items and reports the failure of a load; the next load tries again', async () => {
    let attempt = 0;
    const list = new LazyList<number>(async function* () {
      attempt += 1;
      if (attempt === 2) throw new Error('no route');
      yield { items: [attempt], hasNextPage: false };
    });
    await list.load();
    await list.reload();
    assert.equal(list.value.phase, 'failed');
    assert.match(String(list.value.failure), /no route/);
    assert.deepEqual(list.value.items, [1]);
    await list.load();
    assert.deepEqual(list.value.items, [3]);
  });

  it('aborts and ignores a load that a newer one replaces', async () => {
    const signals: AbortSignal[] = [];
    let release = () => {};
    const list = new LazyList<string>(async function* (signal) {
      signals.push(signal);
      const name = signals.length === 1 ? 'old' : 'new';
      if (name === 'old')
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      yield { items: [name], hasNextPage: false };
    });
    const old = list.load();
    await list.reload();
    assert.equal(signals[0]?.aborted, true);
    release();
    await old;
    assert.deepEqual(list.value.items, ['new']);
  });

  it('returns all items or throws the failure', async () => {
    assert.deepEqual(await new LazyList(() => pages(first, second)).all(), [1, 2, 3]);
    const broken = new LazyList<number>(async function* () {
      yield first;
      throw new Error('page two is missing');
    });
    await assert.rejects(broken.all(), /page two is missing/);
  });

  it('ends a load that something else cancels, keeps its items and loads again', async () => {
    let attempt = 0;
    const list = new LazyList<number>(async function* () {
      attempt += 1;
      if (attempt === 2) throw new CancelledError();
      yield { items: [attempt], hasNextPage: false };
    });
    await list.load();
    await list.reload();
    assert.equal(list.value.phase, 'failed');
    assert.deepEqual(list.value.items, [1]);
    await list.load();
    assert.deepEqual(list.value, { phase: 'ready', items: [3], hasMore: false, failure: undefined });
  });

  it('reports nothing of a load that it cancels itself when it ends', async () => {
    const list = new LazyList<number>(async function* (signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield* [];
      throw new CancelledError();
    });
    const phases: string[] = [];
    list.onChange(({ phase }) => phases.push(phase));
    const all = list.all();
    list.dispose();
    await assert.rejects(all, CancelledError, 'an empty list would be wrong');
    assert.deepEqual(phases, ['loading']);
  });

  it('returns all items of the newer load if one replaces the load that was awaited', async () => {
    const releases: (() => void)[] = [];
    const list = new LazyList<string>(async function* () {
      const name = releases.length + 1;
      await new Promise<void>((resolve) => releases.push(resolve));
      yield { items: [`${name} a`], hasNextPage: true };
      yield { items: [`${name} b`], hasNextPage: false };
    });
    const all = list.all();
    const newer = list.reload();
    releases[0]!();
    await new Promise(setImmediate);
    releases[1]!();
    assert.deepEqual(await all, ['2 a', '2 b']);
    await newer;
  });
});
