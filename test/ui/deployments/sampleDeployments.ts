/** States of the deployments tree for tests. */

import type { Loaded } from '../../../src/session/lazyList.ts';
import { deploymentRows } from '../../../src/ui/deployments/deploymentRows.ts';
import type {
  ConnectionState,
  DeploymentState,
  DeploymentsState,
} from '../../../src/ui/deployments/deploymentsState.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { outline } from '../tree/outline.ts';

export const acme = 'https://acme.example.com';

const idle: Loaded<never> = { phase: 'idle', items: [], hasMore: false, failure: undefined };
export const ready = <T>(items: readonly T[], hasMore = false): Loaded<T> => ({
  phase: 'ready',
  items,
  hasMore,
  failure: undefined,
});
export const failed = (failure: unknown): Loaded<never> => ({ phase: 'failed', items: [], hasMore: false, failure });

export function connection(change: Partial<ConnectionState> = {}): ConnectionState {
  return {
    id: acme,
    label: 'acme.example.com',
    userName: 'kim@acme.example.com',
    origin: 'stored',
    failure: undefined,
    isUnreachable: false,
    deployments: undefined,
    opened: new Map(),
    ...change,
  };
}

export function deployment(change: Partial<DeploymentState> = {}): DeploymentState {
  return {
    deployBranch: 'main',
    branches: idle,
    environments: idle,
    pods: idle,
    variables: idle,
    versions: idle,
    settings: undefined,
    builds: new Map(),
    devMode: { known: true },
    failure: undefined,
    ...change,
  };
}

export function state(change: Partial<DeploymentsState> = {}): DeploymentsState {
  return { connections: [connection()], bound: [], unbound: [], ...change };
}

export const rows = (of: DeploymentsState) => deploymentRows(of, plainLocalizer);
export const text = (of: DeploymentsState) => outline(rows(of));
