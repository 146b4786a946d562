/**
 * Selects which waiting step runs next. Every access to a disk or the network waits here first, so that a seed fixes the whole
 * interleaving. Time passes only here.
 */

import type { Clock } from '../../../src/base/clock.ts';
import { CancelledError } from '../../../src/base/errors.ts';
import type { Random } from './random.ts';

/** A process or user whose work can be killed; steps of a dead owner never run. */
export interface Owner {
  name: string;
  dead: boolean;
  /** Number of steps until it is killed; undefined: never. */
  fuse?: number | undefined;
  onFuse?: () => void;
}

interface Waiting {
  owner: Owner;
  label: string;
  go: () => void;
  /** The earliest time, in milliseconds. */
  notBefore: number;
}

export class Scheduler {
  now = 1_700_000_000_000;
  /** A step takes at most this many milliseconds. */
  pace = 3;
  /** Called for each killed owner with the label of its step. */
  onCrash: (label: string) => void = () => {};
  steps = 0;
  trace: string[] | undefined;
  readonly #random: Random;
  readonly #waiting: Waiting[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves when the scheduler selects this step. */
  turn(owner: Owner, label: string): Promise<void> {
    return this.#wait(owner, label, 0);
  }

  clockOf(owner: Owner): Clock {
    return {
      now: () => this.now,
      delay: (ms, signal) => this.#wait(owner, 'delay', this.now + ms, signal),
      every: (ms, action) => this.#every(owner, ms, action),
    };
  }

  kill(owner: Owner): void {
    owner.dead = true;
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1) {
      if (this.#waiting[at]!.owner === owner) this.#waiting.splice(at, 1);
    }
  }

  /** Whether a step of `owner` waits. */
  isWaiting(owner: Owner): boolean {
    return this.#waiting.some((waiting) => waiting.owner === owner);
  }

  /** Runs until `done` settles. @throws Error when no step is left, or after `maxSteps` */
  async run(done: Promise<unknown>, maxSteps: number): Promise<void> {
    let ended = false;
    let failure: unknown;
    done.then(
      () => {
        ended = true;
      },
      (reason: unknown) => {
        ended = true;
        failure = reason ?? new Error('failed');
      },
    );
    const end = this.steps + maxSteps;
    for (;;) {
      // Lets all resolved promises continue.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (ended) break;
      if (this.#waiting.length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        if (ended) break;
        if (this.#waiting.length === 0) throw new Error('No step is left: the simulated world is stuck.');
      }
      if (this.steps > end) {
        const names = this.#waiting.map(({ owner, label }) => `${owner.name}:${label}`).join(' ');
        throw new Error(`No end after ${maxSteps} steps; waiting: ${names}`);
      }
      this.#release();
    }
    if (failure) throw failure;
  }

  #wait(owner: Owner, label: string, notBefore: number, signal?: AbortSignal): Promise<void> {
    if (owner.dead) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { owner, label, go: resolve, notBefore };
      this.#waiting.push(waiting);
      if (!signal) return;
      const cancel = () => {
        const at = this.#waiting.indexOf(waiting);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(new CancelledError());
      };
      signal.addEventListener('abort', cancel);
      waiting.go = () => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
    });
  }

  #every(owner: Owner, ms: number, action: () => void): () => void {
    let waiting: Waiting;
    const arm = () => {
      waiting = {
        owner,
        label: 'timer',
        notBefore: this.now + ms,
        go: () => {
          arm();
          action();
        },
      };
      this.#waiting.push(waiting);
    };
    if (!owner.dead) arm();
    return () => {
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  /** Takes one of the steps whose time has come; without one, time advances to the earliest step. */
  #next(): Waiting {
    const waiting = this.#waiting;
    let ready = 0;
    let earliest = Number.POSITIVE_INFINITY;
    for (const { notBefore } of waiting) {
      if (notBefore <= this.now) ready += 1;
      if (notBefore < earliest) earliest = notBefore;
    }
    if (ready === 0) {
      this.now = earliest;
      for (const { notBefore } of waiting) if (notBefore <= earliest) ready += 1;
    }
    let skip = this.#random.below(ready);
    for (let at = 0; ; at += 1) {
      if (waiting[at]!.notBefore > this.now) continue;
      if (skip === 0) return waiting.splice(at, 1)[0]!;
      skip -= 1;
    }
  }

  #release(): void {
    this.steps += 1;
    this.now += 1 + this.#random.below(this.pace);
    const next = this.#next();
    this.trace?.push(`${next.owner.name} ${next.label}`);
    const { owner } = next;
    if (owner.fuse !== undefined) {
      owner.fuse -= 1;
      if (owner.fuse <= 0) {
        owner.fuse = undefined;
        this.onCrash(next.label);
        this.kill(owner);
        owner.onFuse?.();
        return;
      }
    }
    next.go();
  }
}
