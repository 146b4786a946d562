/** The builds of a deployment's branches: read once on demand, polled only while something is under way. */

import { isCancellation } from '../base/errors.ts';
import { Emitter, type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { BuildStatus } from '../contract/deployments.ts';
import { operations } from '../contract/operations.ts';
import { pollBuild } from '../platform/builds.ts';
import type { Client } from '../platform/client.ts';

export type Builds = ReadonlyMap<string, BuildStatus>;

/** How the wait for a build ended; one that a newer change superseded does not end. */
export type BuildEnd = { branchName: string } & ({ status: BuildStatus } | { failure: unknown });

/** Milliseconds between two reads of a build that is under way: short at first, for a dev branch builds within a second or two. */
const pauses = [100, 200, 300, 500, 1_000, 2_000];
/** How long an ended build that was there before a push may still be the old one. */
const pushGraceMs = 3_000;

export class BuildWatch implements Observable<Builds>, Disposable {
  readonly #client: Client;
  readonly #deploymentId: string;
  readonly #builds = new Value<Builds>(new Map());
  readonly #watches = new Map<string, { run: AbortController; end: Promise<BuildStatus> }>();
  readonly #lifetime = new Lifetime();
  readonly #ended = new Emitter<BuildEnd>();
  readonly #pauses: readonly number[];

  constructor(client: Client, deploymentId: string, pausesMs: readonly number[] = pauses) {
    this.#client = client;
    this.#deploymentId = deploymentId;
    this.#pauses = pausesMs;
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
      operations.getBuildStatus,
      { params: { deploymentId: this.#deploymentId }, query: { branchName } },
      { signal: signal ?? this.#lifetime.signal },
    );
    this.#note(branchName, status);
    return status;
  }

  /**
   * Follows a branch's build to its end; a watch that runs already is started over, because a newer change supersedes the
   * build it followed. With `previous`, an ended build that is still that one does not count. @returns the last status.
   * @throws PlatformError, CancelledError.
   */
  watch(branchName: string, previous?: BuildStatus, graceMs?: number): Promise<BuildStatus> {
    this.#watches.get(branchName)?.run.abort();
    const run = new AbortController();
    const end = pollBuild(
      this.#client,
      { deploymentId: this.#deploymentId, branchName },
      {
        signal: AbortSignal.any([run.signal, this.#lifetime.signal]),
        intervalMs: this.#pauses,
        onStatus: (status) => this.#note(branchName, status),
        previous,
        graceMs,
      },
    ).finally(() => {
      if (this.#watches.get(branchName)?.run === run) this.#watches.delete(branchName);
    });
    this.#watches.set(branchName, { run, end });
    end.then(
      (status) => this.#ended.fire({ branchName, status }),
      (failure: unknown) => {
        if (!isCancellation(failure)) this.#ended.fire({ branchName, failure });
      },
    );
    return end;
  }

  isFollowed(branchName: string): boolean {
    return this.#watches.has(branchName);
  }

  /** Follows a build where nobody waits for its end; what fails is left to the next read. */
  follow(branchName: string, onFailure: (failure: unknown) => void = () => {}): void {
    this.watch(branchName).catch((failure) => {
      if (!isCancellation(failure)) onFailure(failure);
    });
  }

  /** Follows the build that a push has just begun. */
  followPush(branchName: string): void {
    this.watch(branchName, this.value.get(branchName), pushGraceMs).catch(() => {});
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#builds.dispose();
    this.#ended.dispose();
  }

  #note(branchName: string, status: BuildStatus): void {
    this.#builds.update((builds) => new Map(builds).set(branchName, status));
  }
}
