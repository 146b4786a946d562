/**
 * The builds of one deployment's branches. A change queues a build, which goes through `building` and `warmup` to `built`, or to
 * `failed` while the previous version keeps serving. Each branch runs one build at a time: a newer change cancels the running one.
 */

import { delay, raceAbort } from '../../base/async.ts';
import { isCancellation, messageOf } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import type { BranchRecord, BuildRecord } from '../records/platformRecord.ts';
import type { DeploymentState } from './deploymentState.ts';
import { podNames } from './podNames.ts';

type BranchMode = 'production' | 'staging' | 'dev_mode';

export class Builds {
  readonly #deployment: DeploymentState;
  readonly #running = new Map<number, AbortController>();
  readonly #ended = new Emitter<BranchRecord>();
  #disposed = false;

  constructor(deployment: DeploymentState) {
    this.#deployment = deployment;
  }

  /** How a branch is run; undefined while it has no dev-mode session and its staging flag is off. */
  mode(branch: BranchRecord): BranchMode | undefined {
    if (branch.parent === null) return 'production';
    if (branch.staging) return 'staging';
    return this.#deployment.record.sessions.some((session) => session.branch === branch.name) ? 'dev_mode' : undefined;
  }

  /** The variables of the next build. */
  get variables(): Record<string, string> {
    return Object.fromEntries(this.#deployment.record.envVars.map(({ name, value }) => [name, value]));
  }

  /** Starts a build of a branch that is run. @returns whether it started */
  async queue(branch: BranchRecord): Promise<boolean> {
    const filesHash = await this.#deployment.treeId(branch);
    if (this.#disposed || this.mode(branch) === undefined) return false;
    this.#cancelRunning(branch);
    const build: BuildRecord = {
      jobId: this.#deployment.record.nextJobId++,
      status: 'building',
      errorText: null,
      filesHash,
      env: this.variables,
      lastHash: branch.head,
      updatedAt: this.#deployment.now.toISOString(),
    };
    branch.build = build;
    const abort = new AbortController();
    this.#running.set(branch.id, abort);
    const { closing, inBackground } = this.#deployment.services;
    inBackground(this.#run(branch, build, AbortSignal.any([abort.signal, closing])));
    return true;
  }

  /** Builds a branch that is run from now on, unless its current files have a build already. */
  async wake(branch: BranchRecord): Promise<void> {
    const current = await this.#deployment.treeId(branch);
    const { build } = branch;
    const upToDate = build?.filesHash === current && ['built', 'failed', 'building', 'warmup'].includes(build.status);
    if (!upToDate) await this.queue(branch);
  }

  /** Cancels the running build and resolves those that wait for it. */
  cancel(branch: BranchRecord): void {
    if (this.#cancelRunning(branch)) this.#ended.fire(branch);
  }

  /** Suspends an idle dev environment until its branch is used again. */
  suspend(branch: BranchRecord): void {
    this.cancel(branch);
    if (!branch.build || branch.build.status === 'stopped') return;
    this.#setStatus(branch, branch.build, 'stopped');
    this.log(branch, 'MAIN', 'Suspended after a time without requests');
  }

  /** Cancels the build of a branch that is not run any more. */
  cancelIfInactive(branch: BranchRecord): void {
    if (this.mode(branch) === undefined) this.cancel(branch);
  }

  /** Restarts the builds that a restart of the emulator interrupted. */
  async resume(): Promise<void> {
    for (const branch of this.#deployment.record.branches) {
      const { build, parent } = branch;
      const interrupted = build?.status === 'building' || build?.status === 'warmup';
      const neverBuilt = !build && parent === null && (await this.#deployment.tree(branch)).size > 0;
      if (branch.served && this.mode(branch) !== undefined) {
        this.log(branch, 'cubejs-server', `Serving ${branch.name} at ${branch.served.lastHash.slice(0, 7)}`);
      }
      if (interrupted || neverBuilt) await this.queue(branch);
    }
  }

  #cancelRunning(branch: BranchRecord): boolean {
    const running = this.#running.get(branch.id);
    if (!running) return false;
    running.abort();
    this.#running.delete(branch.id);
    if (branch.build) this.#setStatus(branch, branch.build, 'cancelled');
    this.log(branch, 'MAIN', `Build ${branch.build?.jobId} was cancelled`);
    return true;
  }

  /** Resolves when the branch has no running build, after `ms` milliseconds at the latest. */
  async waitUntilSettled(branch: BranchRecord, ms: number, signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.#deployment.services.closing, AbortSignal.timeout(ms)]);
    while (this.#running.has(branch.id) && !stop.aborted) {
      await raceAbort(this.#nextEnd(), stop).catch(() => {});
    }
  }

  /** Writes a line to the log of the branch's pod. */
  log(branch: BranchRecord, container: string, message: string): void {
    const { api } = podNames(this.#deployment.record, branch, branch.build?.jobId ?? 0);
    const source = branch.parent === null ? 'production' : 'dev';
    this.#deployment.logs.write({ source, container, pod: api, message });
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
      this.#setFailed(branch, build, messageOf(failure));
    }
    if (branch.build !== build) return;
    this.#running.delete(branch.id);
    this.#ended.fire(branch);
    await this.#deployment.services.save().catch((failure) => {
      this.#deployment.services.log.error(`The state was not saved: ${messageOf(failure)}`);
    });
  }

  async #build(branch: BranchRecord, build: BuildRecord, signal: AbortSignal): Promise<void> {
    const { services, repository } = this.#deployment;
    const { env } = build;
    const buildMs = services.buildMs();
    const files = (await repository.readTree(build.filesHash)).size;
    this.log(branch, 'INIT', `Build ${build.jobId} of ${branch.name} at ${build.lastHash.slice(0, 7)}: ${files} files`);
    this.log(branch, 'INIT', `${Object.keys(env).length} environment variables`);
    const [result] = await Promise.all([
      services.compilations.of(repository, { branch, tree: build.filesHash, variables: env }, signal),
      delay(buildMs * 0.7, signal),
    ]);
    if (result.errors.length > 0) {
      this.#setFailed(branch, build, result.errors.map(({ message }) => message).join('\n'));
      return;
    }
    this.log(branch, 'MAIN', `Compiled ${result.cubes} cubes and ${result.views} views in ${Math.round(result.ms)} ms`);
    this.#setStatus(branch, build, 'warmup');
    await delay(buildMs * 0.3, signal);
    const { jobId, filesHash, lastHash } = build;
    branch.served = { jobId, filesHash, lastHash, at: this.#deployment.now.toISOString(), env };
    // A deployment that serves its model is created, however that came about.
    if (branch.parent === null) this.#deployment.record.creationStep = 'ready';
    this.#setStatus(branch, build, 'built');
    this.log(branch, 'cubejs-server', `Serving ${branch.name} at ${lastHash.slice(0, 7)}`);
  }

  #setFailed(branch: BranchRecord, build: BuildRecord, errorText: string): void {
    build.errorText = errorText;
    this.#setStatus(branch, build, 'failed');
    for (const line of errorText.split('\n')) this.log(branch, 'MAIN', line);
    this.log(branch, 'MAIN', `Build ${build.jobId} failed`);
  }

  #setStatus(branch: BranchRecord, build: BuildRecord, status: BuildRecord['status']): void {
    if (branch.build !== build) return;
    build.status = status;
    build.updatedAt = this.#deployment.now.toISOString();
  }
}
