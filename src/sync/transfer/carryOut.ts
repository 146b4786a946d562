/** Carries out selected entries of a plan: pushes, then pulls. */

import type { TransferEntry } from '../plan/planTypes.ts';
import { type PullTools, pullFiles } from './pullFiles.ts';
import { pushFiles } from './pushFiles.ts';
import type { PushResult, PushTools } from './pushTypes.ts';
import type { SyncRun } from './syncRun.ts';

export interface TransferTools {
  push: PushTools;
  pull: PullTools;
}

/** @returns why a push needs a new plan; undefined when it does not */
export async function carryOut(
  entries: readonly TransferEntry[],
  tools: TransferTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<PushResult['retry']> {
  const pushes = entries.filter((entry) => entry.kind === 'push');
  const pulls = entries.filter((entry) => entry.kind === 'pull');
  if (pushes.length > 0) {
    const result = await pushFiles(pushes, tools.push, signal);
    run.addPush(result);
    if (result.retry) return result.retry;
  }
  if (pulls.length > 0) run.addPull(await pullFiles(pulls, tools.pull, signal));
  return undefined;
}
