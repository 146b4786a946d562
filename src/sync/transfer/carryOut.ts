/** Carries out selected entries of a plan: pushes step by step, then pulls. */

import type { HeldLock } from '../../base/folderLock.ts';
import type { FolderStore } from '../local/folderStore.ts';
import type { PushEntry, TransferEntry } from '../plan/planTypes.ts';
import { type PullTools, pullFiles } from './pullFiles.ts';
import { pushFiles } from './pushFiles.ts';
import type { PushResult, PushTools } from './pushTypes.ts';
import { pushSteps } from './route.ts';
import type { SyncRun } from './syncRun.ts';

export interface TransferTools {
  push: PushTools;
  pull: PullTools;
}

type EngineTools = Pick<PushTools, 'port' | 'guard' | 'clock' | 'log' | 'onAccepted'> & Pick<PullTools, 'isDirty'>;

/** The services that pushes and pulls of a locked folder work with. */
export function transferTools(
  { folder, base, contents }: FolderStore,
  lock: HeldLock,
  { port, clock, guard, log, onAccepted, isDirty }: EngineTools,
): TransferTools {
  const shared = { port, folder, base, contents, clock, isHeld: () => lock.isHeld() };
  return { push: { ...shared, guard, log, onAccepted }, pull: { ...shared, isDirty } };
}

/** `inPieces`: without an upload, as far as possible. @returns why the rest of a push needs a new plan; undefined when it does not */
export async function carryOut(
  entries: readonly TransferEntry[],
  tools: TransferTools,
  run: SyncRun,
  signal: AbortSignal,
  inPieces = false,
): Promise<PushResult['retry']> {
  const pushes = entries.filter((entry) => entry.kind === 'push');
  const pulls = entries.filter((entry) => entry.kind === 'pull');
  const retry = await pushInSteps(pushSteps(pushes, inPieces), tools.push, run, signal);
  if (retry) return retry;
  if (pulls.length > 0) run.addPull(await pullFiles(pulls, tools.pull, signal));
  return undefined;
}

/** A step begins after a listing showed the one before. A process that ends in between leaves the rest to the next plan. */
async function pushInSteps(
  steps: readonly PushEntry[][],
  tools: PushTools,
  run: SyncRun,
  signal: AbortSignal,
): Promise<PushResult['retry']> {
  const accepted: string[] = [];
  const report = () => {
    if (accepted.length > 0) tools.onAccepted(accepted.splice(0));
  };
  // Files that are deleted to make room may have moved: the branch must never be ahead of this disk.
  if (steps.length > 1 && steps[0]![0]!.change === 'delete') {
    await tools.folder.makeDurable(steps.flatMap((step) => step.map(({ path }) => path)));
  }
  try {
    for (const [index, step] of steps.entries()) {
      // Report once: a validation between two steps would show errors that are gone after the last one.
      const onAccepted = (paths: readonly string[]) => {
        accepted.push(...paths);
        if (index === steps.length - 1) report();
      };
      const result = await pushFiles(step, { ...tools, onAccepted }, signal);
      run.addPush(result);
      if (result.retry) return result.retry;
      if (!result.verified) return undefined;
    }
    return undefined;
  } finally {
    report();
  }
}
