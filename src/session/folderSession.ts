/**
 * One bound folder at work: its model, the dev branch it follows, the sync between them, and what happens after a save:
 * local findings at once, then push, then the platform's verdict. Saving waits for none of it.
 */

import { Coalesced, Limit } from '../base/async.ts';
import { isCancellation, messageOf, UserError } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { operations } from '../contract/operations.ts';
import { SyncEngine } from '../sync/syncEngine.ts';
import type { Binding } from './binding.ts';
import type { DeploymentSession } from './deploymentSession.ts';
import { isRead, modelFilesBelow, projectFiles, readModelFiles } from './modelFiles.ts';
import { ModelSession } from './modelSession.ts';

/** What the editor lends a folder. */
export interface FolderHost {
  /** The saved text of a project file; undefined when there is none. */
  readText(path: string): Promise<string | undefined>;
  /** Whether an open document of the file has unsaved edits. */
  isDirty(path: string): boolean;
  /** Whether the folder's git repository is in the middle of a merge or rebase. */
  isMerging(): boolean;
  /** Somebody comes back to the editor, and may have changed files elsewhere. */
  readonly onReturn?: Event<void>;
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
  /** Saved files that have not gone up yet. */
  readonly #waiting = new Set<string>();
  readonly #afterSave: Coalesced<void>;
  /** Texts reach the index in the order in which they were read. */
  readonly #reading = new Limit(1);
  /** Whether the branch, as far as we know, is not the one the platform spoke about last. */
  #verdictDue = false;
  #pushing = false;
  /** Numbers of the validation asked for last, and of the latest one that was answered. */
  #asked = 0;
  #answered = 0;
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

  reloadModel(): Promise<void> {
    const { projectFolder, modelFolder } = this.binding;
    return this.#reading.run(async () => {
      const changes = new Map<string, string | undefined>();
      for (const file of projectFiles) changes.set(file, undefined);
      for (const { path: file } of this.model.index.files) changes.set(file, undefined);
      for await (const { path: file, text } of readModelFiles(projectFolder, modelFolder, this.#lifetime.signal)) {
        changes.set(file, text);
      }
      this.model.change(changes);
    });
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
    this.#forgetBranch();
    this.#branchName = undefined;
    this.#engine.set(undefined);
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
    const deployment = await this.deployment();
    // Dev mode may have been left, or opened on another branch, meanwhile.
    return this.rememberedBranch === remembered ? this.#follow(deployment, remembered) : this.#engine.value;
  }

  /** A project file was saved (or deleted) in the editor. Local findings follow at once, the rest in the background. */
  async saved(path: string): Promise<void> {
    await this.loadModel();
    const paths = await this.#reading.run(async () => {
      const files = await this.#filesAt(path);
      const sources = files.filter((file) => isRead(file, this.binding.modelFolder));
      if (sources.length > 0) this.model.change(await this.#readAll(sources));
      return files;
    });
    if (!this.#options.host.pushOnSave()) return;
    for (const file of paths) this.#waiting.add(file);
    await this.#afterSave.request();
  }

  /** Files changed on disk without the editor: read them anew, push nothing. */
  async changedOnDisk(paths: readonly string[]): Promise<void> {
    await this.loadModel();
    await this.#reading.run(async () => {
      const files = new Set((await Promise.all(paths.map((file) => this.#filesAt(file)))).flat());
      const sources = [...files].filter((file) => isRead(file, this.binding.modelFolder));
      const read = await this.#readAll(sources);
      const changes = read.filter(([file, text]) => this.model.index.text(file)?.text !== text);
      if (changes.length > 0) this.model.change(changes);
    });
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
    this.#asked += 1;
    const turn = this.#asked;
    // An answer to an older question than the one that was answered last, or about a branch that was left, says nothing.
    const isCurrent = () => this.#engine.value === engine && turn > this.#answered;
    this.#validation.set({ phase: 'running' });
    try {
      const verdict = await deployment.client.call(
        operations.validate,
        { params: { deploymentId: deployment.id }, query: { branchName } },
        { signal: signal ? AbortSignal.any([signal, this.#engineLifetime.signal]) : this.#engineLifetime.signal },
      );
      if (!isCurrent()) return this.#validation.value;
      this.#answered = turn;
      const isAskedAnew = this.#waiting.size > 0 || this.#pushing || turn !== this.#asked;
      if (generation < this.model.generation && isAskedAnew) {
        // About texts that were saved over meanwhile: those go up next or already do, and are asked about then.
        this.#verdictDue = true;
        return this.#validation.value;
      }
      this.model.report(generation, verdict.errors);
      this.#failure.set(undefined);
      if (turn !== this.#asked) return this.#validation.value;
      this.#verdictDue = false;
      this.#validation.set({
        phase: 'done',
        valid: verdict.valid,
        cubes: verdict.cubesCount ?? undefined,
        at: new Date(),
      });
    } catch (failure) {
      if (isCurrent() && turn === this.#asked) {
        this.#answered = turn;
        this.#verdictDue = true;
        this.model.withdraw();
        this.#validation.set(isCancellation(failure) ? { phase: 'none' } : { phase: 'failed', failure });
      }
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

  /** A path as the files it stands for: a folder that came, went or got another name means every source it holds or held. */
  async #filesAt(path: string): Promise<string[]> {
    const { projectFolder, modelFolder } = this.binding;
    const known = [...this.model.index.files].map((file) => file.path).filter((file) => file.startsWith(`${path}/`));
    const below = new Set([...known, ...(await modelFilesBelow(projectFolder, modelFolder, path))]);
    return below.size > 0 ? [...below] : [path];
  }

  #readAll(files: readonly string[]): Promise<[string, string | undefined][]> {
    return Promise.all(files.map(async (file) => [file, await this.#options.host.readText(file)]));
  }

  #follow(deployment: DeploymentSession, branchName: string): SyncEngine {
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
        client: deployment.caller,
        storageFolder,
        log,
        isDirty: (path) => host.isDirty(path),
        openMerge: () => host.isMerging(),
      }),
    );
    this.#engineLifetime.add(engine.watch());
    if (host.onReturn) this.#engineLifetime.add(host.onReturn(() => engine.glance()));
    this.#engineLifetime.add(
      // After an outage sync sends by itself what was saved meanwhile.
      engine.onDidPush(() => {
        if (!this.#pushing && this.#failure.value !== undefined) void this.#afterSave.request();
      }),
    );
    this.#engineLifetime.add(engine.onDidPush(() => deployment.builds.followPush(branchName)));
    this.#branchName = branchName;
    this.#engine.set(engine);
    return engine;
  }

  /** Ends all work with the branch followed so far, and forgets what was known of it. */
  #forgetBranch(): void {
    this.#engineLifetime.dispose();
    this.#engineLifetime = new Lifetime();
    if (this.#engine.value) this.#waiting.clear();
    this.#verdictDue = false;
    this.model.withdraw();
    this.#validation.set({ phase: 'none' });
    this.#failure.set(undefined);
  }

  async #pushAndValidate(): Promise<void> {
    let engine: SyncEngine | undefined;
    let paths: string[] = [];
    try {
      engine = await this.resume();
      if (!engine) return this.#waiting.clear();
      paths = [...this.#waiting];
      this.#waiting.clear();
      const { done, verdict } = await this.#push(engine, paths);
      if (!done) return;
      // What was saved meanwhile goes up next, and is asked about then.
      if ((verdict || this.#verdictDue) && this.#waiting.size > 0) return;
      if (verdict) await verdict;
      else if (this.#verdictDue) {
        if (this.#options.host.validateOnSave()) await this.validate();
        else this.#setAsideVerdict();
      }
      this.#failure.set(undefined);
    } catch (failure) {
      if (isCancellation(failure) || (engine && engine !== this.#engine.value)) return;
      for (const file of paths) this.#waiting.add(file);
      this.#verdictDue = true;
      this.model.withdraw();
      this.#options.log.warn(`After saving ${paths.join(', ')}: ${messageOf(failure)}`);
      this.#failure.set(failure);
    }
  }

  /**
   * @returns whether it is done (where sync halted, its state says why), and the verdict asked for as soon as the platform
   * had the files: it need not wait for sync to see them there. @throws PlatformError
   */
  async #push(
    engine: SyncEngine,
    paths: readonly string[],
  ): Promise<{ done: boolean; verdict?: Promise<unknown> | undefined }> {
    if (paths.length === 0) return { done: true };
    this.#pushing = true;
    let verdict: Promise<unknown> | undefined;
    const accepted = engine.onDidPush(() => {
      if (engine !== this.#engine.value || this.#waiting.size > 0 || !this.#options.host.validateOnSave()) return;
      verdict ??= this.validate();
      verdict.catch(() => {});
    });
    try {
      const result = await engine.pushSaved(paths);
      if (engine !== this.#engine.value) return { done: false };
      if (!verdict && result.done.some(({ direction }) => direction === 'push')) this.#verdictDue = true;
      if (!result.halt) return { done: true, verdict };
      // The branch stays behind the saved texts: what was said about it, or is about to be, is about older ones.
      this.#answered = this.#asked;
      this.#setAsideVerdict();
      this.#verdictDue = true;
      this.#failure.set(undefined);
      return { done: false };
    } finally {
      accepted.dispose();
      this.#pushing = false;
    }
  }

  #setAsideVerdict(): void {
    this.#verdictDue = false;
    this.model.withdraw();
    this.#validation.set({ phase: 'none' });
  }
}
