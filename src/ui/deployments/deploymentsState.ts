/** The data that the deployments tree shows: a snapshot of all connections and what they loaded. */

import type { Branch } from '../../contract/dataModel/branches.ts';
import type {
  Deployment,
  DeploymentSettings,
  DeploymentVersion,
  Environment,
} from '../../contract/deployments/deployments.ts';
import type { BuildStatus, EnvVariable, Pod } from '../../contract/deployments/runtime.ts';
import type { DevMode } from '../../session/deploymentSession.ts';
import type { Loaded } from '../../session/lazyList.ts';
import type { ShownConnection } from '../tree/connectionRow.ts';
import type { Row } from '../tree/row.ts';

/** Lists that load page by page. */
export type ListName = 'deployments' | 'branches' | 'environments' | 'pods' | 'variables' | 'versions';

export type DeploymentsRow = Row<ListName>;

export interface DeploymentsState {
  connections: readonly ConnectionState[];
  bound: readonly BoundState[];
  /** Names of workspace folders without a binding. */
  unbound: readonly string[];
}

export interface ConnectionState extends ShownConnection {
  /** The last request did not reach the platform: what is shown is what was last known. */
  isUnreachable: boolean;
  /** Undefined until the connection is open. */
  deployments: Loaded<Deployment> | undefined;
  /** The deployments of which details are loaded, by id. */
  opened: ReadonlyMap<string, DeploymentState>;
}

export interface DeploymentState {
  /** Name of the production branch; undefined until the settings are loaded. */
  deployBranch: string | undefined;
  branches: Loaded<Branch>;
  environments: Loaded<Environment>;
  pods: Loaded<Pod>;
  variables: Loaded<EnvVariable>;
  versions: Loaded<DeploymentVersion>;
  /** Undefined until they are loaded. */
  settings: DeploymentSettings | undefined;
  builds: ReadonlyMap<string, BuildStatus>;
  devMode: DevMode;
  /** Why settings, build status or dev mode could not be loaded. */
  failure: unknown;
}

/** A workspace folder and the deployment it is bound to. */
export interface BoundState {
  folder: string;
  connectionId: string;
  deploymentId: string;
  /** The dev branch it follows. */
  branchName?: string | undefined;
  /** That branch was deleted. */
  isGone?: boolean;
}
