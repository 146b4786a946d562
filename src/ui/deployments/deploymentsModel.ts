/**
 * What the deployments tree needs, loaded when it asks: a connection opens with its row, a list with its group. Keeps what
 * failed until somebody asks again, so that nothing is asked for twice unasked. Knows no editor.
 */

import { isCancellation, type UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { Connections } from '../../session/connections.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { Folders } from '../../session/folders.ts';
import type { LazyList } from '../../session/loadable.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';
import type { ListName, RowTarget, TreeRow } from '../shell/treeRow.ts';
import { isBuildRunning } from './buildAppearance.ts';
import type { ConnectionState, DeploymentState, DeploymentsState } from './deploymentsState.ts';

/** A filter looks through no more of a list than this. */
export const searchBound = 1_000;

export interface DeploymentsModelOptions {
  connections: Connections;
  folders: Folders;
  /** Names of the workspace folders that are bound to nothing. */
  unbound: () => readonly string[];
  /** Says that a platform's session ended by itself. */
  ended: (connection: Connection) => UserError;
}

export class DeploymentsModel implements Disposable {
  readonly #options: DeploymentsModelOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = new Emitter<void>();
  /** Why a connection is not open. */
  readonly #failures = new Map<string, unknown>();
  readonly #deployments = new Map<DeploymentSession, Tracked>();
  #filter = '';

  constructor(options: DeploymentsModelOptions) {
    this.#options = options;
    const { connections, folders } = options;
    const changed = () => this.#changed.fire();
    this.#lifetime.add(connections.onChange(changed));
    this.#lifetime.add(folders.list.onChange(changed));
    this.#lifetime.add(
      forEachSession(folders, ({ sync }, _folder, lifetime) => {
        lifetime.add(sync.onChange(changed));
        changed();
      }),
    );
    this.#lifetime.add(
      forEachItem(connections.list, (connection, lifetime) => {
        lifetime.onDispose(() => this.#failures.delete(connection.id));
        lifetime.add(forCurrent(connection.session, (session, open) => this.#enter(connection, session, open)));
      }),
    );
  }

  /** Something on show changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    if (text === this.#filter) return;
    this.#filter = text;
    this.#changed.fire();
  }

  /** The workspace changed in a way that nothing here observes. */
  refreshed(): void {
    this.#changed.fire();
  }

  state(): DeploymentsState {
    const { connections, folders, unbound } = this.#options;
    return {
      connections: connections.list.value.map((connection) => this.#connectionState(connection)),
      bound: folders.list.value.map(({ name, session, binding: { connectionId, deploymentId } }) => ({
        folder: name,
        connectionId,
        deploymentId,
        branch: session.value?.branchName,
      })),
      unbound: unbound(),
      filter: this.#filter,
    };
  }

  /** Makes sure that a row's children are loaded. Never rejects: what fails is in the state. */
  async load({ kind, target }: Pick<TreeRow, 'kind' | 'target'>): Promise<void> {
    const session = await this.#open(target);
    if (!session) return;
    if (kind === 'connection') {
      await session.deployments.load();
      return this.#findBound(target, session);
    }
    const tracked = this.#tracked(target, session);
    if (!tracked) return;
    if (kind === 'deployment') await tracked.readDetail();
    else if (kind === 'branches')
      await Promise.all([ensure(tracked.session.branches), tracked.readDetail(), tracked.readDevMode()]);
    else if (kind === 'environments') await ensure(tracked.session.environments);
    else if (kind === 'runtime')
      await Promise.all([ensure(tracked.session.pods), tracked.readDetail(), tracked.readDevMode()]);
  }

  async loadMore({ target, list }: Pick<TreeRow, 'target' | 'list'>): Promise<void> {
    await this.#list(target, list)?.loadMore();
  }

  /** Reads anew what is on show below a row, or everything. Never rejects. */
  async reload(row?: Pick<TreeRow, 'kind' | 'target' | 'list'>): Promise<void> {
    if (!row) {
      const all = this.#options.connections.list.value.map(({ id }) => this.#reloadConnection(id));
      await Promise.all(all);
      return;
    }
    const { kind, target, list } = row;
    const named = list ?? (kind === 'branches' || kind === 'environments' ? kind : undefined);
    if (named) await this.#list(target, named)?.reload();
    else if (target.deploymentId === undefined) await this.#reloadConnection(target.connectionId);
    else await this.#trackedOf(target)?.reload();
  }

  /** Loads what a filter looks through: the deployments, and the branches of those that were opened; both up to a bound. */
  async search(): Promise<void> {
    const lists = [
      ...this.#options.connections.list.value.flatMap(({ session }) => session.value?.deployments ?? []),
      ...[...this.#deployments.keys()].map(({ branches }) => branches).filter(({ value }) => value.phase !== 'idle'),
    ];
    await Promise.all(
      lists.map(async (list) => {
        const wanted = this.#filter;
        await ensure(list);
        while (list.value.phase === 'ready' && list.value.hasMore && list.value.items.length < searchBound) {
          if (this.#filter !== wanted) return;
          await list.loadMore();
        }
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#changed.dispose();
  }

  #enter(connection: Connection, session: PlatformSession, open: Lifetime): void {
    const changed = () => this.#changed.fire();
    this.#failures.delete(connection.id);
    open.add(session.deployments.onChange(changed));
    open.add(session.me.onChange(changed));
    // Whatever is opened elsewhere (by a folder that follows a branch) shows here too.
    for (const { binding } of this.#options.folders.list.value) {
      if (binding.connectionId === connection.id) {
        this.#tracked({ connectionId: connection.id, deploymentId: binding.deploymentId }, session);
      }
    }
    open.onDispose(() => {
      for (const [deployment, tracked] of this.#deployments) {
        if (deployment.connectionId !== connection.id) continue;
        tracked.dispose();
        this.#deployments.delete(deployment);
      }
      if (!this.#lifetime.disposed && this.#options.connections.get(connection.id) === connection) {
        this.#failures.set(connection.id, this.#options.ended(connection));
      }
      changed();
    });
    changed();
  }

  async #open({ connectionId }: RowTarget): Promise<PlatformSession | undefined> {
    const connection = this.#options.connections.get(connectionId);
    if (!connection || this.#failures.has(connectionId)) return undefined;
    try {
      return await connection.open();
    } catch (failure) {
      if (!isCancellation(failure)) this.#failures.set(connectionId, failure);
      this.#changed.fire();
      return undefined;
    }
  }

  /** A bound deployment shows even where it stands on a later page. */
  async #findBound({ connectionId }: RowTarget, { deployments }: PlatformSession): Promise<void> {
    const wanted = this.#options.folders.list.value
      .filter(({ binding }) => binding.connectionId === connectionId)
      .map(({ binding }) => binding.deploymentId);
    const missing = () =>
      wanted.some((id) => !deployments.value.items.some((deployment) => String(deployment.id) === id));
    while (missing() && deployments.value.hasMore && deployments.value.phase === 'ready') {
      if (deployments.value.items.length >= searchBound) return;
      await deployments.loadMore();
    }
  }

  #tracked({ deploymentId }: RowTarget, session: PlatformSession): Tracked | undefined {
    if (deploymentId === undefined) return undefined;
    const deployment = session.deployment(deploymentId);
    let tracked = this.#deployments.get(deployment);
    if (!tracked) {
      tracked = new Tracked(deployment, () => this.#changed.fire());
      this.#deployments.set(deployment, tracked);
    }
    return tracked;
  }

  #trackedOf(target: RowTarget): Tracked | undefined {
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
    await Promise.all([session.deployments.reload(), ...mine.map((tracked) => tracked.reload())]);
  }

  #connectionState(connection: Connection): ConnectionState {
    const { id, record, origin } = connection;
    const session = connection.session.value;
    const opened = [...this.#deployments].filter(([deployment]) => deployment.connectionId === id);
    return {
      id,
      label: record.label,
      userName: record.userName,
      origin,
      failure: this.#failures.get(id),
      deployments: session?.deployments.value,
      opened: new Map(opened.map(([deployment, tracked]) => [deployment.id, tracked.state()])),
    };
  }
}

/** One deployment on show: follows what is known of it, and reads what no list holds. */
class Tracked implements Disposable {
  readonly session: DeploymentSession;
  readonly #lifetime = new Lifetime();
  readonly #changed: () => void;
  #failure: unknown;
  #reading: Promise<void> | undefined;
  #probing: Promise<void> | undefined;

  constructor(session: DeploymentSession, changed: () => void) {
    this.session = session;
    this.#changed = changed;
    const { branches, environments, pods, builds, devMode, settings } = session;
    for (const each of [branches, environments, pods, builds, devMode, settings]) {
      this.#lifetime.add(each.onChange(() => changed()));
    }
  }

  state(): DeploymentState {
    const { branches, environments, pods, builds, devMode, settings } = this.session;
    return {
      deployBranch: settings.value && (settings.value.deployBranchName ?? 'main'),
      branches: branches.value,
      environments: environments.value,
      pods: pods.value,
      builds: builds.value,
      devMode: devMode.value,
      failure: this.#failure,
    };
  }

  /** The production branch and its build. */
  async readDetail(): Promise<void> {
    this.#reading ??= this.#tolerate(async () => this.#readBuild(await this.session.deployBranch()));
    await this.#reading;
  }

  /** The open dev branch and its build; again whenever another one is open. */
  async readDevMode(): Promise<void> {
    this.#probing ??= this.#tolerate(async () => {
      if (!this.session.devMode.value.known) await this.session.probeDevMode();
    });
    await this.#probing;
    const { branchName } = this.session.devMode.value;
    if (branchName === undefined || this.session.builds.value.has(branchName) || this.#failure !== undefined) return;
    await this.#tolerate(() => this.#readBuild(branchName));
  }

  async reload(): Promise<void> {
    const { session } = this;
    this.#failure = undefined;
    const lists = [session.branches, session.environments, session.pods].filter(({ value }) => value.phase !== 'idle');
    const builds = [...session.builds.value.keys()];
    this.#reading = this.#tolerate(async () => {
      const { deployBranchName } = await session.settings.reload();
      const branches = new Set([deployBranchName ?? 'main', ...builds]);
      await Promise.all([...branches].map((name) => this.#readBuild(name)));
    });
    this.#probing = session.devMode.value.known ? this.#tolerate(() => session.probeDevMode()) : undefined;
    await Promise.all([...lists.map((list) => list.reload()), this.#reading, this.#probing]);
    this.#changed();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Reads once; what is under way is followed to its end. */
  async #readBuild(branch: string): Promise<void> {
    const status = await this.session.builds.read(branch);
    if (isBuildRunning(status) && !this.session.builds.isWatching(branch)) this.session.builds.follow(branch);
  }

  async #tolerate(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (isCancellation(failure) || this.#lifetime.disposed) return;
      this.#failure = failure;
      this.#changed();
    }
  }
}

/** Loads a list unless it is loaded, or failed and nobody asked again. */
async function ensure(list: Pick<LazyList<unknown>, 'value' | 'load'>): Promise<void> {
  if (list.value.phase !== 'failed') await list.load();
}
