/** One deployment of the tree: observes its session and loads the details that no list contains. */

import { isCancellation } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { DeploymentState } from './deploymentsState.ts';

export class TrackedDeployment implements Disposable {
  readonly session: DeploymentSession;
  readonly #lifetime = new Lifetime();
  readonly #onChange: () => void;
  /** The last error. Nothing is read again until `reload` clears it. */
  #failure: unknown;
  #productionBuild: Promise<void> | undefined;
  #devMode: Promise<void> | undefined;
  #refreshing: Promise<unknown> | undefined;

  constructor(session: DeploymentSession, onChange: () => void) {
    this.session = session;
    this.#onChange = onChange;
    const { branches, environments, pods, variables, versions, builds, devMode, settings } = session;
    for (const source of [branches, environments, pods, variables, versions, builds, devMode, settings]) {
      this.#lifetime.add(source.onChange(() => onChange()));
    }
    // A build replaces the pods of its deployment.
    this.#lifetime.add(builds.onDidEnd(() => void this.#reloadPods()));
  }

  state(): DeploymentState {
    const { branches, environments, pods, variables, versions, builds, devMode, settings } = this.session;
    return {
      deployBranch: settings.value && (settings.value.deployBranchName ?? 'main'),
      branches: branches.value,
      environments: environments.value,
      pods: pods.value,
      variables: variables.value,
      versions: versions.value,
      settings: settings.value,
      builds: builds.value,
      devMode: devMode.value,
      failure: this.#failure,
    };
  }

  /** Reads the production branch and its build, once. */
  async readProductionBuild(): Promise<void> {
    this.#productionBuild ??= this.#keepFailure(async () => this.#readBuild(await this.session.deployBranch()));
    await this.#productionBuild;
  }

  /** Reads which dev branch is open, once, and the build of each dev branch that is open later. */
  async readDevMode(): Promise<void> {
    this.#devMode ??= this.#keepFailure(async () => {
      if (!this.session.devMode.value.known) await this.session.probeDevMode();
    });
    await this.#devMode;
    const { branchName } = this.session.devMode.value;
    if (branchName === undefined || this.session.builds.value.has(branchName) || this.#failure !== undefined) return;
    await this.#keepFailure(() => this.#readBuild(branchName));
  }

  /** Reads again what was read before. */
  async reload(): Promise<void> {
    const { session } = this;
    this.#failure = undefined;
    const { branches, environments, pods, variables, versions } = session;
    const lists = [branches, environments, pods, variables, versions].filter(({ value }) => value.phase !== 'idle');
    const builds = [...session.builds.value.keys()];
    this.#productionBuild = this.#keepFailure(async () => {
      const { deployBranchName } = await session.settings.reload();
      const branchNames = new Set([deployBranchName ?? 'main', ...builds]);
      await Promise.all([...branchNames].map((branchName) => this.#readBuild(branchName)));
    });
    this.#devMode = session.devMode.value.known ? this.#keepFailure(() => session.probeDevMode()) : undefined;
    await Promise.all([...lists.map((list) => list.reload()), this.#productionBuild, this.#devMode]);
    this.#onChange();
  }

  /** Reads the loaded pods and builds again. Never rejects: a platform that cannot be reached is a state of its session. */
  async refreshRuntime(): Promise<void> {
    const { builds } = this.session;
    const ended = [...builds.value.keys()].filter((branchName) => !builds.isWatching(branchName));
    this.#refreshing ??= Promise.allSettled([
      this.#reloadPods(),
      ...ended.map((branchName) => this.#readBuild(branchName)),
    ]).finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #reloadPods(): Promise<void> {
    if (this.session.pods.value.phase === 'ready') await this.session.pods.reload();
  }

  /** Reads a build and polls it while it runs. */
  async #readBuild(branchName: string): Promise<void> {
    await this.session.builds.readAndFollow(branchName);
  }

  async #keepFailure(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (isCancellation(failure) || this.#lifetime.disposed) return;
      this.#failure = failure;
      this.#onChange();
    }
  }
}
