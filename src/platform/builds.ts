/** Waits for a build by polling, because the platform sends no events. */

import { delay } from '../base/async.ts';
import type { BuildStatus } from '../contract/deployments/runtime.ts';
import { runtimeOperations } from '../contract/deployments/runtime.ts';
import { buildResultOf } from './buildResult.ts';
import type { Reader } from './client.ts';
import { PlatformError } from './platformError.ts';
import { isTransient } from './retry.ts';

export interface BuildTarget {
  deploymentId: string | number;
  branchName: string;
}

export interface PollBuildOptions {
  signal?: AbortSignal | undefined;
  /** Called with every status. */
  onStatus?: ((status: BuildStatus) => void) | undefined;
  /** Milliseconds between two reads; default 5 000. Of a list, each is used once and the last one repeatedly. */
  intervalMs?: number | readonly number[] | undefined;
  /** Milliseconds for the whole wait; default 15 minutes. */
  deadlineMs?: number | undefined;
  /** How long to wait for a build to start from `none` or `stopped`, in milliseconds; default 60 000. */
  graceMs?: number | undefined;
  /** The build before the change. During the grace period, the end of this same build does not count. */
  previous?: BuildStatus | undefined;
  /** The commit that is to be built. During the grace period, the end of another one's build does not count. */
  commit?: string | undefined;
}

/** The wait ends after this many consecutive transient failures. */
const maxFailures = 5;
/**
 * Resolves with the last status of the build; `buildResultOf` interprets it.
 * @throws PlatformError: `timeout` at the deadline, or the last of five consecutive transient failures; CancelledError.
 */
export async function pollBuild(
  client: Reader,
  { deploymentId, branchName }: BuildTarget,
  options: PollBuildOptions = {},
): Promise<BuildStatus> {
  const { signal, onStatus, intervalMs = 5_000, deadlineMs = 900_000, graceMs = 60_000, previous, commit } = options;
  const startedAt = performance.now();
  const intervals = typeof intervalMs === 'number' ? [intervalMs] : intervalMs;
  let failures = 0;
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = intervals[Math.min(attempt, intervals.length - 1)] ?? 5_000;
    try {
      const input = { params: { deploymentId }, query: { branchName } };
      const status = await client.call(runtimeOperations.getBuildStatus, input, { signal });
      failures = 0;
      onStatus?.(status);
      const result = buildResultOf(status);
      const inGrace = performance.now() - startedAt < graceMs;
      const mayStart =
        result === 'none' ||
        result === 'stopped' ||
        (previous !== undefined && sameBuild(previous, status)) ||
        isOfOther(status, commit);
      if (result === 'inactive' || (result !== undefined && !(mayStart && inGrace))) return status;
    } catch (failure) {
      if (!(failure instanceof PlatformError) || !isTransient(failure)) throw failure;
      failures += 1;
      if (failures >= maxFailures) throw failure;
    }
    if (performance.now() - startedAt + pauseMs > deadlineMs) throw notEnded(client.host, branchName, deadlineMs);
    await delay(pauseMs, signal);
  }
}

/** Whether the platform names another commit than this one. The runtime of a dev branch (`dev_mode`) compiles the current files. */
export function isOfOther({ status, lastHash }: BuildStatus, commit: string | undefined): boolean {
  return commit !== undefined && typeof lastHash === 'string' && lastHash !== commit && status !== 'dev_mode';
}

/** Whether two statuses are of the same build in the same state. */
function sameBuild(a: BuildStatus, b: BuildStatus): boolean {
  return (
    a.status === b.status && a.buildJobId === b.buildJobId && a.lastHash === b.lastHash && a.updatedAt === b.updatedAt
  );
}

function notEnded(host: string, branchName: string, deadlineMs: number): PlatformError {
  return new PlatformError('build-not-ended', [branchName, Math.round(deadlineMs / 1000)], {
    host,
    operation: runtimeOperations.getBuildStatus.id,
  });
}
