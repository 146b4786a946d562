/** Which uses share a worker, and which workers end. */

import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { CancelledError } from '../../src/base/errors.ts';
import { type Use, type Worker, WorkerPool } from '../../src/base/workerPool.ts';

interface FakeWorker extends Worker {
  id: number;
  exitReason: string | undefined;
}

describe('workers', () => {
  let started: FakeWorker[];
  let pool: WorkerPool<FakeWorker>;
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const open = ({ maxWorkers = 3, idleMs = 60_000 } = {}) => {
    started = [];
    const start = () => {
      const worker: FakeWorker = {
        id: started.length,
        exitReason: undefined,
        kill() {
          this.exitReason = 'killed';
        },
      };
      started.push(worker);
      return worker;
    };
    pool = new WorkerPool({ start, maxWorkers, idleMs });
  };
  beforeEach(() => open());
  afterEach(() => pool.dispose());

  const use = (line: string, more: Partial<Use> = {}): Use => ({ line, rights: '', version: null, ...more });
  /** The number of the worker that served this use. */
  const served = (wanted: Use, work: () => Promise<void> = async () => {}) =>
    pool.run(
      wanted,
      async ({ worker }) => {
        await work();
        return worker.id;
      },
      never,
    );
  /** A use that goes on until `end` is called. */
  const held = (wanted: Use) => {
    let end!: () => void;
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { end, id: served(wanted, () => until) };
  };
  const running = () => started.filter(({ exitReason }) => exitReason === undefined).map(({ id }) => id);

  it('are one for the versions of a line', async () => {
    for (const version of ['v1', 'v2', null, 'v3']) assert.equal(await served(use('main', { version })), 0);
  });

  it('are separate for two lines', async () => {
    assert.equal(await served(use('main', { version: 'v1' })), 0);
    assert.equal(await served(use('dev', { version: 'v2' })), 1);
    assert.equal(await served(use('main', { version: 'v1' })), 0);
  });

  it('are separate for the rights of two callers on one line', async () => {
    const version = 'v1';
    assert.equal(await served(use('main', { version })), 0);
    assert.equal(await served(use('main', { version, rights: 'a' })), 1);
    assert.equal(await served(use('main', { version, rights: 'b' })), 2);
    assert.equal(await served(use('main', { version, rights: 'a' })), 1);
  });

  it('serve the same version of another line while they have run no other', async () => {
    assert.equal(await served(use('dev', { version: 'v1' })), 0);
    assert.equal(await served(use('main', { version: 'v1' })), 0);
    assert.equal(await served(use('dev', { version: 'v2' })), 0);
    // The code of v2 may have changed that worker.
    assert.equal(await served(use('main', { version: 'v1' })), 1);
    assert.equal(await served(use('dev', { version: 'v1' })), 0);
    assert.equal(await served(use('third', { version: 'v1' })), 1);
  });

  it('that ran code without a key serve their line only', async () => {
    assert.equal(await served(use('dev')), 0);
    assert.equal(await served(use('main')), 1);
  });

  it('serve one use at a time, in their order', async () => {
    const first = held(use('main'));
    const order: string[] = [];
    const next = served(use('main'), async () => void order.push('next'));
    const last = served(use('main'), async () => void order.push('last'));
    await wait(5);
    assert.deepEqual(order, []);
    first.end();
    assert.deepEqual(await Promise.all([first.id, next, last]), [0, 0, 0]);
    assert.deepEqual(order, ['next', 'last']);
  });

  it('are no more than allowed: the one that was idle for the longest time ends', async () => {
    for (const line of ['a', 'b', 'c', 'a']) await served(use(line));
    assert.equal(await served(use('d')), 3);
    assert.deepEqual(running(), [0, 2, 3]);
  });

  it('are waited for while all are busy', async () => {
    const busy = ['a', 'b', 'c'].map((line) => held(use(line)));
    const fourth = served(use('d'));
    await wait(5);
    assert.equal(started.length, 3);
    busy[1]!.end();
    assert.equal(await fourth, 3);
    assert.deepEqual(running(), [0, 2, 3]);
    for (const { end } of busy) end();
  });

  it('are left for other lines, however many callers a line has', async () => {
    open({ maxWorkers: 4 });
    const callers = ['a', 'b', 'c', 'd', 'e'].map((rights) => held(use('dev', { rights })));
    await wait(5);
    assert.equal(started.length, 2);
    assert.equal(await served(use('main')), 2);
    for (const { end } of callers) end();
    assert.deepEqual(
      (await Promise.all(callers.map(({ id }) => id))).filter((id) => id === 2),
      [],
    );
  });

  it('go on with what they have, but not for ever while others wait', async () => {
    open({ maxWorkers: 1 });
    const first = held(use('busy'));
    const order: string[] = [];
    const others = Array.from({ length: 100 }, () => served(use('busy'), async () => void order.push('busy')));
    const waiting = served(use('waiting'), async () => void order.push('waiting'));
    first.end();
    await Promise.all([...others, waiting]);
    const place = order.indexOf('waiting');
    assert.ok(place >= 10 && place < 30, String(place));
    assert.equal(order.length, 101);
  });

  it('end after they were idle for a time', async () => {
    open({ idleMs: 10 });
    await served(use('main'));
    while (running().length > 0) await wait(5);
    assert.equal(await served(use('main')), 1);
  });

  it('that have ended are replaced', async () => {
    await served(use('main'));
    started[0]!.exitReason = 'crashed';
    assert.equal(await served(use('main')), 1);
    await assert.rejects(
      served(use('main'), async () => {
        started[1]!.kill();
        throw new Error('stopped');
      }),
      /stopped/,
    );
    assert.equal(await served(use('main')), 2);
  });

  it('are not waited for by a use that is cancelled', async () => {
    const first = held(use('main'));
    const abort = new AbortController();
    const cancelled = pool.run(use('main'), async () => assert.fail('it ran'), abort.signal);
    abort.abort();
    await assert.rejects(cancelled, CancelledError);
    first.end();
    assert.equal(await served(use('main')), 0);
  });
});
