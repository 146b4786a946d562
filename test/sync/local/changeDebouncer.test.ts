import { strict as assert } from 'node:assert';
import type { Clock } from '../../../src/sync/disk/clock.ts';
import { ChangeDebouncer } from '../../../src/sync/local/changeDebouncer.ts';

/** Time that passes when told to. */
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

describe('Hints', () => {
  let clock: HandClock;
  let lookedAt: number;
  let calls: number;
  let hints: ChangeDebouncer;
  beforeEach(() => {
    clock = new HandClock();
    lookedAt = 0;
    calls = 0;
    const onQuiet = () => {
      calls += 1;
    };
    hints = new ChangeDebouncer({ clock, scannedAt: () => lookedAt, onQuiet, quietMs: 300, maxWaitMs: 2_000 });
  });
  afterEach(() => hints.dispose());

  it('calls once when it is quiet after many hints', async () => {
    for (let count = 0; count < 5; count += 1) {
      hints.request();
      await clock.pass(200);
    }
    assert.equal(calls, 0);
    await clock.pass(300);
    assert.equal(calls, 1);
    await clock.pass(5_000);
    assert.equal(calls, 1);
  });

  it('calls now and then while it is never quiet', async () => {
    for (let count = 0; count < 50; count += 1) {
      hints.request();
      await clock.pass(100);
    }
    assert.equal(calls, 2);
  });

  it('does not call where somebody looked since', async () => {
    hints.request();
    await clock.pass(100);
    lookedAt = clock.now();
    await clock.pass(1_000);
    assert.equal(calls, 0);
  });

  it('takes what changed before the last look for no news, and what is gone for news', async () => {
    lookedAt = clock.now();
    hints.changeEvent(lookedAt - 1_000);
    await clock.pass(1_000);
    assert.equal(calls, 0);
    hints.changeEvent(undefined);
    await clock.pass(1_000);
    assert.equal(calls, 1);
    hints.changeEvent(clock.now());
    await clock.pass(1_000);
    assert.equal(calls, 2);
  });

  it('says nothing after its end', async () => {
    hints.request();
    hints.dispose();
    hints.request();
    await clock.pass(1_000);
    assert.equal(calls, 0);
  });
});
