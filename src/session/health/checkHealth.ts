/** Runs all probes of a connection at the same time. */

import { raceAbort, throwIfAborted } from '../../base/async.ts';
import { type CatalogMessage, UserError } from '../../base/errors.ts';
import { HealthRun, type HealthTarget } from './healthRun.ts';
import { healthErrors, healthTexts } from './healthTexts.ts';
import { type HealthCheck, type HealthState, type Probe, probes } from './probes.ts';

export interface HealthResult {
  check: HealthCheck;
  state: HealthState;
  message: CatalogMessage | UserError;
}

export const healthChecks = Object.keys(probes) as HealthCheck[];

/** Calls `onResult` for each check as soon as it ends. @throws CancelledError when `signal` aborts */
export async function checkHealth(
  target: HealthTarget,
  onResult: (result: HealthResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const run = new HealthRun(target, signal);
  try {
    await Promise.all(
      healthChecks.map(async (check) => {
        const { probe, deadlineMs } = probes[check];
        const result = await runProbe(probe, run, signal, deadlineMs);
        throwIfAborted(signal);
        onResult({ check, ...result });
      }),
    );
  } finally {
    run.dispose();
  }
}

async function runProbe(
  probe: Probe,
  run: HealthRun,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Omit<HealthResult, 'check'>> {
  const late = AbortSignal.timeout(deadlineMs);
  const either = AbortSignal.any([signal, late]);
  try {
    return await raceAbort(probe(run, either), either);
  } catch (failure) {
    throwIfAborted(signal);
    if (late.aborted) return { state: 'failed', message: healthTexts.message('late', [deadlineMs / 1000]) };
    if (!(failure instanceof UserError)) throw failure;
    const isUnchecked = failure.code !== undefined && Object.hasOwn(healthErrors.texts, failure.code);
    return { state: isUnchecked ? 'unknown' : 'failed', message: failure };
  }
}
