/** Waits for the push and the build after a save: before their end, queries are answered for an older model. */

import * as vscode from 'vscode';
import { raceAbort } from '../../base/async.ts';
import { UserError } from '../../base/errors.ts';
import type { Event } from '../../base/event.ts';
import { buildResultOf } from '../../platform/builds.ts';
import type { FollowedBranch } from './followedBranch.ts';

/** @throws UserError if the build fails, CancelledError when `signal` aborts */
export async function untilBuilt(
  { session, engine, branchName }: FollowedBranch,
  signal: AbortSignal,
  show: (line: string) => void,
): Promise<void> {
  if (engine.isPushingSaves || engine.hasWaitingSaves) await next(engine.onDidPushSaved, () => true, signal);
  const { builds } = await session.deployment();
  if (builds.isWatching(branchName)) {
    show(vscode.l10n.t('Waiting for the build of {0}', branchName));
    const end = await next(builds.onDidEnd, (one) => one.branchName === branchName, signal);
    if ('failure' in end) throw end.failure;
  }
  const known = builds.value.get(branchName);
  if (!known || buildResultOf(known) !== 'failed') return;
  // Another window may have built it since.
  if (buildResultOf(await builds.read(branchName, signal)) === 'failed') {
    throw new UserError(vscode.l10n.t('The build of {0} failed, so it cannot be queried.', branchName), {
      action: vscode.l10n.t('Correct the model, and save it.'),
    });
  }
}

/** The next event that is wanted. @throws CancelledError when `signal` aborts */
async function next<T>(event: Event<T>, isWanted: (value: T) => boolean, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const happened = new Promise<T>((resolve) => {
    const listening = event((value) => {
      if (isWanted(value)) resolve(value);
    });
    stop = () => listening.dispose();
  });
  return raceAbort(happened, signal).finally(() => stop());
}
