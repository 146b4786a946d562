/** Collects the result of one push, pull, resolved conflict or restored file while it runs. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import type { Halt } from '../plan/halt.ts';
import type { Change, Conflict, Plan, PullEntry, PushEntry, Skipped } from '../plan/planTypes.ts';
import type { Tree } from '../plan/tree.ts';
import type { JournalEntry } from '../state/journal.ts';

import type { PullResult } from './pullFiles.ts';
import type { PushResult } from './pushTypes.ts';
import type { Done, SyncResult } from './syncResult.ts';

export class SyncRun {
  plan: Plan | undefined;
  halt: Halt | undefined;
  /** The short push of saved files is not possible; nothing was done. */
  needsFullSync = false;
  /** The latest listing of the branch. */
  listed: Tree | undefined;
  /** Versions of local files that are newer than the plan; undefined: no file. */
  readonly local = new Map<string, Hash | undefined>();
  readonly refused: Skipped[] = [];
  readonly #begun: number;
  readonly #requestsBefore: number;
  readonly #done: Done[] = [];
  readonly #deferred = new Map<string, CatalogMessage>();
  readonly #conflicts: Conflict[] = [];
  #verified = true;
  #requests = 0;
  #ms = 0;

  constructor(now: number, requests: number) {
    this.#begun = now;
    this.#requestsBefore = requests;
  }

  get isUntouched(): boolean {
    return this.#done.length === 0 && this.listed === undefined && this.local.size === 0;
  }

  /** Nothing was done, and nothing stopped it. */
  get isUneventful(): boolean {
    return this.#done.length === 0 && this.halt === undefined;
  }

  get isVerifiedPush(): boolean {
    return this.#verified && this.#done.some(({ direction }) => direction === 'push');
  }

  get planned(): Plan {
    if (!this.plan) throw new Error('The run has no plan.');
    return this.plan;
  }

  addPush(result: PushResult): void {
    for (const entry of result.done) this.#done.push(doneOf(entry, entry.local));
    for (const { path, reason } of result.deferred) this.#deferred.set(path, reason);
    this.#verified &&= result.verified;
    this.halt ??= result.halt;
    this.listed = result.listed ?? this.listed;
  }

  addPull(result: PullResult): void {
    for (const entry of result.done) {
      this.#done.push(doneOf(entry, entry.remote));
      if (entry.from !== undefined) this.local.set(entry.from, undefined);
      this.local.set(entry.path, entry.remote);
    }
    for (const { path, reason } of result.deferred) this.#deferred.set(path, reason);
    this.refused.push(...result.refused);
    this.#conflicts.push(...result.conflicts);
  }

  /** Adds a local file that was written without a plan. */
  addWritten(path: string, change: Change, hash: Hash): void {
    this.#done.push({ path, direction: 'pull', change, hash });
    this.local.set(path, hash);
  }

  end(now: number, requests: number): void {
    this.#ms = now - this.#begun;
    this.#requests = requests - this.#requestsBefore;
  }

  result(): SyncResult {
    const plan = this.planned;
    const settled = new Set(this.#done.map(({ path }) => path));
    return {
      plan,
      done: this.#done,
      deferred: Array.from(this.#deferred, ([path, reason]) => ({ path, reason })).filter(
        ({ path }) => !settled.has(path),
      ),
      refused: [...plan.refused.map(({ path, reason }) => ({ path, reason })), ...this.refused],
      conflicts: [...plan.conflicts, ...this.#conflicts].filter(({ path }) => !settled.has(path)),
      ...(this.halt && { halt: this.halt }),
      verified: this.#verified,
      requests: this.#requests,
      ms: this.#ms,
    };
  }

  journalEntry(action: JournalEntry['action'], branchName: string, when: number): JournalEntry {
    const { plan, done, conflicts, halt, verified, requests, ms } = this.result();
    return {
      when,
      action,
      branchName,
      planId: plan.id,
      done: done.map(({ path, direction, change, from }) => ({ path, direction, change, ...(from && { from }) })),
      conflicts: conflicts.map(({ path }) => path),
      ...(halt && { halt: { kind: halt.kind, message: { text: halt.text, args: halt.args, message: halt.message } } }),
      verified,
      requests,
      ms,
    };
  }
}

function doneOf({ path, change, from, kind }: PushEntry | PullEntry, hash: Hash | undefined): Done {
  return { path, direction: kind, change, ...(from !== undefined && { from }), hash };
}
