/** The state of the dbt Syncs view. */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import { noConnection } from '../../session/binding.ts';
import type { Connections } from '../../session/connections.ts';
import { DbtSyncs } from '../../session/dbt/dbtSyncs.ts';
import {
  type AcceptEntry,
  type GeneratedFile,
  planAccept,
  readGeneratedFiles,
} from '../../session/dbt/generatedFiles.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import { ProjectFiles } from '../../sync/local/projectFiles.ts';
import { forEachItem } from '../shell/observe.ts';
import { LoadFailures } from '../tree/loads.ts';
import { rowId } from '../tree/row.ts';
import type { ShownDeployments } from '../tree/shownDeployments.ts';
import type { ComparedFiles, SyncedDeployment, SyncTarget } from './syncRows.ts';

interface SyncsModelOptions {
  connections: Connections;
  folders: Folders;
  shown: ShownDeployments;
  /** Absolute path of the folder for the trash. */
  storageFolder: string;
  /** Milliseconds between two polls; for tests. */
  intervalsMs?: readonly number[];
}

interface Tracked {
  platform: PlatformSession;
  deployment: DeploymentSession;
  syncs: DbtSyncs;
  lifetime: Lifetime;
}

/** The generated files of this many syncs are kept. */
const maxGenerated = 5;

export class SyncsModel implements Disposable {
  readonly #options: SyncsModelOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #tracked = new Map<string, Tracked>();
  readonly #failures = new LoadFailures(() => this.#changed.fire());
  readonly #generated = new Map<string, Promise<readonly GeneratedFile[]>>();
  readonly #compared = new Map<string, ComparedFiles>();
  readonly #watches = new Map<DbtSyncs, Disposable>();
  #visible = false;

  constructor(options: SyncsModelOptions) {
    this.#options = options;
    this.#lifetime.add(options.shown.onChange(() => this.#changed.fire()));
    this.#lifetime.add(
      forEachItem(options.connections.list, (connection, lifetime) => {
        lifetime.add(connection.session.onChange(() => this.#forget(connection.id)));
        lifetime.onDispose(() => this.#forget(connection.id));
      }),
    );
    this.#lifetime.onDispose(() => {
      for (const { lifetime } of this.#tracked.values()) lifetime.dispose();
    });
  }

  /** Fires when `state()` may have changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** The deployments that the view shows. */
  get targets(): readonly SyncTarget[] {
    return this.#options.shown.targets;
  }

  /** Running syncs are polled only while the view is visible. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    for (const tracked of this.#tracked.values()) this.#watchWhileVisible(tracked);
  }

  state(): SyncedDeployment[] {
    return this.targets.map((target) => {
      const key = rowId(target);
      const failure = this.#failures.get(key);
      return {
        target,
        syncs: this.#tracked.get(key)?.syncs.state(),
        ...(failure !== undefined && { failure }),
        bound: this.folderOf(target) !== undefined,
        files: this.#compared,
      };
    });
  }

  /** Loads the first page of each deployment, once. Never rejects; errors are part of the state. */
  async load(): Promise<void> {
    await Promise.all(this.targets.map((target) => this.#load(target)));
  }

  /** Loads again what is loaded. Never rejects. */
  async reload(): Promise<void> {
    this.#failures.clear();
    this.#compared.clear();
    const loaded = [...this.#tracked.values()];
    await Promise.all([this.load(), ...loaded.map(({ syncs }) => syncs.reload())]);
    this.#changed.fire();
  }

  /** The syncs of a deployment. @throws UserError, PlatformError */
  async syncsOf(target: SyncTarget): Promise<DbtSyncs> {
    return (await this.#open(target)).syncs;
  }

  /** The session of a deployment. @throws UserError, PlatformError */
  async deploymentOf(target: SyncTarget): Promise<DeploymentSession> {
    return (await this.#open(target)).deployment;
  }

  /** The workspace folder that is bound to the deployment. */
  folderOf({ connectionId, deploymentId }: SyncTarget): BoundFolder | undefined {
    return this.#options.folders.list.value.find(
      ({ binding }) => binding.connectionId === connectionId && binding.deploymentId === deploymentId,
    );
  }

  projectFilesOf({ binding }: BoundFolder): ProjectFiles {
    return new ProjectFiles(binding, this.#options.storageFolder);
  }

  /** Compares the generated files of a sync with the bound folder. @throws UserError `files-gone`, PlatformError */
  async compare(target: SyncTarget): Promise<readonly AcceptEntry[]> {
    const id = target.syncJobId!;
    try {
      const files = await this.#readGenerated(target);
      const folder = this.folderOf(target);
      const paths = files.map(({ path }) => path);
      const entries = planAccept(files, {
        modelFolder: folder?.binding.modelFolder ?? 'model',
        local: folder ? await this.projectFilesOf(folder).hashes(paths) : new Map(),
        remote: folder?.session.value?.sync.value?.state.value.plan?.remote,
      });
      this.#compared.set(id, { entries });
      return entries;
    } catch (failure) {
      this.#compared.set(id, { failure });
      throw failure;
    } finally {
      this.#changed.fire();
    }
  }

  /** Like `compare`, but the error is part of the state, and is tried again only after `reload`. */
  async loadFiles(target: SyncTarget): Promise<void> {
    const known = this.#compared.get(target.syncJobId!);
    if (known && 'failure' in known) return;
    await this.compare(target).catch(() => {});
  }

  /** The content of a generated file. @throws UserError, PlatformError */
  async content(target: SyncTarget): Promise<string> {
    const files = await this.#readGenerated(target);
    return files.find(({ path }) => path === target.file)?.content ?? '';
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #load(target: SyncTarget): Promise<void> {
    await this.#failures.attempt(rowId(target), async () => {
      const { platform, syncs } = await this.#open(target);
      await platform.require(dbtSyncOperations.listDbtSyncs, target.deploymentId);
      await syncs.load();
    });
  }

  async #open(target: SyncTarget): Promise<Tracked> {
    const key = rowId(target);
    const connection = this.#options.connections.get(target.connectionId);
    if (!connection) throw noConnection(target.connectionId);
    const platform = await connection.open();
    const deployment = platform.deployment(target.deploymentId);
    const known = this.#tracked.get(key);
    if (known?.deployment === deployment) return known;
    known?.lifetime.dispose();
    const lifetime = new Lifetime();
    const syncs = lifetime.add(new DbtSyncs(deployment.writer, deployment.id, this.#options.intervalsMs));
    lifetime.add(syncs.onChange(() => this.#changed.fire()));
    const tracked = { platform, deployment, syncs, lifetime };
    this.#tracked.set(key, tracked);
    this.#watchWhileVisible(tracked);
    return tracked;
  }

  #watchWhileVisible({ syncs, lifetime }: Tracked): void {
    const watch = this.#watches.get(syncs);
    if (this.#visible && !watch && !lifetime.disposed) {
      this.#watches.set(syncs, syncs.watch());
      lifetime.onDispose(() => this.#watches.delete(syncs));
    } else if (!this.#visible && watch) {
      watch.dispose();
      this.#watches.delete(syncs);
    }
  }

  async #readGenerated(target: SyncTarget): Promise<readonly GeneratedFile[]> {
    const id = target.syncJobId!;
    const known = this.#generated.get(id);
    if (known) return known;
    const { client } = await this.deploymentOf(target);
    const reading = readGeneratedFiles(client, { deploymentId: target.deploymentId, syncJobId: id });
    this.#generated.set(id, reading);
    reading.catch(() => this.#generated.delete(id));
    for (const old of [...this.#generated.keys()].slice(0, -maxGenerated)) this.#generated.delete(old);
    return reading;
  }

  /** The session of a connection closed, or another one opened. */
  #forget(connectionId: string): void {
    for (const [key, { deployment, lifetime }] of this.#tracked) {
      if (deployment.connectionId !== connectionId) continue;
      lifetime.dispose();
      this.#tracked.delete(key);
    }
    for (const target of this.targets) if (target.connectionId === connectionId) this.#failures.delete(rowId(target));
    if (!this.#lifetime.disposed) this.#changed.fire();
  }
}
