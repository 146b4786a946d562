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
import type { SavedPush } from '../sync/saveQueue.ts';
import { SyncEngine } from '../sync/syncEngine.ts';
import type { Binding } from './binding.ts';
import { BranchValidation, type ValidationState } from './branchValidation.ts';
import type { DeploymentSession } from './deploymentSession.ts';
import { sessionErrors } from './errors.ts';
import { ModelReader } from './modelReader.ts';
import { ModelSession } from './modelSession.ts';

/** What a folder session needs from the editor. */
export interface FolderHost {
  /** The saved text of a project file; undefined when it does not exist. */
  readText(path: string): Promise<string | undefined>;
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
  readonly #failure = this.#lifetime.add(new Value<unknown>(undefined));
  readonly #reader: ModelReader;
  readonly #validation: BranchValidation;
  /** One validation after saves at a time; a save during one is validated next. */
  readonly #validating = new Coalesced(() => {
    this.#isValidationQueued = false;
    return this.validate();
  });
  /** The validation that began as soon as the platform had the saved files. */
  #early: Promise<unknown> | undefined;
  /** The work after the latest push of saved files. */
  #afterPush: Promise<void> = Promise.resolve();
  #isValidationQueued = false;
  #engineLifetime = new Lifetime();
  #branchName: string | undefined;

  constructor(options: FolderSessionOptions) {
    this.#options = options;
    this.binding = options.binding;
    this.model = this.#lifetime.add(new ModelSession(options.binding.modelFolder));
    this.#reader = new ModelReader({
      binding: options.binding,
      model: this.model,
      readText: (path) => options.host.readText(path),
      ended: this.#lifetime.signal,
    });
    const isOutdated = () => {
      const engine = this.#engine.value;
      return this.#isValidationQueued || engine?.hasWaitingSaves === true || engine?.isPushingSaves === true;
    };
    this.#validation = this.#lifetime.add(new BranchValidation(this.model, isOutdated));
    this.#lifetime.onDispose(() => this.#engineLifetime.dispose());
  }

  /** The sync engine of this folder; undefined while the folder follows no dev branch. */
  get sync(): Observable<SyncEngine | undefined> {
    return this.#engine;
  }

  get validation(): Observable<ValidationState> {
    return this.#validation.state;
  }

  /** The last failure after a save; undefined after a success. Shown in the status bar, not as a problem. */
  get failure(): Observable<unknown> {
    return this.#failure;
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
    return this.#reader.load();
  }

  reloadModel(): Promise<void> {
    return this.#reader.reload();
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

  /** A project file was saved or deleted in the editor. Resolves after push and validation; failures are in `failure`. */
  async saved(path: string): Promise<void> {
    const files = await this.#reader.readSaved(path);
    if (!this.#options.host.pushOnSave()) return;
    // `onDidPushSaved` handles the result and the failure.
    await this.#followRemembered()
      ?.save(files)
      .catch(() => {});
    await this.#afterPush;
  }

  /** Another program changed files: reads them again and pushes nothing. */
  changedOnDisk(paths: readonly string[]): Promise<void> {
    return this.#reader.readChanged(paths);
  }

  /** Validates the dev branch on the platform. @throws PlatformError; an older report is withdrawn then */
  async validate(signal?: AbortSignal): Promise<ValidationState> {
    const branchName = this.#branchName;
    if (!this.#engine.value || branchName === undefined) throw sessionErrors.error('no-followed-branch');
    const { signal: engineSignal } = this.#engineLifetime;
    const whole = signal ? AbortSignal.any([signal, engineSignal]) : engineSignal;
    const deployment = await this.deployment();
    throwIfAborted(whole);
    const input = { params: { deploymentId: deployment.id }, query: { branchName } };
    const state = await this.#validation.run(() =>
      deployment.client.call(dataModelOperations.validate, input, { signal: whole }),
    );
    if (state.phase === 'done') this.#failure.set(undefined);
    return state;
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
        client: {
          call: async (operation, input, options) => (await this.deployment()).caller.call(operation, input, options),
        },
        storageFolder,
        log,
        isDirty: (path) => host.isDirty(path),
      }),
    );
    this.#engineLifetime.add(engine.watch());
    if (host.onReturn) this.#engineLifetime.add(host.onReturn(() => engine.requestRescan()));
    this.#engineLifetime.add(engine.onDidPush(() => this.#onPushed(engine, branchName)));
    this.#engineLifetime.add(
      engine.onDidPushSaved((push) => {
        this.#afterPush = this.#finishSave(engine, push);
      }),
    );
    this.#branchName = branchName;
    this.#engine.set(engine);
    return engine;
  }

  /** Ends all work with the followed branch. */
  #forgetBranch(): void {
    this.#engineLifetime.dispose();
    this.#engineLifetime = new Lifetime();
    this.#early = undefined;
    this.#validation.reset();
    this.#failure.set(undefined);
  }

  /** The platform has the files: validation need not wait for the listing that verifies the push. */
  #onPushed(engine: SyncEngine, branchName: string): void {
    this.deployment().then(
      ({ builds }) => builds.followPush(branchName),
      () => {},
    );
    if (!engine.isPushingSaves || engine.hasWaitingSaves || !this.#options.host.validateOnSave()) return;
    this.#early = this.#requestValidation();
    this.#early.catch(() => {});
  }

  #requestValidation(): Promise<ValidationState> {
    this.#isValidationQueued = true;
    return this.#validating.request();
  }

  async #finishSave(engine: SyncEngine, { paths, result, failure }: SavedPush): Promise<void> {
    const early = this.#early;
    this.#early = undefined;
    try {
      if (!result) throw failure;
      if (result.halt) {
        // The branch is behind the saved files, so every report is about older texts.
        this.#validation.reset();
        this.#validation.setDue();
      } else {
        if (!early && result.done.some(({ direction }) => direction === 'push')) this.#validation.setDue();
        // Files saved since are pushed next, and validated then.
        if (engine.hasWaitingSaves) return;
        if (early) await early;
        else if (this.#validation.isDue) {
          if (this.#options.host.validateOnSave()) await this.#requestValidation();
          else this.#validation.withdraw();
        }
      }
      this.#failure.set(undefined);
    } catch (cause) {
      if (isCancellation(cause) || engine !== this.#engine.value) return;
      this.#validation.setDue();
      this.model.withdraw();
      // Retries fail in the same way; one message is enough.
      if (this.#failure.value === undefined) {
        this.#options.log.warn(`After saving ${paths.join(', ')}: ${messageOf(cause)}`);
      }
      this.#failure.set(cause);
    }
  }
}
