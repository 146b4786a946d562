/**
 * The builds of one deployment's branches: queued by changes, one at a time a branch, each through `building` and `warmup` to
 * `built`, or to `failed` while the version before keeps serving. A newer change cancels the build under way.
 */

import { delay, raceAbort } from '../../base/async.ts';
import { isCancellation, messageOf } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import type { DeploymentState } from '../deployment/deploymentState.ts';
import type { BranchRecord, BuildRecord } from '../records/platformRecord.ts';
import { podNames } from './podNames.ts';

export type BranchMode = 'production' | 'staging' | 'dev_mode';

export class Builds {
  readonly #deployment: DeploymentState;
  readonly #running = new Map<number, AbortController>();
  readonly #ended = new Emitter<BranchRecord>();
  #disposed = false;

  constructor(deployment: DeploymentState) {
    this.#deployment = deployment;
  }

  /** How a branch is run; undefined while nobody views it and its staging flag is off. */
  mode(branch: BranchRecord): BranchMode | undefined {
    if (branch.parent === null) return 'production';
    if (branch.staging) return 'staging';
    return this.#deployment.record.sessions.some((session) => session.branch === branch.name) ? 'dev_mode' : undefined;
  }

  /** Builds a branch's files anew, if it is run at all. */
  async queue(branch: BranchRecord): Promise<boolean> {
    const filesHash = await this.#deployment.treeId(branch);
    if (this.#disposed || this.mode(branch) === undefined) return false;
    this.#abandon(branch);
    const build: BuildRecord = {
      jobId: this.#deployment.record.nextJobId++,
      status: 'building',
      errorText: null,
      filesHash,
      lastHash: branch.head,
      updatedAt: this.#deployment.now.toISOString(),
    };
    branch.build = build;
    const abort = new AbortController();
    this.#running.set(branch.id, abort);
    void this.#run(branch, build, AbortSignal.any([abort.signal, this.#deployment.services.closing]));
    return true;
  }

  /** Builds a branch that has just come to be run, unless it was built in this very state. */
  async wake(branch: BranchRecord): Promise<void> {
    const current = await this.#deployment.treeId(branch);
    const { build } = branch;
    const fine = build?.filesHash === current && ['built', 'failed', 'building', 'warmup'].includes(build.status);
    if (!fine) await this.queue(branch);
  }

  /** Gives up the build under way; who waits for it is told. */
  cancel(branch: BranchRecord): void {
    if (this.#abandon(branch)) this.#ended.fire(branch);
  }

  /** Puts an idle dev environment to sleep: nothing runs it until its branch is used again. */
  suspend(branch: BranchRecord): void {
    this.cancel(branch);
    if (!branch.build || branch.build.status === 'stopped') return;
    this.#move(branch, branch.build, 'stopped');
    this.#log(branch, 'MAIN', 'Suspended after a time without requests');
  }

  /** Cancels the build of a branch that is no longer run. */
  cancelIfInactive(branch: BranchRecord): void {
    if (this.mode(branch) === undefined) this.cancel(branch);
  }

  /** Starts again what a restart of the emulator cut off. */
  async resume(): Promise<void> {
    for (const branch of this.#deployment.record.branches) {
      const { build, parent } = branch;
      const cutOff = build?.status === 'building' || build?.status === 'warmup';
      const neverBuilt = !build && parent === null && (await this.#deployment.tree(branch)).size > 0;
      if (branch.served && this.mode(branch) !== undefined) {
        this.#log(branch, 'cubejs-server', `Serving ${branch.name} at ${branch.served.lastHash.slice(0, 7)}`);
      }
      if (cutOff || neverBuilt) await this.queue(branch);
    }
  }

  #abandon(branch: BranchRecord): boolean {
    const running = this.#running.get(branch.id);
    if (!running) return false;
    running.abort();
    this.#running.delete(branch.id);
    if (branch.build) this.#move(branch, branch.build, 'cancelled');
    this.#log(branch, 'MAIN', `Build ${branch.build?.jobId} was cancelled`);
    return true;
  }

  /** Resolves when no build of the branch is under way, at the latest after `ms` milliseconds. */
  async waitUntilSettled(branch: BranchRecord, ms: number, signal: AbortSignal): Promise<void> {
    const enough = AbortSignal.any([signal, this.#deployment.services.closing, AbortSignal.timeout(ms)]);
    while (this.#running.has(branch.id) && !enough.aborted) {
      await raceAbort(this.#nextEnd(), enough).catch(() => {});
    }
  }

  /** A line of the branch's own pod. */
  note(branch: BranchRecord, container: string, message: string): void {
    this.#log(branch, container, message);
  }

  dispose(): void {
    this.#disposed = true;
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
    this.#ended.dispose();
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      const subscription = this.#ended.event(() => {
        subscription.dispose();
        resolve();
      });
    });
  }

  async #run(branch: BranchRecord, build: BuildRecord, signal: AbortSignal): Promise<void> {
    try {
      await this.#build(branch, build, signal);
    } catch (failure) {
      if (signal.aborted || isCancellation(failure)) return;
      this.#fail(branch, build, messageOf(failure));
    }
    if (branch.build !== build) return;
    this.#running.delete(branch.id);
    this.#ended.fire(branch);
    await this.#deployment.services.save().catch((failure) => {
      this.#deployment.services.log.error(`The state was not saved: ${messageOf(failure)}`);
    });
  }

  async #build(branch: BranchRecord, build: BuildRecord, signal: AbortSignal): Promise<void> {
    const { services, repository, record } = this.#deployment;
    const env = Object.fromEntries(record.envVars.map(({ name, value }) => [name, value]));
    const files = (await repository.readTree(build.filesHash)).size;
    this.#log(
      branch,
      'INIT',
      `Build ${build.jobId} of ${branch.name} at ${build.lastHash.slice(0, 7)}: ${files} files`,
    );
    this.#log(branch, 'INIT', `${Object.keys(env).length} environment variables`);
    const [verdict] = await Promise.all([
      services.compilations.of(repository, build.filesHash, signal),
      delay(services.buildMs * 0.7, signal),
    ]);
    if (verdict.errors.length > 0) {
      this.#fail(branch, build, verdict.errors.map(({ message }) => message).join('\n'));
      return;
    }
    this.#log(
      branch,
      'MAIN',
      `Compiled ${verdict.cubes} cubes and ${verdict.views} views in ${Math.round(verdict.ms)} ms`,
    );
    this.#move(branch, build, 'warmup');
    await delay(services.buildMs * 0.3, signal);
    const { jobId, filesHash, lastHash } = build;
    branch.served = { jobId, filesHash, lastHash, at: this.#deployment.now.toISOString(), env };
    this.#move(branch, build, 'built');
    this.#log(branch, 'cubejs-server', `Serving ${branch.name} at ${lastHash.slice(0, 7)}`);
  }

  #fail(branch: BranchRecord, build: BuildRecord, errorText: string): void {
    build.errorText = errorText;
    this.#move(branch, build, 'failed');
    for (const line of errorText.split('\n')) this.#log(branch, 'MAIN', line);
    this.#log(branch, 'MAIN', `Build ${build.jobId} failed`);
  }

  #move(branch: BranchRecord, build: BuildRecord, status: BuildRecord['status']): void {
    if (branch.build !== build) return;
    build.status = status;
    build.updatedAt = this.#deployment.now.toISOString();
  }

  #log(branch: BranchRecord, container: string, message: string): void {
    const { api } = podNames(this.#deployment.record, branch, branch.build?.jobId ?? 0);
    const source = branch.parent === null ? 'production' : 'dev';
    this.#deployment.logs.write({ source, container, pod: api, message });
  }
}
