/** The build that answers the queries of a branch, and the wait for that of its latest commit. */

import { branchOperations } from '../contract/dataModel/branches.ts';
import type { BuildStatus } from '../contract/deployments/runtime.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import { buildResultOf } from './buildResult.ts';
import { type BuildTarget, isOfOther, type PollBuildOptions, pollBuild } from './builds.ts';
import type { CallOptions, Reader } from './client.ts';
import type { PlatformErrorCode } from './errors.ts';
import { PlatformError } from './platformError.ts';

export interface BranchBuild {
  branchName: string;
  /** The status of the latest build that the platform knows. */
  status: BuildStatus;
  /** The latest commit of the branch; undefined if the platform does not report it. */
  latestCommit: string | undefined;
  /** Another build has replaced this one in the meantime. */
  isReplaced?: boolean;
}

/** A build as the results of queries name it. */
export interface BuildObject {
  /** The commit of the model that answers; null if the platform does not report it, because an earlier build than the latest one answers. */
  commit: string | null;
  status: string;
  /** ISO 8601, of a build that has ended well. */
  builtAt?: string;
  /** The branch's latest commit, unless its build alone answers. */
  newerCommit?: string | null;
}

/** Milliseconds. A dev branch of a small model builds within two seconds. */
const intervals = [200, 500, 1_000, 2_000, 5_000];

interface AwaitOptions extends Omit<PollBuildOptions, 'commit' | 'previous'> {
  /** Sends a request that resumes a suspended branch. */
  wake?: (() => Promise<unknown>) | undefined;
}

/**
 * Waits until the branch's latest commit is built. A branch that is not run has no build to wait for; its queries say so.
 * @returns also a build that failed or was cancelled: see `requireBuilt`
 * @throws PlatformError `build-not-ended` at the deadline, `build-not-started` if the latest build is of another commit; as
 * `pollBuild` does
 */
export async function awaitBuild(
  client: Reader,
  target: BuildTarget,
  options: AwaitOptions = {},
): Promise<BranchBuild> {
  const { branchName } = target;
  const { wake, onStatus, ...others } = options;
  const latestCommit = await latestCommitOf(client, target, others);
  let isWoken = false;
  const status = await pollBuild(client, target, {
    intervalMs: intervals,
    ...others,
    commit: latestCommit,
    onStatus: (each) => {
      onStatus?.(each);
      if (each.status !== 'stopped' || isWoken) return;
      isWoken = true;
      wake?.().catch(() => {});
    },
  });
  if (buildResultOf(status) === 'built' && isOfOther(status, latestCommit)) {
    const commits = [latestCommit, status.lastHash].map((commit) => (commit ?? '').slice(0, 10));
    throw failed('build-not-started', client.host, branchName, ...commits);
  }
  return { branchName, status, latestCommit };
}

/** The latest build as it is now. @throws PlatformError, CancelledError */
export async function readBuild(client: Reader, target: BuildTarget, options: CallOptions = {}): Promise<BranchBuild> {
  const { deploymentId, branchName } = target;
  const input = { params: { deploymentId }, query: { branchName } };
  const [latestCommit, status] = await Promise.all([
    latestCommitOf(client, target, options),
    client.call(runtimeOperations.getBuildStatus, input, options),
  ]);
  return { branchName, status, latestCommit };
}

/** The build after queries were answered; with `isReplaced`, they may have been answered by another one. @throws PlatformError */
export async function readAgain(
  client: Reader,
  deploymentId: string | number,
  build: BranchBuild,
): Promise<BranchBuild> {
  const now = await readBuild(client, { deploymentId, branchName: build.branchName });
  const isSame = (['buildJobId', 'filesHash', 'lastHash'] as const).every(
    (key) => now.status[key] === build.status[key],
  );
  // Also the end of a build that ran.
  const isReplaced = !isSame || buildResultOf(now.status) !== buildResultOf(build.status);
  return isReplaced
    ? { ...build, latestCommit: now.latestCommit ?? now.status.lastHash ?? undefined, isReplaced }
    : build;
}

/** @throws PlatformError if the latest build did not end well: an earlier one would answer */
export function requireBuilt({ branchName, status }: BranchBuild, host: string): void {
  const result = buildResultOf(status);
  if (result === 'cancelled') throw failed('build-cancelled', host, branchName);
  if (result === 'failed') throw failed('build-failed', host, branchName, status.errorText?.trim() || '?');
}

export function buildObject({ status, latestCommit, isReplaced = false }: BranchBuild): BuildObject {
  const { lastHash = null, updatedAt } = status;
  const isBuilt = buildResultOf(status) === 'built';
  return {
    commit: isBuilt ? lastHash : null,
    status: status.status,
    ...(isBuilt && updatedAt && { builtAt: updatedAt }),
    ...((!isBuilt || isReplaced || isOfOther(status, latestCommit)) && { newerCommit: latestCommit ?? lastHash }),
  };
}

/** Undefined if the platform does not list the branch, its commit, or branches to this user. */
async function latestCommitOf(
  client: Reader,
  { deploymentId, branchName }: BuildTarget,
  { signal }: CallOptions,
): Promise<string | undefined> {
  try {
    const params = { deploymentId };
    for await (const branch of client.items(
      branchOperations.listBranches,
      { params, query: { first: 100 } },
      { signal },
    )) {
      if (branch.name === branchName) return branch.lastHash ?? undefined;
    }
    return undefined;
  } catch (failure) {
    if (failure instanceof PlatformError && failure.kind === 'forbidden') return undefined;
    throw failure;
  }
}

function failed(code: PlatformErrorCode, host: string, ...args: string[]): PlatformError {
  return new PlatformError(code, args, { host, operation: runtimeOperations.getBuildStatus.id });
}
