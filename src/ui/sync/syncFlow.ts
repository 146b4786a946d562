/** The sync after a branch was opened or updated: plan, confirmation, pull, push, validation. */

import * as vscode from 'vscode';
import type { BoundFolder } from '../../session/folders.ts';
import type { Plan, PullEntry, PushEntry } from '../../sync/plan/planTypes.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showWarning } from '../shell/notifications.ts';
import { confirmPlan } from './planReview.ts';
import type { Direction } from './planText.ts';
import { compare, runTransfer } from './transfer.ts';

/**
 * Compares, asks the user to confirm the plan, syncs, and validates the branch.
 * @returns whether the plan was confirmed and done; conflicts remain
 * @throws PlatformError, CancelledError; completed steps are not undone
 */
export async function syncAfterOpening(
  app: App,
  folder: BoundFolder,
  engine: SyncEngine,
  signal?: AbortSignal,
): Promise<boolean> {
  const followed = followedBranchOf(folder);
  if (followed?.engine !== engine) return false;
  const plan = await compare(followed, signal);
  const done = await confirmAndSync(app, followed, plan, signal);
  if (done) await followed.session.validate(signal);
  return done;
}

/** @returns whether all steps of the plan were confirmed and done; conflicts remain */
async function confirmAndSync(
  app: App,
  followed: FollowedBranch,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const directions = (['pull', 'push'] as const).filter((direction) => stepsOf(plan, direction).length > 0);
  if (directions.length > 0 && !(await confirmPlan(followed, plan, directions))) return false;
  let current = plan;
  for (const [index, direction] of directions.entries()) {
    if (index > 0) {
      // The pull changed the plan. Ask again only if it contains steps that the user has not confirmed.
      current = await compare(followed, signal);
      if (stepsOf(current, direction).length === 0) continue;
      const confirmed =
        containsAllSteps(plan, current, direction) || (await confirmPlan(followed, current, [direction]));
      if (!confirmed) return false;
    }
    const result = await runTransfer(app, followed, direction, { plan: current, confirmed: true }, signal);
    if (!result || result.halt) return false;
  }
  showConflicts(current);
  return true;
}

/** Does not wait for an answer, because the user may never dismiss the message. */
function showConflicts({ conflicts }: Plan): void {
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
  showWarning(text, show).then((choice) => {
    if (choice === show) void vscode.commands.executeCommand('workbench.view.scm');
  });
}

function stepsOf(plan: Plan, direction: Direction): readonly (PushEntry | PullEntry)[] {
  return direction === 'push' ? plan.pushes : plan.pulls;
}

function containsAllSteps(confirmed: Plan, current: Plan, direction: Direction): boolean {
  const keys = (plan: Plan) =>
    stepsOf(plan, direction).map(({ path, change, local, remote }) => [path, change, local, remote].join('\0'));
  const known = new Set(keys(confirmed));
  return keys(current).every((key) => known.has(key));
}
