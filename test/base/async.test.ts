import assert from 'node:assert/strict';
import { Batch, Coalesced, Debounce, delay, Limit, raceAbort, Slices } from '../../src/base/async.ts';
import { CancelledError } from '../../src/base/errors.ts';

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('delay', () => {
  it('rejects with CancelledError when its signal aborts', async () => {
    const abort = new AbortController();
    const waiting = delay(60_000, abort.signal);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
  });

  it('rejects with the reason of the abort', async () => {
    const abort = new AbortController();
    abort.abort(new Error('deadline'));
    await assert.rejects(delay(60_000, abort.signal), /deadline/);
  });
});

describe('delay beyond the longest timer', () => {
  it('does not end at once', async () => {
    const abort = new AbortController();
    const waiting = delay(2 ** 40, abort.signal);
    await delay(20);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
  });
});

describe('Slices', () => {
  it('lets other work run only when a slice is over', async () => {
    let isRun = false;
    setImmediate(() => {
      isRun = true;
    });
    await new Slices(Number.POSITIVE_INFINITY).next();
    assert.equal(isRun, false);
    await new Slices(0).next();
    assert.equal(isRun, true);
  });

  it('ends with the signal', async () => {
    const abort = new AbortController();
    const slices = new Slices(0, abort.signal);
    await slices.next();
    abort.abort();
    await assert.rejects(slices.next(), CancelledError);
  });
});

describe('raceAbort', () => {
  it('rejects on abort although the work does not end', async () => {
    const abort = new AbortController();
    const waiting = raceAbort(new Promise(() => {}), abort.signal);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
  });
});

describe('Limit', () => {
  it('runs every task, never more than its size at a time', async () => {
    const limit = new Limit(2);
    let running = 0;
    let peak = 0;
    const work = Array.from({ length: 7 }, (_, index) =>
      limit.run(async () => {
        running += 1;
        peak = Math.max(peak, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return index;
      }),
    );
    assert.deepEqual(await Promise.all(work), [0, 1, 2, 3, 4, 5, 6]);
    assert.equal(peak, 2);
  });

  it('continues after a failed task', async () => {
    const limit = new Limit(1);
    await assert.rejects(
      limit.run(() => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await limit.run(() => 'yes'), 'yes');
  });

  it('does not start a task whose signal aborted while it waited', async () => {
    const limit = new Limit(1);
    const { opened, open } = gate();
    const first = limit.run(() => opened);
    const abort = new AbortController();
    let started = false;
    const second = limit.run(() => {
      started = true;
    }, abort.signal);
    const third = limit.run(() => 'third');
    abort.abort();
    open();
    await first;
    await assert.rejects(second, CancelledError);
    assert.equal(await third, 'third');
    assert.equal(started, false);
  });
});

describe('Coalesced', () => {
  it('runs once more for all requests that arrive during a run', async () => {
    let runs = 0;
    const gates = [gate(), gate()];
    const coalesced = new Coalesced(async () => {
      const mine = runs;
      runs += 1;
      await gates[mine]?.opened;
      return mine;
    });
    const first = coalesced.request();
    const [second, third] = [coalesced.request(), coalesced.request()];
    gates[0]?.open();
    gates[1]?.open();
    assert.deepEqual(await Promise.all([first, second, third]), [0, 1, 1]);
    assert.equal(runs, 2);
  });

  it('runs again after a run that failed', async () => {
    let runs = 0;
    const coalesced = new Coalesced(async () => {
      runs += 1;
      if (runs === 1) throw new Error('first');
      return runs;
    });
    const [first, second] = [coalesced.request(), coalesced.request()];
    await assert.rejects(first, /first/);
    assert.equal(await second, 2);
    assert.equal(await coalesced.request(), 3);
  });
});

describe('Debounce', () => {
  it('acts once after many pokes, and never after disposal', async () => {
    let calls = 0;
    const debounce = new Debounce(() => {
      calls += 1;
    }, 5);
    debounce.poke();
    debounce.poke();
    await delay(50);
    assert.equal(calls, 1);
    debounce.poke();
    debounce.dispose();
    await delay(50);
    assert.equal(calls, 1);
  });
});

describe('Batch', () => {
  it('hands over what came since the first value, also while more comes', async () => {
    const batches: (readonly number[])[] = [];
    const batch = new Batch<number>((values) => batches.push(values), 20);
    let value = 0;
    while (batches.length < 2) {
      batch.add(value);
      batch.add(value);
      value += 1;
      await delay(1);
    }
    batch.dispose();
    const handed = batches.flat();
    assert.deepEqual(handed, [...handed.keys()]);
    assert.ok(handed.length <= value);
    await delay(40);
    assert.equal(batches.length, 2);
  });
});
