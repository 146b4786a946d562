/** One synchronisation from the command line: finds the dev branch, plans and executes the plan. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Branch, branchOperations, isPersonalBranch } from '../contract/dataModel/branches.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import type { Client } from '../platform/client.ts';
import { pagesOf } from '../platform/pages.ts';
import type { Halt } from '../sync/plan/halt.ts';
import type { Conflict, Plan, Skipped } from '../sync/plan/planTypes.ts';
import type { Tree } from '../sync/plan/tree.ts';
import type { PlatformCaller } from '../sync/remote/remoteBranch.ts';
import { SyncEngine } from '../sync/syncEngine.ts';
import type { Done } from '../sync/transfer/syncResult.ts';
import { commonVersion } from './commonVersion.ts';

export const conflictChoices = ['fail', 'local', 'remote'] as const;
type OnConflict = (typeof conflictChoices)[number];

interface SyncRequest {
  client: Client;
  log: Log;
  deploymentId: string;
  /** A personal dev branch, or the branch to open dev mode on. */
  requestedBranch: string;
  projectFolder: string;
  modelFolder: string;
  storageFolder: string;
  direction: 'push' | 'pull';
  dryRun: boolean;
  /** A branch or a commit that both sides come from. */
  base: string | undefined;
  onConflict: OnConflict;
  /** Id of the plan that the user confirms. */
  confirm: string | undefined;
}

export interface SyncResult {
  branchName: string;
  direction: 'push' | 'pull';
  dryRun: boolean;
  onConflict: OnConflict;
  plan: Plan;
  done: readonly Done[];
  deferred: readonly Skipped[];
  refused: readonly Skipped[];
  conflicts: readonly Conflict[];
  halts: readonly Halt[];
  verified: boolean;
  /** Number of requests to the platform. */
  requests: number;
  ms: number;
}

/** @throws UserError, PlatformError */
export async function synchronise(request: SyncRequest): Promise<SyncResult> {
  const { client, direction, dryRun, onConflict } = request;
  const startedAt = performance.now();
  let requests = 0;
  const counting: PlatformCaller = {
    call: (operation, input, options) => {
      requests += 1;
      return (client as PlatformCaller).call(operation, input, options);
    },
  };
  const branchName = await devBranchOf(request, counting);
  const common = () => ({
    branchName,
    direction,
    dryRun,
    onConflict,
    requests,
    ms: Math.round(performance.now() - startedAt),
  });
  const engine = engineOf(request, counting, branchName, request.storageFolder);
  try {
    if (dryRun) {
      const plan = await plannedFrom(request, counting, engine);
      const { refused } = plan;
      const conflicts = onConflict === 'fail' ? plan.conflicts : [];
      const halts = haltsOf(plan, direction);
      return { plan, done: [], deferred: [], refused, conflicts, halts, verified: false, ...common() };
    }
    if (request.base !== undefined) await engine.startFrom(await baseOf(request, counting, engine));
    const first = await transfer(engine, request);
    return { ...(await resolveConflicts(engine, first, request)), ...common() };
  } finally {
    engine.dispose();
  }
}

function engineOf(request: SyncRequest, client: PlatformCaller, branchName: string, storageFolder: string): SyncEngine {
  const { deploymentId, projectFolder, modelFolder, log } = request;
  const { origin } = new URL(request.client.baseUrl);
  const target = { origin, deploymentId, branchName, projectFolder, modelFolder };
  return new SyncEngine({ target, client, storageFolder, log });
}

function baseOf(
  { base = '', client, log }: SyncRequest,
  caller: PlatformCaller,
  { target }: SyncEngine,
): Promise<Tree> {
  return commonVersion({ name: base, client, caller, target, log });
}

/** The plan of a dry run. With `--base`, a folder without a base is planned in a state of its own: the user's stays as it is. */
async function plannedFrom(request: SyncRequest, caller: PlatformCaller, engine: SyncEngine): Promise<Plan> {
  const plan = await engine.refresh();
  const isFirst = [...plan.halts.push, ...plan.halts.pull].some(({ kind }) => kind === 'first-sync');
  if (request.base === undefined || !isFirst) return plan;
  const folder = await mkdtemp(join(tmpdir(), 'data-model-plan-'));
  const own = engineOf(request, caller, engine.target.branchName, folder);
  try {
    return await own.startFrom(await baseOf(request, caller, own));
  } finally {
    own.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

type Transferred = Pick<SyncResult, 'plan' | 'done' | 'deferred' | 'refused' | 'conflicts' | 'halts' | 'verified'>;

async function transfer(engine: SyncEngine, { direction, confirm, log }: SyncRequest): Promise<Transferred> {
  const confirmedPlan = confirm === undefined ? undefined : await planOf(engine, confirm);
  let result = await engine[direction]({ ...(confirmedPlan && { confirmed: true, plan: confirmedPlan }) });
  // Running the command confirms a first sync: without a base nothing is deleted, and differences are conflicts.
  if (result.halt?.kind === 'first-sync' && haltsOf(result.plan, direction).length === 0) {
    log.info(result.halt.message);
    result = await engine[direction]({ confirmed: true, plan: result.plan });
  }
  const { plan, done, deferred, refused, conflicts, verified } = result;
  const halts = result.halt?.kind === 'first-sync' ? haltsOf(plan, direction) : result.halt ? [result.halt] : [];
  return { plan, done, deferred, refused, conflicts, verified, halts };
}

/** Ends each conflict as the user asked. The version that is replaced goes to the trash. */
async function resolveConflicts(
  engine: SyncEngine,
  first: Transferred,
  { onConflict }: SyncRequest,
): Promise<Transferred> {
  if (onConflict === 'fail' || first.halts.length > 0) return first;
  const all = {
    ...first,
    done: [...first.done],
    deferred: [...first.deferred],
    conflicts: [] as Conflict[],
    halts: [] as Halt[],
  };
  for (const conflict of first.conflicts) {
    const { done, deferred, halt, verified } = await engine.resolve(conflict.path, onConflict);
    all.done.push(...done);
    all.deferred.push(...deferred);
    all.verified &&= verified || onConflict === 'remote';
    if (!halt) continue;
    all.halts.push(halt);
    all.conflicts.push(conflict);
  }
  return all;
}

/** The halts that stop the command before it sends anything. Running it confirms a first sync; without a transfer, nothing is asked. */
function haltsOf(plan: Plan, direction: 'push' | 'pull'): Halt[] {
  const transfers = direction === 'push' ? plan.pushes : plan.pulls;
  return plan.halts[direction].filter(
    ({ kind, confirmable }) => kind !== 'first-sync' && (!confirmable || transfers.length > 0),
  );
}

async function planOf(engine: SyncEngine, id: string): Promise<Plan> {
  const plan = await engine.refresh();
  if (plan.id !== id)
    throw new UserError(`The plan is now ${plan.id}, not ${id}.`, { action: 'Print it with --dry-run.' });
  return plan;
}

/** The dev branch to use: the requested branch itself, the open dev branch of the requested branch, or a new one. */
async function devBranchOf(
  { deploymentId, requestedBranch, dryRun, log, client: { baseUrl } }: SyncRequest,
  client: PlatformCaller,
): Promise<string> {
  if (isPersonalBranch(requestedBranch)) return requestedBranch;
  const params = { deploymentId };
  const openBranch = (await client.call(runtimeOperations.getBuildStatus, { params })).branchName ?? '';
  if (isPersonalBranch(openBranch)) {
    const call = (query: object) => client.call(branchOperations.listBranches, { params, query });
    const source = { host: new URL(baseUrl).host };
    for await (const { items } of pagesOf<Branch>(branchOperations.listBranches, {}, call, source)) {
      if (!items.some(({ name, parentBranch }) => name === openBranch && parentBranch === requestedBranch)) continue;
      log.info(`Dev mode is open on ${requestedBranch}: using ${openBranch}.`);
      return openBranch;
    }
  }
  if (dryRun) {
    log.info(`Dev mode is not open on ${requestedBranch}: comparing with ${requestedBranch} itself.`);
    return requestedBranch;
  }
  const { branchName } = await client.call(branchOperations.startDevMode, {
    params,
    body: { branchName: requestedBranch },
  });
  log.info(`Opened dev mode on ${requestedBranch}: using ${branchName}.`);
  return branchName;
}
