/** One synchronisation from the command line: finds the dev branch, lets the engine plan, carries the plan out. */

import { UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { isPersonalBranch } from '../../contract/branches.ts';
import { operations } from '../../contract/operations.ts';
import type { Client } from '../../platform/client.ts';
import type { Halt } from '../../sync/plan/halt.ts';
import type { Conflict, Plan } from '../../sync/plan/planTypes.ts';
import type { PlatformCaller } from '../../sync/remote/remote.ts';
import { SyncEngine } from '../../sync/syncEngine.ts';
import type { Done } from '../../sync/transfer/syncResult.ts';

export interface SyncRequest {
  client: Client;
  log: Log;
  deploymentId: string;
  /** As it was asked for: a personal dev branch, or the branch to open dev mode on. */
  branch: string;
  projectFolder: string;
  modelFolder: string;
  storageFolder: string;
  direction: 'push' | 'pull';
  dryRun: boolean;
  /** Id of the plan that may go on although it asks first. */
  confirm: string | undefined;
}

export interface SyncReport {
  branch: string;
  direction: 'push' | 'pull';
  dryRun: boolean;
  plan: Plan;
  done: readonly Done[];
  deferred: readonly { path: string; reason: string }[];
  refused: readonly { path: string; reason: string }[];
  conflicts: readonly Conflict[];
  halts: readonly Halt[];
  verified: boolean;
  /** Calls of the platform in all. */
  requests: number;
  ms: number;
}

/** @throws UserError, PlatformError */
export async function synchronise(request: SyncRequest): Promise<SyncReport> {
  const { client, log, deploymentId, direction, dryRun } = request;
  const begun = performance.now();
  let requests = 0;
  const counting: PlatformCaller = {
    call: (operation, input, options) => {
      requests += 1;
      return (client as PlatformCaller).call(operation, input, options);
    },
  };
  const branch = await devBranchOf(request, counting);
  const engine = new SyncEngine({
    target: {
      origin: new URL(client.baseUrl).origin,
      deploymentId,
      branchName: branch,
      projectFolder: request.projectFolder,
      modelFolder: request.modelFolder,
    },
    client: counting,
    storageFolder: request.storageFolder,
    log,
  });
  const rest = () => ({ branch, direction, dryRun, requests, ms: Math.round(performance.now() - begun) });
  try {
    if (dryRun) {
      const plan = await engine.refresh();
      const { conflicts, refused } = plan;
      // Without --dry-run the command itself is the consent to a first sync.
      const halts = plan.halts[direction].filter(({ kind }) => kind !== 'first-sync');
      return { plan, done: [], deferred: [], refused, conflicts, halts, verified: false, ...rest() };
    }
    const shown = request.confirm === undefined ? undefined : await confirmed(engine, request.confirm);
    let result = await engine[direction]({ ...(shown && { confirmed: true, plan: shown }) });
    // The command is the consent to a first sync: without a base nothing is deleted, and what differs is a conflict.
    if (result.halt?.kind === 'first-sync' && result.plan.halts[direction].every(({ kind }) => kind === 'first-sync')) {
      log.info(result.halt.message);
      result = await engine[direction]({ confirmed: true, plan: result.plan });
    }
    const { plan, done, deferred, refused, conflicts, verified } = result;
    return { plan, done, deferred, refused, conflicts, verified, halts: result.halt ? [result.halt] : [], ...rest() };
  } finally {
    engine.dispose();
  }
}

async function confirmed(engine: SyncEngine, id: string): Promise<Plan> {
  const plan = await engine.refresh();
  if (plan.id !== id)
    throw new UserError(`The plan is now ${plan.id}, not ${id}.`, { action: 'Look at it with --dry-run.' });
  return plan;
}

/** The personal dev branch to use: the one named, the open one that was forked from the branch named, or a new one. */
async function devBranchOf(
  { deploymentId, branch, dryRun, log }: SyncRequest,
  client: PlatformCaller,
): Promise<string> {
  if (isPersonalBranch(branch)) return branch;
  const params = { deploymentId };
  const open = (await client.call(operations.getBuildStatus, { params })).branchName ?? '';
  if (isPersonalBranch(open)) {
    const { items, data } = await client.call(operations.listBranches, { params });
    const branches = items ?? (Array.isArray(data) ? data : []);
    if (branches.some(({ name, parentBranch }) => name === open && parentBranch === branch)) {
      log.info(`${branch} is open in dev mode: ${open} is used.`);
      return open;
    }
  }
  if (dryRun) {
    log.info(`Dev mode is not open on ${branch}: the plan is made against ${branch} itself.`);
    return branch;
  }
  const { branchName } = await client.call(operations.startDevMode, { params, body: { branchName: branch } });
  log.info(`Dev mode was opened on ${branch}: ${branchName} is used.`);
  return branchName;
}
