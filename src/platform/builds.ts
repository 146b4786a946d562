/** Waiting for a build: the platform has no push, so this asks again and again by fixed rules. Knows nothing of who waits. */

import { delay } from '../base/async.ts';
import type { BuildStatus } from '../contract/deployments.ts';
import { operations } from '../contract/operations.ts';
import type { Client } from './client.ts';
import { PlatformError } from './platformError.ts';
import { isTransient } from './retry.ts';

export interface BuildTarget {
  deploymentId: string | number;
  branchName: string;
}

export interface PollBuildOptions {
  signal?: AbortSignal | undefined;
  /** Told every status as it is read. */
  onStatus?: ((status: BuildStatus) => void) | undefined;
  /** Between two reads, default 5 000 ms; of several, each is waited once and the last one again and again. */
  intervalMs?: number | readonly number[] | undefined;
  /** For the whole wait; default 15 minutes. */
  deadlineMs?: number | undefined;
  /** How long `none` and `stopped` may still become a build; default 60 000 ms. */
  graceMs?: number | undefined;
  /** The build before the change that is waited for: until the grace is over, an ended build that is still this one does not count. */
  previous?: BuildStatus | undefined;
}

export type BuildResult = 'built' | 'failed' | 'cancelled' | 'stopped' | 'none' | 'inactive';

/** Transient failures in a row that end the wait. */
const maxFailures = 5;
const inactive = /bad branch|branch is not active/i;

/** How a build ended, or undefined while it goes on. An unknown status goes on; an unknown branch says so only in its text. */
export function buildResultOf({ status, errorText }: BuildStatus): BuildResult | undefined {
  if (errorText && inactive.test(errorText)) return 'inactive';
  switch (status) {
    case 'built':
    case 'failed':
    case 'cancelled':
    case 'stopped':
    case 'none':
      return status;
    // A dev branch's runtime compiles by itself: nothing is being built.
    case 'dev_mode':
      return 'built';
    default:
      return undefined;
  }
}

/**
 * Resolves with the status that ended the build; `buildResultOf` tells how. Rejects with PlatformError (`timeout` when the
 * deadline passes; the last failure after five transient ones in a row) or CancelledError.
 */
export async function pollBuild(
  client: Client,
  { deploymentId, branchName }: BuildTarget,
  options: PollBuildOptions = {},
): Promise<BuildStatus> {
  const { signal, onStatus, intervalMs = 5_000, deadlineMs = 900_000, graceMs = 60_000, previous } = options;
  const begun = performance.now();
  const pauses = typeof intervalMs === 'number' ? [intervalMs] : intervalMs;
  let failures = 0;
  for (let turn = 0; ; turn += 1) {
    const pauseMs = pauses[Math.min(turn, pauses.length - 1)] ?? 5_000;
    try {
      const input = { params: { deploymentId }, query: { branchName } };
      const status = await client.call(operations.getBuildStatus, input, { signal });
      failures = 0;
      onStatus?.(status);
      const result = buildResultOf(status);
      const young = performance.now() - begun < graceMs;
      const waits =
        result === 'none' || result === 'stopped' || (previous !== undefined && sameBuild(previous, status));
      if (result === 'inactive' || (result !== undefined && !(waits && young))) return status;
    } catch (failure) {
      if (!(failure instanceof PlatformError) || !isTransient(failure)) throw failure;
      failures += 1;
      if (failures >= maxFailures) throw failure;
    }
    if (performance.now() - begun + pauseMs > deadlineMs) throw tooLong(client.host, branchName, deadlineMs);
    await delay(pauseMs, signal);
  }
}

/** Whether two readings speak of the same build in the same state. */
export function sameBuild(a: BuildStatus, b: BuildStatus): boolean {
  return (
    a.status === b.status && a.buildJobId === b.buildJobId && a.lastHash === b.lastHash && a.updatedAt === b.updatedAt
  );
}

function tooLong(host: string, branchName: string, deadlineMs: number): PlatformError {
  const minutes = Math.round(deadlineMs / 60_000);
  return new PlatformError('build-not-ended', [branchName, minutes], { host, operation: operations.getBuildStatus.id });
}
