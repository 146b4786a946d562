/**
 * The state of the deployments tree. Loads the content of a row when the tree expands it. A failed load is repeated only when
 * the user asks for it.
 */

import type { UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { Connections } from '../../session/connections.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { Folders } from '../../session/folders.ts';
import type { LazyList } from '../../session/lazyList.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';
import { shownConnection } from '../tree/connectionRow.ts';
import { LoadFailures, loadOnce, loadPagesWhile } from '../tree/loads.ts';
import type { Row, RowTarget } from '../tree/row.ts';
import type { ConnectionState, DeploymentsState, ListName } from './deploymentsState.ts';
import { TrackedDeployment } from './trackedDeployment.ts';

export interface DeploymentsModelOptions {
  connections: Connections;
  folders: Folders;
  /** Names of the workspace folders without a binding. */
  unboundFolders: () => readonly string[];
  /** The error to show for a connection that was closed without the user. */
  closedError: (connection: Connection) => UserError;
}

/** The fields of a row that the model reads. */
type ModelRow = Pick<Row<ListName>, 'kind' | 'target' | 'list'>;

/** Milliseconds between two reads of builds and pods while the tree is visible. A server changes them while the user looks. */
const runtimeMs = 30_000;

export class DeploymentsModel implements Disposable {
  readonly #options: DeploymentsModelOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = new Emitter<void>();
  /** Why connections are not open, by connection id. */
  readonly #failures = new LoadFailures(() => this.#changed.fire());
  readonly #deployments = new Map<DeploymentSession, TrackedDeployment>();
  #polling: ReturnType<typeof setInterval> | undefined;

  constructor(options: DeploymentsModelOptions) {
    this.#options = options;
    const { connections, folders } = options;
    const changed = () => this.#changed.fire();
    this.#lifetime.add(connections.list.onChange(changed));
    this.#lifetime.add(folders.list.onChange(changed));
    this.#lifetime.add(
      forEachSession(folders, ({ sync, changes }, _folder, lifetime) => {
        lifetime.add(sync.onChange(changed));
        let { gone } = changes.value;
        lifetime.add(
          changes.onChange((now) => {
            if (now.gone === gone) return;
            gone = now.gone;
            changed();
          }),
        );
        changed();
      }),
    );
    this.#lifetime.add(
      forEachItem(connections.list, (connection, lifetime) => {
        lifetime.onDispose(() => this.#failures.delete(connection.id));
        lifetime.add(
          forCurrent(connection.session, (session, whileOpen) => this.#addSession(connection, session, whileOpen)),
        );
      }),
    );
  }

  /** Fires when `state()` may have changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** For changes of the workspace that the model does not observe. */
  notifyWorkspaceChange(): void {
    this.#changed.fire();
  }

  state(): DeploymentsState {
    const { connections, folders, unboundFolders } = this.#options;
    return {
      connections: connections.list.value.map((connection) => this.#connectionState(connection)),
      bound: folders.list.value.map(({ name, session, binding: { connectionId, deploymentId } }) => ({
        folder: name,
        connectionId,
        deploymentId,
        branchName: session.value?.branchName,
        isGone: session.value?.changes.value.gone !== undefined,
      })),
      unbound: unboundFolders(),
    };
  }

  /** Loads the children of a row. Never rejects; errors are part of the state. */
  async load({ kind, target }: ModelRow): Promise<void> {
    const session = await this.#open(target);
    if (!session) return;
    if (kind === 'connection') {
      await session.deployments.load();
      return this.#loadBoundDeployments(target, session);
    }
    const tracked = this.#tracked(target, session);
    if (!tracked) return;
    if (kind === 'deployment') await tracked.readProductionBuild();
    else if (kind === 'branches') {
      // The rows are shown before these details of a few of them.
      await loadOnce(tracked.session.branches);
      await Promise.all([tracked.readProductionBuild(), tracked.readDevMode()]);
    } else if (kind === 'environments' || kind === 'variables' || kind === 'versions')
      await loadOnce(tracked.session[kind]);
    else if (kind === 'runtime')
      await Promise.all([loadOnce(tracked.session.pods), tracked.readProductionBuild(), tracked.readDevMode()]);
  }

  async loadMore({ target, list }: ModelRow): Promise<void> {
    await this.#list(target, list)?.loadMore();
  }

  /** Loads again what is loaded below a row, or everything. Never rejects. */
  async reload(row?: ModelRow): Promise<void> {
    if (!row) {
      const all = this.#options.connections.list.value.map(({ id }) => this.#reloadConnection(id));
      await Promise.all(all);
      return;
    }
    const { kind, target, list } = row;
    const isList = kind === 'branches' || kind === 'environments' || kind === 'variables' || kind === 'versions';
    const named = list ?? (isList ? kind : undefined);
    if (named) await this.#list(target, named)?.reload();
    else if (target.deploymentId === undefined) await this.#reloadConnection(target.connectionId);
    else await this.#trackedOf(target)?.reload();
  }

  /** Reads builds and pods again and again while they are visible. */
  setVisible(visible: boolean): void {
    clearInterval(this.#polling);
    this.#polling = undefined;
    if (!visible) return;
    void this.refreshRuntime();
    this.#polling = setInterval(() => void this.refreshRuntime(), runtimeMs);
  }

  /** Reads the loaded builds and pods again. Never rejects. */
  async refreshRuntime(): Promise<void> {
    await Promise.all([...this.#deployments.values()].map((tracked) => tracked.refreshRuntime()));
  }

  /** Loads pages until a deployment is in the list. Never rejects. */
  async find(target: RowTarget): Promise<void> {
    const deployments = (await this.#open(target))?.deployments;
    if (!deployments) return;
    await loadOnce(deployments);
    await loadPagesWhile(deployments, () => !this.isListed(target));
  }

  isListed({ connectionId, deploymentId }: RowTarget): boolean {
    const listed = this.#options.connections.get(connectionId)?.session.value?.deployments.value.items;
    return listed?.some(({ id }) => String(id) === deploymentId) ?? false;
  }

  /** Loads the lists that the filter searches: deployments, and branches of expanded deployments. */
  async search(isWanted: () => boolean): Promise<void> {
    const lists = [
      ...this.#options.connections.list.value.flatMap(({ session }) => session.value?.deployments ?? []),
      ...[...this.#deployments.keys()].map(({ branches }) => branches).filter(({ value }) => value.phase !== 'idle'),
    ];
    await Promise.all(
      lists.map(async (list) => {
        await loadOnce(list);
        await loadPagesWhile(list, isWanted);
      }),
    );
  }

  dispose(): void {
    clearInterval(this.#polling);
    this.#lifetime.dispose();
    this.#changed.dispose();
  }

  #addSession(connection: Connection, session: PlatformSession, whileOpen: Lifetime): void {
    const changed = () => this.#changed.fire();
    this.#failures.delete(connection.id);
    whileOpen.add(session.deployments.onChange(changed));
    whileOpen.add(session.me.onChange(changed));
    whileOpen.add(session.reachable.onChange(changed));
    // A deployment that a folder uses is shown with its state before its row is expanded.
    for (const { binding } of this.#options.folders.list.value) {
      if (binding.connectionId === connection.id) {
        this.#tracked({ connectionId: connection.id, deploymentId: binding.deploymentId }, session);
      }
    }
    whileOpen.onDispose(() => {
      for (const [deployment, tracked] of this.#deployments) {
        if (deployment.connectionId !== connection.id) continue;
        tracked.dispose();
        this.#deployments.delete(deployment);
      }
      if (!this.#lifetime.disposed && this.#options.connections.get(connection.id) === connection) {
        this.#failures.set(connection.id, this.#options.closedError(connection));
      }
      changed();
    });
    changed();
  }

  async #open({ connectionId }: RowTarget): Promise<PlatformSession | undefined> {
    const connection = this.#options.connections.get(connectionId);
    return connection && this.#failures.attempt(connectionId, () => connection.open());
  }

  /** Loads pages until all bound deployments are in the list. */
  async #loadBoundDeployments({ connectionId }: RowTarget, { deployments }: PlatformSession): Promise<void> {
    const boundIds = this.#options.folders.list.value
      .filter(({ binding }) => binding.connectionId === connectionId)
      .map(({ binding }) => binding.deploymentId);
    const isLoaded = (deploymentId: string) => this.isListed({ connectionId, deploymentId });
    await loadPagesWhile(deployments, () => !boundIds.every(isLoaded));
  }

  #tracked({ deploymentId }: RowTarget, session: PlatformSession): TrackedDeployment | undefined {
    if (deploymentId === undefined) return undefined;
    const deployment = session.deployment(deploymentId);
    let tracked = this.#deployments.get(deployment);
    if (!tracked) {
      tracked = new TrackedDeployment(deployment, () => this.#changed.fire());
      this.#deployments.set(deployment, tracked);
    }
    return tracked;
  }

  #trackedOf(target: RowTarget): TrackedDeployment | undefined {
    const session = this.#options.connections.get(target.connectionId)?.session.value;
    return session && this.#tracked(target, session);
  }

  #list(target: RowTarget, name: ListName | undefined): Pick<LazyList<unknown>, 'loadMore' | 'reload'> | undefined {
    if (name === undefined) return undefined;
    if (name === 'deployments') {
      return this.#options.connections.get(target.connectionId)?.session.value?.deployments;
    }
    return this.#trackedOf(target)?.session[name];
  }

  async #reloadConnection(id: string): Promise<void> {
    this.#failures.delete(id);
    const session = this.#options.connections.get(id)?.session.value;
    if (!session) return this.#changed.fire();
    const mine = [...this.#deployments.values()].filter((tracked) => tracked.session.connectionId === id);
    await Promise.all([
      session.deployments.reload(),
      ...mine.map((tracked) => tracked.reload()),
      session.reloadAccount(),
    ]);
  }

  #connectionState(connection: Connection): ConnectionState {
    const { id } = connection;
    const session = connection.session.value;
    const opened = [...this.#deployments].filter(([deployment]) => deployment.connectionId === id);
    return {
      ...shownConnection(connection, this.#failures.get(id)),
      isUnreachable: session?.reachable.value === false,
      deployments: session?.deployments.value,
      opened: new Map(opened.map(([deployment, tracked]) => [deployment.id, tracked.state()])),
    };
  }
}
