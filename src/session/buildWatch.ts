/** The builds of a deployment's branches: read on demand, polled only while a build is running. */

import { isCancellation } from '../base/errors.ts';
import { Emitter, type Event, nextEvent, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { BuildStatus } from '../contract/deployments/runtime.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import { buildResultOf } from '../platform/buildResult.ts';
import { pollBuild } from '../platform/builds.ts';
import type { Reader } from '../platform/client.ts';

export type Builds = ReadonlyMap<string, BuildStatus>;

/** How the wait for a build ended. A wait that a newer one replaces does not end. */
type BuildEnd = { branchName: string } & ({ status: BuildStatus } | { failure: unknown });

/** Milliseconds between two reads of a running build. Short at first, because a dev branch builds within two seconds. */
const defaultIntervals = [100, 200, 300, 500, 1_000, 2_000];
/** How long after a push the status may still be that of the previous build, in milliseconds. */
const pushGraceMs = 3_000;

export class BuildWatch implements Observable<Builds>, Disposable {
  readonly #client: Reader;
  readonly #deploymentId: string;
  readonly #builds = new Value<Builds>(new Map());
  readonly #watches = new Map<string, AbortController>();
  readonly #lifetime = new Lifetime();
  readonly #ended = new Emitter<BuildEnd>();
  readonly #intervals: readonly number[];

  constructor(client: Reader, deploymentId: string, intervalsMs: readonly number[] = defaultIntervals) {
    this.#client = client;
    this.#deploymentId = deploymentId;
    this.#intervals = intervalsMs;
  }

  get value(): Builds {
    return this.#builds.value;
  }

  get onChange(): Event<Builds> {
    return this.#builds.onChange;
  }

  get onDidEnd(): Event<BuildEnd> {
    return this.#ended.event;
  }

  /** Reads a branch's build once. @throws PlatformError */
  async read(branchName: string, signal?: AbortSignal): Promise<BuildStatus> {
    const status = await this.#client.call(
      runtimeOperations.getBuildStatus,
      { params: { deploymentId: this.#deploymentId }, query: { branchName } },
      { signal: signal ?? this.#lifetime.signal },
    );
    this.#setStatus(branchName, status);
    return status;
  }

  /** Reads a branch's build, and follows it in the background while it runs. @throws PlatformError */
  async readAndFollow(branchName: string, signal?: AbortSignal): Promise<BuildStatus> {
    const status = await this.read(branchName, signal);
    if (buildResultOf(status) === undefined && !this.isWatching(branchName)) this.follow(branchName);
    return status;
  }

  /**
   * The latest build of a branch, when it has ended: until then an earlier one answers. Follows a build that runs.
   * @param onWait called if the build runs
   * @throws PlatformError, CancelledError
   */
  async settled(branchName: string, signal: AbortSignal, onWait: () => void = () => {}): Promise<BuildStatus> {
    if (!this.isWatching(branchName)) {
      const status = await this.readAndFollow(branchName, signal);
      if (buildResultOf(status) !== undefined) return status;
    }
    onWait();
    const either = AbortSignal.any([signal, this.#lifetime.signal]);
    const end = await nextEvent(this.onDidEnd, (one) => one.branchName === branchName, either);
    if ('failure' in end) throw end.failure;
    return end.status;
  }

  /**
   * Follows a branch's build to its end. Replaces a running watch of the branch, because a newer change supersedes its build.
   * With `previous`, the end of that same build does not count. @returns the last status. @throws PlatformError, CancelledError
   */
  watch(branchName: string, previous?: BuildStatus, graceMs?: number): Promise<BuildStatus> {
    this.#watches.get(branchName)?.abort();
    const run = new AbortController();
    const end = pollBuild(
      this.#client,
      { deploymentId: this.#deploymentId, branchName },
      {
        signal: AbortSignal.any([run.signal, this.#lifetime.signal]),
        intervalMs: this.#intervals,
        onStatus: (status) => this.#setStatus(branchName, status),
        previous,
        graceMs,
      },
    ).finally(() => {
      if (this.#watches.get(branchName) === run) this.#watches.delete(branchName);
    });
    this.#watches.set(branchName, run);
    end.then(
      (status) => this.#ended.fire({ branchName, status }),
      (failure: unknown) => {
        if (!isCancellation(failure)) this.#ended.fire({ branchName, failure });
      },
    );
    return end;
  }

  isWatching(branchName: string): boolean {
    return this.#watches.has(branchName);
  }

  /** Follows a build in the background. */
  follow(branchName: string, onFailure: (failure: unknown) => void = () => {}): void {
    this.watch(branchName).catch((failure) => {
      if (!isCancellation(failure)) onFailure(failure);
    });
  }

  /** Follows the build that a push has just started, in the background. */
  followPush(branchName: string): void {
    this.watch(branchName, this.value.get(branchName), pushGraceMs).catch(() => {});
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#builds.dispose();
    this.#ended.dispose();
  }

  #setStatus(branchName: string, status: BuildStatus): void {
    this.#builds.update((builds) => new Map(builds).set(branchName, status));
  }
}
