/**
 * The runs of one query document. A newer run aborts an older one; the answer of the older one does not count. A result stays until the next one
 * on the same branch, also while a query runs and after a failure.
 */

import { raceAbort } from '../../base/async.ts';
import { type CatalogMessage, isCancellation, messageOf, UserError } from '../../base/errors.ts';
import { type Observable, Value } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { ComparedTable } from '../../query/compare/compareTables.ts';
import { compareAnswers, type OtherAnswer, runOnOther } from '../../query/compare/runOnOther.ts';
import type { QueryRun, QueryRunner, QueryTarget } from '../../query/run/runQuery.ts';
import { cutFailure, wholeTable } from '../../query/run/wholeRows.ts';
import type { StaleReason } from '../savedChanges.ts';
import { runErrors } from './runErrors.ts';

type Query = Readonly<Record<string, unknown>>;

export interface QueryBranch {
  name: string;
  isProduction: boolean;
}

/** The services that a run needs. */
export interface QuerySubject {
  query: Query;
  /** Without the branch. */
  target: Omit<QueryTarget, 'branchName'>;
  branch: QueryBranch;
}

export interface QueryState {
  phase: 'idle' | 'running' | 'done' | 'failed';
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The platform has asked to wait. */
  waiting: boolean;
  /** The branch whose build the run waits for. */
  building: string | undefined;
  branch: QueryBranch | undefined;
  /** Also set after a run whose comparison alone failed. */
  failure: unknown;
  run: QueryRun | undefined;
  /** The same query on another branch, and what is different on `branch`. */
  compared: ComparedRun | undefined;
  /** What the result is if it is not of the last run but of the history. */
  earlier: string | undefined;
}

interface ComparedRun {
  branch: QueryBranch;
  /** On the other branch; undefined if that has no column of the query. */
  run: QueryRun | undefined;
  /** Members that the other branch does not have. */
  newMembers: readonly string[];
  table: ComparedTable;
}

export type EarlierResult = Required<Pick<QueryState, 'branch' | 'startedAt' | 'run' | 'compared' | 'earlier'>>;

type Runner = Pick<QueryRunner, 'run' | 'meta' | 'dispose'>;

interface QuerySessionOptions {
  /** Reads what is to run when a run starts. @throws UserError, for example for a document without a query */
  subject: (signal: AbortSignal) => Promise<QuerySubject>;
  runnerFor: (target: QueryTarget) => Runner;
  /**
   * Resolves when the latest build of the branch has ended, with why an earlier one answers.
   * @throws PlatformError; CancelledError when `signal` aborts
   */
  built?: (branch: QueryBranch, signal: AbortSignal, onWait: () => void) => Promise<UserError | undefined>;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

const notRun: QueryState = {
  phase: 'idle',
  startedAt: 0,
  waiting: false,
  building: undefined,
  branch: undefined,
  failure: undefined,
  run: undefined,
  compared: undefined,
  earlier: undefined,
};

export class QuerySession implements Disposable {
  readonly #options: QuerySessionOptions;
  readonly #state = new Value<QueryState>(notRun);
  #running: AbortController | undefined;
  #other: QueryBranch | null = null;
  /** Why the model on the branch is not the saved one. */
  #stale: unknown;
  #runners: { target: QueryTarget; runner: Runner }[] = [];

  constructor(options: QuerySessionOptions) {
    this.#options = options;
  }

  get state(): Observable<QueryState> {
    return this.#state;
  }

  /** The branch that the query is compared with. */
  get other(): QueryBranch | null {
    return this.#other;
  }

  /** Resolves when this run ended or a newer one replaced it. Never rejects: see `state`. */
  async run(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#stale = undefined;
    const startedAt = (this.#options.clock ?? Date.now)();
    this.#change({
      phase: 'running',
      startedAt,
      waiting: false,
      building: undefined,
      failure: undefined,
      earlier: undefined,
    });
    try {
      await this.#runOnce(running);
    } catch (failure) {
      if (this.#running !== running) return;
      this.#fail(isCancellation(failure) ? runErrors.error('interrupted') : failure);
    } finally {
      if (this.#running === running) this.#running = undefined;
      running.abort();
    }
  }

  /** Runs the query again, also on another branch; null ends the comparison. */
  async compareWith(branch: QueryBranch | null): Promise<void> {
    this.#other = branch;
    await this.run();
  }

  /** Shows a result of the history, compared with another one or not. The next run replaces it. */
  showEarlier(result: EarlierResult): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#other = null;
    this.#change({ phase: 'done', waiting: false, building: undefined, failure: undefined, ...result });
  }

  /** Stops the running query; nothing happens without one. */
  cancel(): void {
    if (this.#running) this.stop(runErrors.error('cancelled'));
  }

  /** Stops the running query and shows why. The result stays. */
  stop(failure: unknown): void {
    const running = this.#running;
    this.#running = undefined;
    running?.abort();
    this.#fail(failure);
  }

  /** The saved model did not get to the branch. A running query ends with this message and its rows. */
  markStale(failure: unknown): void {
    if (this.#running) this.#stale = failure;
    else this.#fail(failure);
  }

  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#state.dispose();
    for (const { runner } of this.#runners) runner.dispose();
    this.#runners = [];
  }

  async #runOnce(running: AbortController): Promise<void> {
    const { signal } = running;
    const { query, target, branch } = await raceAbort(this.#options.subject(signal), signal);
    if (this.#running !== running) return;
    // The rows of one branch must not be shown as those of another.
    const isSame = this.#state.value.branch?.name === branch.name;
    this.#change({ branch, ...(!isSame && { run: undefined, compared: undefined }) });
    const other = this.#other && this.#other.name !== branch.name ? this.#other : null;
    const [stale, otherStale] = await Promise.all([
      this.#untilBuilt(branch, running),
      other ? settled(this.#untilBuilt(other, running)) : undefined,
    ]);
    if (this.#running !== running) return;
    this.#stale ??= stale;
    this.#change({ building: undefined });
    // The rows of the own branch do not need the other one.
    const otherFailure = otherStale && 'failure' in otherStale ? otherStale : undefined;
    const branches = other && !otherFailure ? [branch, other] : [branch];
    const [own, theirs] = this.#runnersFor(branches.map((one) => targetOn(one, target)));
    const onWait = () => {
      if (this.#running === running && !this.#state.value.waiting) this.#change({ waiting: true });
    };
    const ask = (runner: Runner) => (each: Query) => runner.run(each, { signal, onWait });
    const ownRun = ask(own!)(query);
    const meta = (runner: Runner) => () => runner.meta({ signal });
    const otherEnd =
      theirs && settled(runOnOther(query, { ask: ask(theirs), ownMeta: meta(own!), otherMeta: meta(theirs) }));
    const run = await ownRun;
    const end = otherFailure ?? (await otherEnd);
    if (this.#running !== running) return;
    const comparison = other && end && (await compareRuns({ branch, run, query, ask: ask(own!) }, other, end));
    if (this.#running !== running) return;
    this.#change({
      phase: this.#stale === undefined ? 'done' : 'failed',
      waiting: false,
      failure: comparison && 'failure' in comparison ? comparison.failure : (this.#stale ?? otherStale),
      run,
      compared: comparison && 'table' in comparison ? comparison : undefined,
    });
  }

  async #untilBuilt(branch: QueryBranch, running: AbortController): Promise<UserError | undefined> {
    const onWait = () => {
      if (this.#running === running) this.#change({ building: branch.name });
    };
    return this.#options.built?.(branch, running.signal, onWait);
  }

  /** A runner keeps its token from run to run. Those that this run does not need are closed. */
  #runnersFor(targets: readonly QueryTarget[]): Runner[] {
    const before = this.#runners;
    this.#runners = targets.map(
      (target) =>
        before.find((one) => isSameTarget(one.target, target)) ?? { target, runner: this.#options.runnerFor(target) },
    );
    for (const one of before) if (!this.#runners.includes(one)) one.runner.dispose();
    return this.#runners.map(({ runner }) => runner);
  }

  #fail(failure: unknown): void {
    this.#change({ phase: 'failed', waiting: false, building: undefined, failure });
  }

  #change(change: Partial<QueryState>): void {
    this.#state.update((state) => ({ ...state, ...change }));
  }
}

export function targetOn({ name, isProduction }: QueryBranch, target: QuerySubject['target']): QueryTarget {
  return isProduction ? target : { ...target, branchName: name };
}

function isSameTarget(a: QueryTarget, b: QueryTarget): boolean {
  return (
    a.client === b.client &&
    a.admin === b.admin &&
    a.deploymentId === b.deploymentId &&
    a.branchName === b.branchName &&
    JSON.stringify(a.as) === JSON.stringify(b.as)
  );
}

type OtherEnd = OtherAnswer<QueryRun> | { failure: unknown };

function settled<T>(work: Promise<T>): Promise<T | { failure: unknown }> {
  return work.catch((failure: unknown) => ({ failure }));
}

/** The comparison, or why there is none. */
async function compareRuns(
  own: { branch: QueryBranch; run: QueryRun; query: Query; ask(query: Query): Promise<QueryRun> },
  branch: QueryBranch,
  end: OtherEnd,
): Promise<ComparedRun | { failure: UserError }> {
  const { name } = branch;
  const failed = (failure: unknown) => {
    const isGone = failure instanceof PlatformError && failure.status === 404;
    const code = isGone ? 'comparison-gone' : 'comparison-failed';
    return { failure: runErrors.error(code, isGone ? [name] : [name, reasonOf(failure)], { cause: failure }) };
  };
  if ('failure' in end) return failed(end.failure);
  const { answer, newMembers, query } = end;
  // A new dimension or filter gives other rows, so both branches are asked without it.
  const shared = query === own.query ? own.run : await settled(own.ask(query));
  if ('failure' in shared) return failed(shared.failure);
  for (const [at, run] of [[own.branch, shared] as const, ...(answer ? [[branch, answer] as const] : [])]) {
    const cut = cutFailure(run.table);
    if (cut) return { failure: runErrors.error('comparison-cut', [name, at.name, reasonOf(cut)], { cause: cut }) };
  }
  const table = compareAnswers(answer && wholeTable(answer.table), wholeTable(shared.table));
  return { branch, run: answer, newMembers, table };
}

/** The text of a failure as a part of another one, which the editor translates with it. */
function reasonOf(failure: unknown): CatalogMessage | string {
  if (!(failure instanceof UserError) || !failure.text) return messageOf(failure);
  const { text, args, message } = failure;
  return { text, args, message };
}

/** Why a query still shows an older model after a save. */
export function staleFailure(reason: StaleReason, branchName: string): UserError {
  switch (reason.why) {
    case 'invalid':
      return runErrors.error('model-invalid', [branchName]);
    case 'build':
      return reason.detail === undefined
        ? runErrors.error('build-failed', [branchName])
        : runErrors.error('build-failed-because', [branchName, reason.detail.replace(/\.$/, '')]);
    case 'gone':
      return runErrors.error('branch-gone', [branchName]);
    case 'unknown':
      return runErrors.error('save-not-shown', [branchName, reasonOf(reason.failure)], { cause: reason.failure });
  }
}
