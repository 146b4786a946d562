/** Synchronising with a person in the loop: plan, question, execution, verdict. Every stop is explained; nothing is decided for them. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { Halt } from '../../sync/plan/halt.ts';
import type { Plan } from '../../sync/plan/planTypes.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import type { SyncOptions } from '../../sync/syncTypes.ts';
import type { SyncResult } from '../../sync/transfer/syncResult.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { haltMessage } from './haltMessages.ts';
import { confirmPlan, showPlan } from './planReview.ts';
import type { Direction } from './planText.ts';

/**
 * After a branch was opened in dev mode: compares, shows the plan, asks, carries it out, and asks the platform for its verdict.
 * @throws PlatformError, CancelledError; what was done until then stays done, the rest waits.
 */
export async function syncAfterOpening(
  app: App,
  folder: BoundFolder,
  engine: SyncEngine,
  signal?: AbortSignal,
): Promise<void> {
  const followed = followedBranchOf(folder);
  if (followed?.engine !== engine) return;
  const plan = await compare(followed, signal);
  if (await confirmAndSync(app, followed, plan, ['pull', 'push'], signal)) await followed.session.validate(signal);
}

/** Scans the folder and lists the branch. */
export function compare({ engine, folder, branch }: FollowedBranch, signal?: AbortSignal): Promise<Plan> {
  const title = vscode.l10n.t('Comparing “{0}” with {1}', folder.name, branch);
  return withSlowProgress(title, (running) => engine.refresh(running), signal);
}

/**
 * Shows the plan, asks, and carries out its steps in `directions`.
 * @returns whether the folder and the branch are now as the person wants them, conflicts apart.
 */
export async function confirmAndSync(
  app: App,
  followed: FollowedBranch,
  plan: Plan,
  directions: readonly Direction[],
  signal?: AbortSignal,
): Promise<boolean> {
  const wanted = directions.filter((direction) => stepsOf(plan, direction).length > 0);
  if (wanted.length === 0) {
    await tellConflicts(plan);
    return true;
  }
  if (!(await confirmPlan(followed, plan, wanted))) return false;
  let current = plan;
  for (const direction of wanted) {
    if (direction !== wanted[0]) {
      // What was brought changed the plan; the question was about these very files, so only other ones are asked about.
      current = await compare(followed, signal);
      if (stepsOf(current, direction).length === 0) continue;
      if (!sameSteps(plan, current, direction) && !(await confirmPlan(followed, current, [direction]))) return false;
    }
    const result = await runTransfer(app, followed, direction, { plan: current, confirmed: true }, signal);
    if (!result || result.halt) return false;
  }
  await tellConflicts(current);
  return true;
}

/**
 * Pushes or pulls; where the engine halts, asks whether to go on or says what to do.
 * @returns the last result; undefined where the person chose not to go on.
 */
export async function runTransfer(
  app: App,
  followed: FollowedBranch,
  direction: Direction,
  options: SyncOptions,
  signal?: AbortSignal,
): Promise<SyncResult | undefined> {
  const { engine, branch } = followed;
  let current = options;
  for (;;) {
    const now = current;
    const title =
      direction === 'push'
        ? vscode.l10n.t('Pushing files to {0}', branch)
        : vscode.l10n.t('Pulling files from {0}', branch);
    const result = await withSlowProgress(
      title,
      (running) => (direction === 'push' ? engine.push(now, running) : engine.pull(now, running)),
      signal,
    );
    if (!result.halt) {
      tellDeferred(app, result);
      return result;
    }
    app.log.warn(`Stopped (${result.halt.kind}): ${result.halt.message}`);
    if (result.halt.kind === 'first-sync' || result.halt.kind === 'plan-changed') {
      if (!(await confirmPlan(followed, result.plan, [direction]))) return undefined;
      current = { ...options, plan: result.plan, confirmed: true };
    } else if (!(await handleHalt(followed, result.halt, result.plan, signal))) {
      return undefined;
    } else {
      current = result.halt.confirmable
        ? { ...options, plan: result.plan, confirmed: true }
        : { ...(options.paths && { paths: options.paths }) };
    }
  }
}

/** Explains a halt and does what the person chooses. @returns whether to try again. */
export async function handleHalt(
  followed: FollowedBranch,
  reason: Halt,
  plan: Plan | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const { message, detail, remedy, button } = haltMessage(reason, vscode.l10n);
  const buttons = button === undefined ? [] : [button];
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (choice === undefined || choice !== button) return false;
  if (remedy === 'review') {
    await showPlan(followed, plan ?? (await compare(followed, signal)));
    return false;
  }
  if (remedy === 'reopen') {
    await followed.session.openDevMode(followed.branch, signal);
    if (followedBranchOf(followed.folder)?.engine !== followed.engine)
      throw new CancelledError('Another branch is followed now');
  }
  return true;
}

async function tellConflicts({ conflicts }: Plan): Promise<void> {
  if (conflicts.length === 0) return;
  const { l10n } = vscode;
  const show = l10n.t('Show Conflicts');
  const text =
    conflicts.length === 1
      ? l10n.t('{0} changed on both sides. Both versions are kept until you resolve the conflict.', conflicts[0]!.path)
      : l10n.t(
          '{0} files changed on both sides. Both versions are kept until you resolve the conflicts.',
          conflicts.length,
        );
  // Not waited for: a question nobody answers must not hold up what follows.
  vscode.window.showWarningMessage(text, show).then((choice) => {
    if (choice === show) void vscode.commands.executeCommand('workbench.view.scm');
  });
}

function tellDeferred({ log }: App, { deferred }: SyncResult): void {
  for (const { path, reason } of deferred) log.info(`${path} waits for the next round: ${reason}`);
  const [first] = deferred;
  if (!first) return;
  showStatus(
    deferred.length === 1
      ? vscode.l10n.t('{0} is waiting: {1}', first.path, first.reason)
      : vscode.l10n.t(
          '{0} files are waiting for the next sync, for example {1}: {2}',
          deferred.length,
          first.path,
          first.reason,
        ),
  );
}

function stepsOf(plan: Plan, direction: Direction) {
  return direction === 'push' ? plan.pushes : plan.pulls;
}

function sameSteps(shown: Plan, now: Plan, direction: Direction): boolean {
  const keys = (plan: Plan) =>
    stepsOf(plan, direction).map(({ path, change, local, remote }) => [path, change, local, remote].join('\0'));
  const asked = new Set(keys(shown));
  return keys(now).every((key) => asked.has(key));
}
