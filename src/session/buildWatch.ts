/** The builds of a deployment's branches: read once on demand, polled only while something is under way. */

import { isCancellation } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { BuildStatus } from '../contract/deployments.ts';
import { operations } from '../contract/operations.ts';
import { pollBuild } from '../platform/builds.ts';
import type { Client } from '../platform/client.ts';

export type Builds = ReadonlyMap<string, BuildStatus>;

export class BuildWatch implements Observable<Builds>, Disposable {
  readonly #client: Client;
  readonly #deploymentId: string;
  readonly #builds = new Value<Builds>(new Map());
  readonly #watches = new Map<string, { run: AbortController; end: Promise<BuildStatus> }>();
  readonly #lifetime = new Lifetime();
  /** Milliseconds between two reads of a build that is under way. */
  readonly #intervalMs: number;

  constructor(client: Client, deploymentId: string, intervalMs = 2_000) {
    this.#client = client;
    this.#deploymentId = deploymentId;
    this.#intervalMs = intervalMs;
  }

  get value(): Builds {
    return this.#builds.value;
  }

  get onChange(): Event<Builds> {
    return this.#builds.onChange;
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
  watch(branchName: string, previous?: BuildStatus): Promise<BuildStatus> {
    this.#watches.get(branchName)?.run.abort();
    const run = new AbortController();
    const end = pollBuild(
      this.#client,
      { deploymentId: this.#deploymentId, branchName },
      {
        signal: AbortSignal.any([run.signal, this.#lifetime.signal]),
        intervalMs: this.#intervalMs,
        onStatus: (status) => this.#note(branchName, status),
        previous,
      },
    ).finally(() => {
      if (this.#watches.get(branchName)?.run === run) this.#watches.delete(branchName);
    });
    this.#watches.set(branchName, { run, end });
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

  dispose(): void {
    this.#lifetime.dispose();
    this.#builds.dispose();
  }

  #note(branchName: string, status: BuildStatus): void {
    this.#builds.update((builds) => new Map(builds).set(branchName, status));
  }
}
