/**
 * One bound folder: its model, the dev branch it follows, and the work after a save. A save shows local problems first, then is
 * pushed, then validated by the platform; the editor waits for none of it.
 */

import { Coalesced, throwIfAborted } from '../base/async.ts';
import { isCancellation, messageOf } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { dataModelOperations } from '../contract/dataModel/dataModel.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { isUnknownBranch } from '../platform/buildResult.ts';
import { PlatformError } from '../platform/platformError.ts';
import type { SavedPush } from '../sync/saveQueue.ts';
import { SyncEngine } from '../sync/syncEngine.ts';
import type { Binding } from './binding.ts';
import { DeploymentSession } from './deploymentSession.ts';
import { sessionErrors } from './errors.ts';
import { ModelSession } from './modelSession.ts';
import { afterEvent, nothingSaved, type SavedChanges, type SaveEvent } from './savedChanges.ts';

/** The parts of the editor that a folder session needs. */
export interface FolderHost {
  /** Whether an open document of the file has unsaved changes. */
  isDirty(path: string): boolean;
  /** The user returns to the editor and may have changed files in another program. */
  readonly onReturn?: Event<void>;
  /** The name of the dev branch this folder follows, stored across reloads of the window. */
  readonly branch: { read(): string | undefined; write(branchName: string | undefined): PromiseLike<void> };
  pushOnSave(): boolean;
  validateOnSave(): boolean;
}

interface FolderSessionOptions {
  binding: Binding;
  host: FolderHost;
  /** Absolute path of the folder for base, trash and history. */
  storageFolder: string;
  deployment: () => Promise<DeploymentSession>;
  log: Log;
}

export class FolderSession implements Disposable {
  readonly binding: Binding;
  readonly model: ModelSession;
  readonly #options: FolderSessionOptions;
  readonly #lifetime = new Lifetime();
  readonly #engine = this.#lifetime.add(new Value<SyncEngine | undefined>(undefined));
  readonly #changes = this.#lifetime.add(new Value<SavedChanges>(nothingSaved));
  /** One validation after saves at a time; a save during one is validated next. */
  readonly #validating = new Coalesced(() => this.validate());
  /** The latest answer after which the list of branches was asked for the followed one. */
  #doubt: unknown;
  /** The validation after the latest push of saved files. */
  #validated: Promise<void> = Promise.resolve();
  #engineLifetime = new Lifetime();
  #branchName: string | undefined;

  constructor(options: FolderSessionOptions) {
    this.#options = options;
    this.binding = options.binding;
    const project = new ProjectModel(options.binding, this.#lifetime.signal);
    this.model = this.#lifetime.add(new ModelSession(project));
    this.#lifetime.onDispose(() => this.#engineLifetime.dispose());
  }

  /** The sync engine of this folder; undefined while the folder follows no dev branch. */
  get sync(): Observable<SyncEngine | undefined> {
    return this.#engine;
  }

  /** The state of the saved files and of the followed branch. */
  get changes(): Observable<SavedChanges> {
    return this.#changes;
  }

  /** The dev branch this folder follows. */
  get branchName(): string | undefined {
    return this.#branchName;
  }

  /** The dev branch stored for this folder, whether or not it is followed yet. */
  get rememberedBranch(): string | undefined {
    return this.#options.host.branch.read();
  }

  deployment(): Promise<DeploymentSession> {
    return this.#options.deployment();
  }

  /** Reads the model's sources from disk once, and shows local problems. */
  loadModel(): Promise<void> {
    return this.model.project.load();
  }

  reloadModel(): Promise<void> {
    return this.model.project.reload();
  }

  /** Starts dev mode on `branchName` and follows the dev branch it opens. Writes no file. @throws PlatformError */
  async openDevMode(branchName: string, signal?: AbortSignal): Promise<SyncEngine> {
    const deployment = await this.deployment();
    const devMode = await deployment.startDevMode(branchName, signal);
    if (devMode.branchName === undefined) throw sessionErrors.error('no-dev-branch', [branchName]);
    await this.#options.host.branch.write(devMode.branchName);
    return this.#follow(devMode.branchName);
  }

  /** Ends dev mode on the platform; files stay as they are. */
  async leaveDevMode(signal?: AbortSignal): Promise<void> {
    const deployment = await this.deployment();
    await deployment.stopDevMode(signal);
    await this.unfollow();
  }

  /**
   * Creates the deleted branch again, with its name, and follows it. The folder's files count as newer than those of the branch it
   * is created from: the next plan pushes them, and deletes nothing. @throws PlatformError, UserError
   */
  async createAgain(signal?: AbortSignal): Promise<SyncEngine> {
    const { gone } = this.#changes.value;
    const branchName = this.#branchName;
    if (!gone || branchName === undefined) throw sessionErrors.error('branch-not-gone');
    const deployment = await this.deployment();
    await deployment.createBranch(branchName, gone.parent, signal);
    // Not in the same request: the platform accepts writes only after dev mode was started on the branch.
    const engine = await this.openDevMode(branchName, signal);
    await engine.startOver(signal);
    return engine;
  }

  /** Stops following the dev branch without a request to the platform. */
  async unfollow(): Promise<void> {
    await this.#options.host.branch.write(undefined);
    this.#forgetBranch();
    this.#branchName = undefined;
    this.#engine.set(undefined);
  }

  /** Follows the stored dev branch. Sends no request: the guard checks before each write that the branch is still open. */
  async resume(): Promise<SyncEngine | undefined> {
    if (!this.#engine.value && this.rememberedBranch !== undefined) await this.deployment();
    return this.#followRemembered();
  }

  /** A project file was saved or deleted in the editor. Resolves after push and validation; failures are in `changes`. */
  async saved(path: string): Promise<void> {
    const files = await this.model.project.readSaved(path);
    const engine = this.#options.host.pushOnSave() ? this.#followRemembered() : undefined;
    if (!engine) return;
    this.#report({ type: 'saved' });
    // `onPushSaved` handles the result and the failure.
    await engine.save(files).catch(() => {});
    await this.#validated;
  }

  /** Another program changed files: reads them again and pushes nothing. */
  changedOnDisk(paths: readonly string[]): Promise<void> {
    return this.model.project.readChanged(paths);
  }

  /** Validates the dev branch on the platform. @throws PlatformError; an older report is withdrawn then */
  async validate(signal?: AbortSignal): Promise<SavedChanges> {
    const branchName = this.#branchName;
    if (!this.#engine.value || branchName === undefined) throw sessionErrors.error('no-followed-branch');
    const { signal: engineSignal } = this.#engineLifetime;
    const whole = signal ? AbortSignal.any([signal, engineSignal]) : engineSignal;
    const deployment = await this.deployment();
    throwIfAborted(whole);
    const input = { params: { deploymentId: deployment.id }, query: { branchName } };
    this.#report({ type: 'validation begun' });
    const { generation } = this.#changes.value;
    const { generation: texts } = this.model;
    // The platform answers about files that were saved again, or that were validated again.
    const isOutdated = () => generation !== this.#changes.value.generation;
    try {
      const answer = await deployment.client.call(dataModelOperations.validate, input, { signal: whole });
      const { valid, errors } = answer;
      const notComputed = (answer.notComputed ?? []).map((one) => ({ message: one.reason, notComputed: one.member }));
      if (isOutdated()) return this.#changes.value;
      this.model.report(texts, [...errors, ...notComputed]);
      this.#report({ type: 'validated', generation, valid });
      return this.#changes.value;
    } catch (failure) {
      if (!isOutdated()) {
        this.model.withdraw();
        this.#report({ type: 'validation failed', generation, ...(!isCancellation(failure) && { failure }) });
      }
      throw failure;
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #followRemembered(): SyncEngine | undefined {
    const branchName = this.rememberedBranch;
    return this.#engine.value ?? (branchName === undefined ? undefined : this.#follow(branchName));
  }

  #follow(branchName: string): SyncEngine {
    const { binding, host, storageFolder, log } = this.#options;
    if (this.#engine.value && this.#branchName === branchName) return this.#engine.value;
    this.#forgetBranch();
    const engine = this.#engineLifetime.add(
      new SyncEngine({
        target: {
          origin: binding.connectionId,
          deploymentId: binding.deploymentId,
          branchName,
          projectFolder: binding.projectFolder,
          modelFolder: binding.modelFolder,
        },
        client: DeploymentSession.engineClient(() => this.deployment()),
        storageFolder,
        log,
        isDirty: (path) => host.isDirty(path),
      }),
    );
    this.#engineLifetime.add(engine.watch());
    if (host.onReturn) this.#engineLifetime.add(host.onReturn(() => engine.requestRescan()));
    this.#engineLifetime.add(engine.onDidPush(() => this.#pushAccepted(branchName)));
    this.#engineLifetime.add(engine.onPushSaved((push) => this.#pushSaved(push, branchName)));
    this.#engineLifetime.add(engine.state.onChange((sync) => this.#report({ type: 'synced', sync })));
    this.#followDeployment(branchName, engine, this.#engineLifetime);
    this.#branchName = branchName;
    this.#engine.set(engine);
    return engine;
  }

  /** Ends all work with the followed branch. */
  #forgetBranch(): void {
    this.#engineLifetime.dispose();
    this.#engineLifetime = new Lifetime();
    this.model.withdraw();
    this.#report({ type: 'unfollowed' });
  }

  #report(event: SaveEvent): void {
    this.#changes.update((state) => afterEvent(state, event));
  }

  /** Observes the builds of the branch and whether it still exists. */
  #followDeployment(branchName: string, engine: SyncEngine, whileFollowed: Lifetime): void {
    const follow = (deployment: DeploymentSession) => {
      const { builds, branches } = deployment;
      if (whileFollowed.disposed) return;
      whileFollowed.add(this.#changes.onChange(() => void this.#lookForBranch(branchName, deployment, whileFollowed)));
      whileFollowed.add(
        branches.onChange(({ phase, items, hasMore }) => {
          const isListed = phase !== 'ready' || hasMore || items.some(({ name }) => name === branchName);
          // The list may be older than the branch. The comparison tells.
          if (!isListed && !this.#changes.value.gone) engine.requestRescan();
        }),
      );
      const read = () => {
        const status = builds.value.get(branchName);
        if (status && status !== this.#changes.value.buildStatus) this.#report({ type: 'build read', status });
      };
      whileFollowed.add(builds.onChange(read));
      whileFollowed.add(
        builds.onDidEnd((end) => {
          if (end.branchName !== branchName) return;
          if ('failure' in end) this.#report({ type: 'build failed', failure: end.failure });
          else this.#report({ type: 'build ended', status: end.status });
        }),
      );
      read();
    };
    // The error is shown where the deployment was opened.
    this.deployment().then(follow, () => {});
  }

  /** After an answer that the platform does not find something, looks whether that is the branch. */
  async #lookForBranch(branchName: string, deployment: DeploymentSession, whileFollowed: Lifetime): Promise<void> {
    const doubt = doubtOf(this.#changes.value);
    if (doubt === undefined || doubt === this.#doubt) return;
    this.#doubt = doubt;
    const deletion = await deployment.findDeletion(branchName);
    if (deletion && !whileFollowed.disposed) this.#report({ type: 'branch gone', ...deletion });
  }

  /** The platform has the files: validation need not wait for the listing that verifies the push. */
  #pushAccepted(branchName: string): void {
    this.#report({ type: 'push accepted' });
    this.deployment().then(
      ({ builds }) => builds.followPush(branchName),
      () => {},
    );
    const { push, isMoreSaved } = this.#changes.value;
    if (push === 'accepted' && !isMoreSaved && this.#options.host.validateOnSave()) this.#requestValidation();
  }

  #requestValidation(): void {
    const onFailure = (failure: unknown) => {
      if (!isCancellation(failure)) this.#options.log.warn(`After a save: ${messageOf(failure)}`);
    };
    this.#validated = this.#validating.request().then(() => {}, onFailure);
  }

  #pushSaved(attempt: SavedPush, branchName: string): void {
    const { value: before } = this.#changes;
    switch (attempt.phase) {
      case 'begun':
        this.#report({ type: 'push begun' });
        return;
      case 'ended': {
        const { halt, done } = attempt.result;
        const isSent = done.some(({ direction }) => direction === 'push');
        // The answer to the push was lost, and the branch shows the files.
        if (isSent && before.push === 'pushing') this.#pushAccepted(branchName);
        this.#report({ type: 'push ended', halted: halt !== undefined });
        if (halt) this.model.withdraw();
        else this.#validateSaved(isSent || before.push === 'accepted');
        return;
      }
      case 'failed':
        if (isCancellation(attempt.failure)) return;
        this.model.withdraw();
        // Retries fail in the same way; one message is enough.
        if (before.failed === undefined) {
          this.#options.log.warn(`After saving ${attempt.paths.join(', ')}: ${messageOf(attempt.failure)}`);
        }
        this.#report({ type: 'push failed', failure: attempt.failure });
    }
  }

  /** @param isAccepted the push changed the branch, so that its validation has begun where the settings want one */
  #validateSaved(isAccepted: boolean): void {
    const { push, validation } = this.#changes.value;
    // Files that were saved since are pushed next, and validated then.
    if (push !== 'pushed' || (validation !== 'due' && validation !== 'failed')) return;
    if (!this.#options.host.validateOnSave()) {
      this.model.withdraw();
      this.#report({ type: 'validation withdrawn' });
    } else if (!isAccepted) this.#requestValidation();
  }
}

/** The answer that makes it doubtful whether the branch exists; undefined if there is none. */
function doubtOf({ failed, sync, buildStatus, gone }: SavedChanges): unknown {
  if (gone) return undefined;
  const isNotFound = (failure: unknown) => failure instanceof PlatformError && failure.kind === 'not-found';
  const failure = [failed?.failure, sync.failure].find(isNotFound);
  return failure ?? (buildStatus && isUnknownBranch(buildStatus) ? buildStatus : undefined);
}
