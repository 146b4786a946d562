/** One deployment: settings, branches, environments, builds, and the dev-mode session of the credential. */

import { messageOf, UserError } from '../base/errors.ts';
import { Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Branch } from '../contract/dataModel/branches.ts';
import { branchOperations, isPersonalBranch } from '../contract/dataModel/branches.ts';
import { dataModelOperations, readFileHashes } from '../contract/dataModel/dataModel.ts';
import type { BodyOf, Operation, QueryOf, ResponseOf } from '../contract/definition/operation.ts';
import type { DeploymentSettings, DeploymentVersion, Environment } from '../contract/deployments/deployments.ts';
import { deploymentOperations } from '../contract/deployments/deployments.ts';
import type { EnvVariable, Pod } from '../contract/deployments/runtime.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import type { Client, Reader, ResourceWriter } from '../platform/client.ts';
import { HaltError } from '../sync/plan/halt.ts';
import { guardedCall } from '../sync/remote/guardedCall.ts';
import type { PlatformCaller } from '../sync/remote/remoteBranch.ts';
import { BuildWatch } from './buildWatch.ts';
import { LazyList } from './lazyList.ts';
import { LazyValue } from './lazyValue.ts';

/** The known state of the credential's dev-mode session. Another window, a colleague or CI may change it at any time. */
export interface DevMode {
  /** Whether the server has reported the state since this window opened. */
  known: boolean;
  /** The open personal dev branch. */
  branchName?: string;
  parentBranch?: string;
}

interface MergeOptions {
  message: string;
  keepBranch: boolean;
}

interface MergeResult {
  merged: boolean;
  branchDeleted: boolean;
}

export class DeploymentSession implements Disposable {
  readonly client: Reader;
  /** For changes of the platform's resources. Changes of branches are methods of this class. */
  readonly writer: ResourceWriter;
  readonly #whole: PlatformCaller;
  readonly connectionId: string;
  readonly id: string;
  readonly settings: LazyValue<DeploymentSettings>;
  readonly branches: LazyList<Branch>;
  readonly environments: LazyList<Environment>;
  readonly pods: LazyList<Pod>;
  readonly variables: LazyList<EnvVariable>;
  readonly versions: LazyList<DeploymentVersion>;
  readonly builds: BuildWatch;
  readonly devMode = new Value<DevMode>({ known: false }, sameDevMode);
  readonly #lifetime = new Lifetime();
  readonly #log: Log;

  constructor(client: Client, connectionId: string, id: string, log: Log) {
    this.client = client;
    this.writer = client;
    this.#whole = client as PlatformCaller;
    this.connectionId = connectionId;
    this.id = id;
    this.#log = log;
    const params = { deploymentId: id };
    this.settings = this.#lifetime.add(
      new LazyValue((signal) => client.call(deploymentOperations.getDeploymentSettings, { params }, { signal })),
    );
    this.branches = this.#lifetime.add(
      new LazyList((signal) =>
        client.pages(branchOperations.listBranches, { params, query: { first: 50 } }, { signal }),
      ),
    );
    this.environments = this.#lifetime.add(
      new LazyList((signal) => client.pages(deploymentOperations.listEnvironments, { params }, { signal })),
    );
    this.pods = this.#lifetime.add(
      new LazyList((signal) => client.pages(runtimeOperations.listPods, { params, query: { first: 50 } }, { signal })),
    );
    this.variables = this.#lifetime.add(
      new LazyList((signal) =>
        client.pages(runtimeOperations.listEnvVars, { params, query: { first: 50 } }, { signal }),
      ),
    );
    this.versions = this.#lifetime.add(
      new LazyList((signal) =>
        client.pages(deploymentOperations.listVersions, { params, query: { first: 50 } }, { signal }),
      ),
    );
    this.builds = this.#lifetime.add(new BuildWatch(client, id));
    this.#lifetime.add(this.devMode);
  }

  /** The client with the one method that a listing of a branch uses. */
  get caller(): PlatformCaller<'nothing'> {
    return this.#whole;
  }

  /** For a sync engine, which sends all changes through its guard. `open` is called for each request. */
  static engineClient(open: () => Promise<DeploymentSession>): PlatformCaller {
    return { call: async (operation, input, options) => (await open()).#whole.call(operation, input, options) };
  }

  /** The name of the production branch, which the list of branches does not mark. */
  async deployBranch(): Promise<string> {
    return (await this.settings.load()).deployBranchName ?? 'main';
  }

  /** Asks the server which dev branch is open: the build status without a branch name is that of the open dev branch. */
  async probeDevMode(signal?: AbortSignal): Promise<DevMode> {
    const status = await this.client.call(
      runtimeOperations.getBuildStatus,
      { params: { deploymentId: this.id } },
      { signal: signal ?? this.#lifetime.signal },
    );
    const branchName = status.branchName ?? undefined;
    if (branchName === undefined || !isPersonalBranch(branchName)) {
      this.devMode.set({ known: true });
    } else {
      const parentBranch = await this.parentOf(branchName);
      this.devMode.set({ known: true, branchName, ...(parentBranch ? { parentBranch } : {}) });
    }
    return this.devMode.value;
  }

  /** The parent branch of a branch; undefined when the platform does not name it. Loads the list of branches as far as needed. */
  async parentOf(branchName: string): Promise<string | undefined> {
    const found = () => this.branches.value.items.find(({ name }) => name === branchName);
    if (this.branches.value.phase !== 'failed') await this.branches.load();
    while (!found() && this.branches.value.phase === 'ready' && this.branches.value.hasMore) {
      await this.branches.loadMore();
    }
    if (!found()) this.#log.debug(`The parent branch of ${branchName} is not known`);
    return found()?.parentBranch ?? undefined;
  }

  /**
   * Whether the branch was deleted, with the branch that it was forked from, or production if that is not known. Only the complete
   * list of branches tells: an answer `404` can also mean the deployment or a permission. False if the list cannot be read.
   */
  async findDeletion(branchName: string): Promise<{ parent: string } | false> {
    const before = this.branches.value.items.find(({ name }) => name === branchName);
    const { devMode } = this;
    const isOpen = devMode.value.branchName === branchName;
    const forkedFrom = before?.parentBranch ?? (isOpen ? devMode.value.parentBranch : undefined);
    let parent: string;
    try {
      await this.branches.reload();
      const branches = await this.branches.all();
      if (branches.some(({ name }) => name === branchName)) return false;
      parent = branches.find(({ name }) => name === forkedFrom)?.name ?? (await this.deployBranch());
    } catch (failure) {
      this.#log.debug(`It is not known whether ${branchName} was deleted: ${messageOf(failure)}`);
      return false;
    }
    if (isOpen) devMode.set({ known: true });
    this.#log.info(`The branch ${branchName} of deployment ${this.id} was deleted`);
    return { parent };
  }

  /** Forks `branchName`, or opens the personal branch of that name, and points the dev-mode session at it. */
  async startDevMode(branchName: string, signal?: AbortSignal): Promise<DevMode> {
    const answer = await this.writer.call(
      branchOperations.startDevMode,
      { params: { deploymentId: this.id }, body: { branchName } },
      { signal: signal ?? this.#lifetime.signal },
    );
    const parentBranch = answer.parentBranch ?? (isPersonalBranch(branchName) ? undefined : branchName);
    this.devMode.set({ known: true, branchName: answer.branchName, ...(parentBranch ? { parentBranch } : {}) });
    this.#log.info(`Dev mode on ${answer.branchName} (requested: ${branchName}) in deployment ${this.id}`);
    await this.branches.reload();
    if (!parentBranch) await this.probeDevMode(signal);
    return this.devMode.value;
  }

  async stopDevMode(signal?: AbortSignal): Promise<void> {
    await this.writer.call(
      branchOperations.stopDevMode,
      { params: { deploymentId: this.id } },
      { signal: signal ?? this.#lifetime.signal },
    );
    this.devMode.set({ known: true });
    this.#log.info(`Left dev mode in deployment ${this.id}`);
  }

  async createBranch(branchName: string, from: string | undefined, signal?: AbortSignal): Promise<Branch> {
    const branch = await this.writer.call(
      branchOperations.createBranch,
      { params: { deploymentId: this.id }, body: { name: branchName, ...(from ? { from } : {}) } },
      { signal: signal ?? this.#lifetime.signal },
    );
    await this.branches.reload();
    return branch;
  }

  async setStaging(branchName: string, enabled: boolean, signal?: AbortSignal): Promise<void> {
    await this.#change(branchName, branchOperations.setStagingEnvironment, { body: { branchName, enabled } }, signal);
    await Promise.all([this.branches.reload(), this.environments.reload()]);
  }

  /** Whether two branches hold the same files. */
  async haveSameFiles(branchName: string, otherName: string, signal?: AbortSignal): Promise<boolean> {
    const [files, others] = await Promise.all([this.#hashes(branchName, signal), this.#hashes(otherName, signal)]);
    return files.size === others.size && [...files].every(([path, hash]) => others.get(path) === hash);
  }

  /** Commits the open dev branch to its parent branch. @throws PlatformError `conflict` naming the files. */
  async commit(branchName: string, message: string, signal?: AbortSignal): Promise<void> {
    await this.#change(branchName, branchOperations.commit, { body: { branchName, message } }, signal);
    await this.refresh();
  }

  /** Pulls the commits of the parent branch into a branch, on the server. @returns whether a build started. @throws PlatformError */
  async pull(branchName: string, signal?: AbortSignal): Promise<boolean> {
    const { buildTriggered } = await this.#change(branchName, branchOperations.pull, { body: { branchName } }, signal);
    await this.refresh();
    return buildTriggered ?? false;
  }

  /** Merges a branch into its parent branch. @throws PlatformError `conflict` naming the files. */
  async mergeToParent(branchName: string, options: MergeOptions, signal?: AbortSignal): Promise<MergeResult> {
    const { message, keepBranch } = options;
    const body = { branchName, message, deleteBranch: !keepBranch };
    return this.#afterMerge(
      branchName,
      await this.#change(branchName, branchOperations.merge, { body }, signal),
      keepBranch,
    );
  }

  /** Merges a branch into the production branch. @throws PlatformError `conflict` naming the files. */
  async mergeToProduction(branchName: string, options: MergeOptions, signal?: AbortSignal): Promise<MergeResult> {
    const { message, keepBranch } = options;
    const body = { branchName, message, removeBranchAfterMerge: !keepBranch };
    const answer = await this.#change(branchName, branchOperations.mergeToDefault, { body }, signal);
    return this.#afterMerge(branchName, answer, keepBranch);
  }

  /** Deletes a branch, optionally also in the connected repository. Its child branches move to its parent. @throws PlatformError */
  async deleteBranch(branchName: string, removeOnUpstream: boolean, signal?: AbortSignal): Promise<void> {
    await this.#change(branchName, branchOperations.deleteBranch, { query: { branchName, removeOnUpstream } }, signal);
    if (this.devMode.value.branchName === branchName) this.devMode.set({ known: true });
    await this.refresh();
  }

  /** Reloads the loaded lists after a change of the deployment. */
  async refresh(): Promise<void> {
    await Promise.all([
      this.branches.reload(),
      this.environments.value.phase === 'idle' ? undefined : this.environments.reload(),
    ]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #hashes(branchName: string, signal = this.#lifetime.signal): Promise<Map<string, string>> {
    const input = { params: { deploymentId: this.id }, query: { branchName } };
    return readFileHashes(await this.client.call(dataModelOperations.getFileHashes, input, { signal }));
  }

  /** Every change of a branch passes the guard. @throws UserError when the guard halts. */
  async #change<O extends Operation & { changes: 'branch' }>(
    branchName: string,
    operation: O,
    input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
    signal?: AbortSignal,
  ): Promise<ResponseOf<O>> {
    const target = { deploymentId: this.id, branchName };
    try {
      const answer = await guardedCall(this.#whole, target, operation, input, signal ?? this.#lifetime.signal);
      this.#log.info(`${operation.id} of ${branchName} in deployment ${this.id}`);
      return answer;
    } catch (failure) {
      if (!(failure instanceof HaltError)) throw failure;
      const { halt } = failure;
      throw new UserError(halt.message, { ...halt, code: halt.kind, cause: failure });
    }
  }

  async #afterMerge(
    branchName: string,
    answer: { merged?: boolean | null | undefined; branchDeleted?: boolean | null | undefined },
    keepBranch: boolean,
  ): Promise<MergeResult> {
    const branchDeleted = answer.branchDeleted ?? !keepBranch;
    if (branchDeleted && this.devMode.value.branchName === branchName) this.devMode.set({ known: true });
    await this.refresh();
    return { merged: answer.merged ?? true, branchDeleted };
  }
}

function sameDevMode(a: DevMode, b: DevMode): boolean {
  return a.known === b.known && a.branchName === b.branchName && a.parentBranch === b.parentBranch;
}
