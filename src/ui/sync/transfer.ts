/** Compares, pushes, pulls and validates with progress. When the engine halts, the user decides whether to continue. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { Halt } from '../../sync/plan/halt.ts';
import type { Plan } from '../../sync/plan/planTypes.ts';
import type { SyncOptions } from '../../sync/syncTypes.ts';
import type { SyncResult } from '../../sync/transfer/syncResult.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { messageText } from '../shell/errorText.ts';
import { showStatus, showWarning } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { haltMessage } from './haltMessages.ts';
import { confirmPlan, showPlan } from './planReview.ts';
import type { Direction } from './planText.ts';

/** Scans the folder, lists the branch, and returns the plan. */
export function compare({ engine, folder, branchName }: FollowedBranch, signal?: AbortSignal): Promise<Plan> {
  const title = vscode.l10n.t('Comparing “{0}” with {1}', folder.name, branchName);
  return withSlowProgress(title, (running) => engine.refresh(running), signal);
}

/** Validates the followed branch on the platform after its files changed. */
export async function validate({ session, branchName }: FollowedBranch): Promise<void> {
  await withSlowProgress(vscode.l10n.t('Validating {0}', branchName), (signal) => session.validate(signal));
}

/** Repeats a push or pull until it ends without a halt. @returns undefined if the user does not continue after a halt */
export async function runTransfer(
  app: App,
  followed: FollowedBranch,
  direction: Direction,
  options: SyncOptions,
  signal?: AbortSignal,
): Promise<SyncResult | undefined> {
  let current = options;
  for (;;) {
    const result = await transferOnce(followed, direction, current, signal);
    const { halt, plan } = result;
    if (!halt) {
      showDeferred(app, result);
      return result;
    }
    app.log.warn(`Stopped (${halt.kind}): ${halt.message}`);
    if (halt.kind === 'first-sync' || halt.kind === 'plan-changed') {
      if (!(await confirmPlan(followed, plan, [direction]))) return undefined;
      current = { ...options, plan, confirmed: true };
    } else if (!(await handleHalt(followed, halt, plan, signal))) {
      return undefined;
    } else {
      current = halt.confirmable
        ? { ...options, plan, confirmed: true }
        : { ...(options.paths && { paths: options.paths }) };
    }
  }
}

/** Explains a halt and runs the action that the user selects. @returns whether to try again */
export async function handleHalt(
  followed: FollowedBranch,
  halt: Halt,
  plan: Plan | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const { message, detail, resolution, button } = haltMessage(halt, vscode.l10n);
  const buttons = button === undefined ? [] : [button];
  const choice = await showWarning(message, { modal: true, detail }, ...buttons);
  if (choice === undefined || choice !== button) return false;
  if (resolution === 'review') {
    await showPlan(followed, plan ?? (await compare(followed, signal)));
    return false;
  }
  if (resolution === 'reopen') {
    await followed.session.openDevMode(followed.branchName, signal);
    if (followedBranchOf(followed.folder)?.engine !== followed.engine) {
      throw new CancelledError('The folder follows another branch now');
    }
  }
  return true;
}

function transferOnce(
  { engine, branchName }: FollowedBranch,
  direction: Direction,
  options: SyncOptions,
  signal?: AbortSignal,
): Promise<SyncResult> {
  if (direction === 'push') {
    const title = vscode.l10n.t('Pushing files to {0}', branchName);
    return withSlowProgress(title, (running) => engine.push(options, running), signal);
  }
  const title = vscode.l10n.t('Pulling files from {0}', branchName);
  return withSlowProgress(title, (running) => engine.pull(options, running), signal);
}

function showDeferred({ log }: App, { deferred }: SyncResult): void {
  for (const { path, reason } of deferred) log.info(`${path} is deferred to the next sync: ${reason.message}`);
  const [first] = deferred;
  if (!first) return;
  const reason = messageText(first.reason, vscode.l10n);
  showStatus(
    deferred.length === 1
      ? vscode.l10n.t('{0} is waiting: {1}', first.path, reason)
      : vscode.l10n.t(
          '{0} files are waiting for the next sync, for example {1}: {2}',
          deferred.length,
          first.path,
          reason,
        ),
  );
}
