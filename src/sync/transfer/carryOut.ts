/** Carries out selected entries of a plan: pushes, then pulls. */

import type { HeldLock } from '../disk/lock.ts';
import type { FolderStore } from '../local/folderStore.ts';
import type { TransferEntry } from '../plan/planTypes.ts';
import { type PullTools, pullFiles } from './pullFiles.ts';
import { pushFiles } from './pushFiles.ts';
import type { PushResult, PushTools } from './pushTypes.ts';
import type { SyncRun } from './syncRun.ts';

export interface TransferTools {
  push: PushTools;
  pull: PullTools;
}

type EngineTools = Pick<PushTools, 'port' | 'guard' | 'clock' | 'log' | 'onAccepted'> & Pick<PullTools, 'isDirty'>;

/** What pushes and pulls of a locked folder work with. */
export function transferTools(
  { folder, base, contents }: FolderStore,
  lock: HeldLock,
  { port, clock, guard, log, onAccepted, isDirty }: EngineTools,
): TransferTools {
  const shared = { port, folder, base, contents, clock, isHeld: () => lock.isHeld() };
  return { push: { ...shared, guard, log, onAccepted }, pull: { ...shared, isDirty } };
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
