/** What the deployments tree is drawn from: a snapshot of connections and what they have loaded. Data only. */

import type { Branch } from '../../contract/branches.ts';
import type { BuildStatus, Deployment, Environment, Pod } from '../../contract/deployments.ts';
import type { DevMode } from '../../session/deploymentSession.ts';
import type { Loaded } from '../../session/loadable.ts';

export interface DeploymentsState {
  connections: readonly ConnectionState[];
  bound: readonly BoundState[];
  /** Names of workspace folders that are bound to nothing. */
  unbound: readonly string[];
  /** What a person typed into the filter; empty: everything shows. */
  filter: string;
}

export interface ConnectionState {
  /** A base address, or `emulator`. */
  id: string;
  label: string;
  userName: string | undefined;
  origin: 'stored' | 'environment' | 'emulator';
  /** Why it could not be opened, or why its session ended. */
  failure: unknown;
  /** Undefined until the connection is open. */
  deployments: Loaded<Deployment> | undefined;
  /** What is known of single deployments, by id. */
  opened: ReadonlyMap<string, DeploymentState>;
}

export interface DeploymentState {
  /** Name of the production branch; undefined until the settings are read. */
  deployBranch: string | undefined;
  branches: Loaded<Branch>;
  environments: Loaded<Environment>;
  pods: Loaded<Pod>;
  builds: ReadonlyMap<string, BuildStatus>;
  devMode: DevMode;
  /** Why settings, build status or dev mode could not be read. */
  failure: unknown;
}

/** A workspace folder and the deployment its settings name. */
export interface BoundState {
  folder: string;
  connectionId: string;
  deploymentId: string;
  /** The dev branch it follows. */
  branch?: string | undefined;
}
