/**
 * One bound folder at work: its model, the dev branch it follows, the sync between them, and what happens after a save:
 * local findings at once, then push, then the platform's verdict. Saving waits for none of it.
 */

import { Coalesced } from '../base/async.ts';
import { isCancellation, UserError } from '../base/errors.ts';
import { type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { operations } from '../contract/operations.ts';
import { SyncEngine } from '../sync/syncEngine.ts';
import type { Binding } from './binding.ts';
import type { DeploymentSession } from './deploymentSession.ts';
import { isModelSource, readModelFiles } from './modelFiles.ts';
import { ModelSession } from './modelSession.ts';

/** What the editor lends a folder. */
export interface FolderHost {
  /** The saved text of a project file; undefined when there is none. */
  readText(path: string): Promise<string | undefined>;
  /** Whether an open document of the file has unsaved edits. */
  isDirty(path: string): boolean;
  /** Whether the folder's git repository is in the middle of a merge or rebase. */
  isMerging(): boolean;
  /** The dev branch this folder follows, remembered across reloads of the window. */
  readonly branch: { read(): string | undefined; write(name: string | undefined): PromiseLike<void> };
  pushOnSave(): boolean;
  validateOnSave(): boolean;
}

export type ValidationState =
  | { phase: 'none' }
  | { phase: 'running' }
  | { phase: 'done'; valid: boolean; cubes: number | undefined; at: Date }
  | { phase: 'failed'; failure: unknown };

export interface FolderSessionOptions {
  binding: Binding;
  host: FolderHost;
  /** Absolute path of a folder of ours for base, trash and journal. */
  storageFolder: string;
  deployment: () => Promise<DeploymentSession>;
  log: Log;
}

export class FolderSession implements Disposable {
  readonly binding: Binding;
  readonly model: ModelSession;
  readonly #options: FolderSessionOptions;
  readonly #lifetime = new Lifetime();
  readonly #engine = new Value<SyncEngine | undefined>(undefined);
  readonly #validation = new Value<ValidationState>({ phase: 'none' });
  readonly #failure = new Value<unknown>(undefined);
  readonly #waiting = new Set<string>();
  readonly #afterSave: Coalesced<void>;
  #engineLifetime = new Lifetime();
  #branchName: string | undefined;
  #modelLoaded: Promise<void> | undefined;

  constructor(options: FolderSessionOptions) {
    this.#options = options;
    this.binding = options.binding;
    this.model = this.#lifetime.add(new ModelSession(options.binding.modelFolder));
    this.#afterSave = new Coalesced(() => this.#pushAndValidate());
    this.#lifetime.onDispose(() => this.#engineLifetime.dispose());
  }

  /** The sync of this folder with its dev branch; undefined while the folder follows none. */
  get sync(): Observable<SyncEngine | undefined> {
    return this.#engine;
  }

  get validation(): Observable<ValidationState> {
    return this.#validation;
  }

  /** What went wrong last after a save; undefined once something worked again. Belongs in the status bar, never in Problems. */
  get failure(): Observable<unknown> {
    return this.#failure;
  }

  /** The dev branch this folder follows. */
  get branchName(): string | undefined {
    return this.#branchName;
  }

  deployment(): Promise<DeploymentSession> {
    return this.#options.deployment();
  }

  /** Reads the model's sources from disk once; the local findings follow at once. */
  loadModel(): Promise<void> {
    this.#modelLoaded ??= this.reloadModel().catch((failure) => {
      this.#modelLoaded = undefined;
      throw failure;
    });
    return this.#modelLoaded;
  }

  async reloadModel(): Promise<void> {
    const { projectFolder, modelFolder } = this.binding;
    const changes = new Map<string, string | undefined>();
    for (const { path: file } of this.model.index.files) changes.set(file, undefined);
    for await (const { path: file, text } of readModelFiles(projectFolder, modelFolder, this.#lifetime.signal)) {
      changes.set(file, text);
    }
    this.model.change(changes);
  }

  /** Starts dev mode on `branchName` and follows the dev branch it opens. @throws PlatformError; nothing is written to disk. */
  async openDevMode(branchName: string, signal?: AbortSignal): Promise<SyncEngine> {
    const deployment = await this.deployment();
    const devMode = await deployment.startDevMode(branchName, signal);
    if (devMode.branchName === undefined) throw new UserError(`The platform opened no dev branch for ${branchName}.`);
    await this.#options.host.branch.write(devMode.branchName);
    return this.#follow(deployment, devMode.branchName);
  }

  /** Ends dev mode on the server; files stay as they are. */
  async leaveDevMode(signal?: AbortSignal): Promise<void> {
    const deployment = await this.deployment();
    await deployment.stopDevMode(signal);
    await this.unfollow();
  }

  /** Stops following the dev branch, without asking the server anything. */
  async unfollow(): Promise<void> {
    await this.#options.host.branch.write(undefined);
    this.#engineLifetime.dispose();
    this.#engineLifetime = new Lifetime();
    this.#branchName = undefined;
    this.#engine.set(undefined);
    this.model.withdraw();
    this.#validation.set({ phase: 'none' });
  }

  /** The dev branch this folder followed when it was last open, whether or not it is followed yet. */
  get rememberedBranch(): string | undefined {
    return this.#options.host.branch.read();
  }

  /**
   * Follows the dev branch this folder followed before the window opened. Asks the server nothing: whether that branch is
   * still the open one is the guard's question, put before every write.
   */
  async resume(): Promise<SyncEngine | undefined> {
    if (this.#engine.value) return this.#engine.value;
    const remembered = this.rememberedBranch;
    if (remembered === undefined) return undefined;
    return this.#follow(await this.deployment(), remembered);
  }

  /** A project file was saved (or deleted) in the editor. Local findings follow at once, the rest in the background. */
  async saved(path: string): Promise<void> {
    await this.loadModel();
    const paths = this.#filesAt(path);
    const sources = paths.filter((file) => isModelSource(file, this.binding.modelFolder));
    if (sources.length > 0) this.model.change(await this.#readAll(sources));
    if (!this.#options.host.pushOnSave()) return;
    for (const file of paths) this.#waiting.add(file);
    await this.#afterSave.request();
  }

  /** Files changed on disk without the editor: read them anew, push nothing. */
  async changedOnDisk(paths: readonly string[]): Promise<void> {
    await this.loadModel();
    const files = paths.flatMap((file) => this.#filesAt(file));
    const sources = files.filter((file) => isModelSource(file, this.binding.modelFolder));
    const changes = (await this.#readAll(sources)).filter(([file, text]) => this.model.index.file(file)?.text !== text);
    if (changes.length > 0) this.model.change(changes);
  }

  /** Asks the platform for its verdict on the dev branch. @throws PlatformError; an old verdict is withdrawn then. */
  async validate(signal?: AbortSignal): Promise<ValidationState> {
    const engine = this.#engine.value;
    const branchName = this.#branchName;
    if (!engine || branchName === undefined) {
      throw new UserError('This folder follows no dev branch.', { action: 'Open a branch in dev mode first.' });
    }
    const deployment = await this.deployment();
    const generation = this.model.generation;
    this.#validation.set({ phase: 'running' });
    try {
      const verdict = await deployment.client.call(
        operations.validate,
        { params: { deploymentId: deployment.id }, query: { branchName } },
        { signal: signal ?? this.#lifetime.signal },
      );
      if (this.#engine.value !== engine) return this.#validation.value;
      this.model.report(generation, verdict.errors);
      this.#validation.set({
        phase: 'done',
        valid: verdict.valid,
        cubes: verdict.cubesCount ?? undefined,
        at: new Date(),
      });
    } catch (failure) {
      if (generation === this.model.generation) this.model.withdraw();
      this.#validation.set(isCancellation(failure) ? { phase: 'none' } : { phase: 'failed', failure });
      throw failure;
    }
    return this.#validation.value;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#engine.dispose();
    this.#validation.dispose();
    this.#failure.dispose();
  }

  /** A path as the files it stands for: a deleted or renamed folder means every source it held. */
  #filesAt(path: string): string[] {
    const below = [...this.model.index.files].map((file) => file.path).filter((file) => file.startsWith(`${path}/`));
    return below.length > 0 ? below : [path];
  }

  #readAll(files: readonly string[]): Promise<[string, string | undefined][]> {
    return Promise.all(files.map(async (file) => [file, await this.#options.host.readText(file)]));
  }

  #follow(deployment: DeploymentSession, branchName: string): SyncEngine {
    const { binding, host, storageFolder, log } = this.#options;
    if (this.#engine.value && this.#branchName === branchName) return this.#engine.value;
    this.#engineLifetime.dispose();
    this.#engineLifetime = new Lifetime();
    const engine = this.#engineLifetime.add(
      new SyncEngine({
        target: {
          origin: binding.connectionId,
          deploymentId: binding.deploymentId,
          branchName,
          projectFolder: binding.projectFolder,
          modelFolder: binding.modelFolder,
        },
        client: deployment.caller,
        storageFolder,
        log,
        isDirty: (path) => host.isDirty(path),
        openMerge: () => host.isMerging(),
      }),
    );
    this.#engineLifetime.add(engine.watch());
    this.#branchName = branchName;
    this.#engine.set(engine);
    this.model.withdraw();
    this.#validation.set({ phase: 'none' });
    return engine;
  }

  async #pushAndValidate(): Promise<void> {
    const paths = [...this.#waiting];
    this.#waiting.clear();
    try {
      const engine = await this.resume();
      if (!engine) return;
      const result = await engine.pushSaved(paths);
      if (!result.done.some(({ direction }) => direction === 'push')) return;
      const deployment = await this.deployment();
      if (this.#branchName) deployment.builds.follow(this.#branchName);
      if (this.#options.host.validateOnSave()) await this.validate();
      this.#failure.set(undefined);
    } catch (failure) {
      if (isCancellation(failure)) return;
      this.#options.log.warn(
        `After saving ${paths.join(', ')}: ${failure instanceof Error ? failure.message : failure}`,
      );
      this.#failure.set(failure);
    }
  }
}
