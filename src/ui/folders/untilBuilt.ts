/** Waits for the push and the build after a save: before their end, queries are answered for an older model. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { nextEvent } from '../../base/event.ts';
import { buildResultOf } from '../../platform/buildResult.ts';
import type { BuildWatch } from '../../session/buildWatch.ts';
import { isPushing } from '../../session/savedChanges.ts';
import type { FollowedBranch } from './followedBranch.ts';

/** @throws UserError if the build fails, CancelledError when `signal` aborts */
export async function untilBuilt(
  { session, branchName }: FollowedBranch,
  signal: AbortSignal,
  show: (line: string) => void,
): Promise<void> {
  const { changes } = session;
  if (isPushing(changes.value)) await nextEvent(changes.onChange, (now) => !isPushing(now), signal);
  const { builds } = await session.deployment();
  await untilBranchBuilt(builds, branchName, signal, show);
}

/** Like `untilBuilt`, for a branch that no folder follows. */
export async function untilBranchBuilt(
  builds: BuildWatch,
  branchName: string,
  signal: AbortSignal,
  show: (line: string) => void,
): Promise<void> {
  const onWait = () => show(vscode.l10n.t('Waiting for the build of {0}', branchName));
  if (buildResultOf(await builds.settled(branchName, signal, onWait)) !== 'failed') return;
  throw new UserError(vscode.l10n.t('The build of {0} failed, so it cannot be queried.', branchName), {
    action: vscode.l10n.t('Correct the model, and save it.'),
  });
}
