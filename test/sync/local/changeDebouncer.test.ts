import { strict as assert } from 'node:assert';
import type { Clock } from '../../../src/base/clock.ts';
import { ChangeDebouncer } from '../../../src/sync/local/changeDebouncer.ts';

/** A clock that the test advances. */
class HandClock implements Clock {
  #now = 1_000_000;
  readonly #waiting: { at: number; go: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  delay(ms: number): Promise<void> {
    return new Promise((go) => this.#waiting.push({ at: this.#now + ms, go }));
  }

  every(): () => void {
    return () => {};
  }

  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += 10;
      const due = this.#waiting.filter(({ at }) => at <= this.#now);
      for (const each of due) this.#waiting.splice(this.#waiting.indexOf(each), 1)[0]!.go();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describe('ChangeDebouncer', () => {
  let clock: HandClock;
  let lookedAt: number;
  let calls: number;
  let changes: ChangeDebouncer;
  beforeEach(() => {
    clock = new HandClock();
    lookedAt = 0;
    calls = 0;
    const onQuiet = () => {
      calls += 1;
    };
    changes = new ChangeDebouncer({ clock, scannedAt: () => lookedAt, onQuiet, quietMs: 300, maxWaitMs: 2_000 });
  });
  afterEach(() => changes.dispose());

  it('calls once after many requests', async () => {
    for (let count = 0; count < 5; count += 1) {
      changes.request();
      await clock.pass(200);
    }
    assert.equal(calls, 0);
    await clock.pass(300);
    assert.equal(calls, 1);
    await clock.pass(5_000);
    assert.equal(calls, 1);
  });

  it('calls regularly while requests keep coming', async () => {
    for (let count = 0; count < 50; count += 1) {
      changes.request();
      await clock.pass(100);
    }
    assert.equal(calls, 2);
  });

  it('does not call after a scan since the request', async () => {
    changes.request();
    await clock.pass(100);
    lookedAt = clock.now();
    await clock.pass(1_000);
    assert.equal(calls, 0);
  });

  it('ignores changes before the last scan, and accepts removals', async () => {
    lookedAt = clock.now();
    changes.changeEvent(lookedAt - 1_000);
    await clock.pass(1_000);
    assert.equal(calls, 0);
    changes.changeEvent(undefined);
    await clock.pass(1_000);
    assert.equal(calls, 1);
    changes.changeEvent(clock.now());
    await clock.pass(1_000);
    assert.equal(calls, 2);
  });

  it('does not call after it is disposed', async () => {
    changes.request();
    changes.dispose();
    changes.request();
    await clock.pass(1_000);
    assert.equal(calls, 0);
  });
});
