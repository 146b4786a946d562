/** Shows a sync plan and asks the user to confirm it. */

import * as vscode from 'vscode';
import type { Plan, PlanEntry } from '../../sync/plan/planTypes.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { showInformation } from '../shell/notifications.ts';
import { openDocument } from '../shell/openDocument.ts';
import { branchUri, localUri, nothingUri, planUri } from './branchDocuments.ts';
import { type Direction, planDetail } from './planText.ts';

/** Plans with more files are shown as a list instead of comparisons. */
const maxComparisons = 300;

/** Opens the comparisons of all files of the plan in one editor, or a list of the files if there are too many. */
export async function showPlan(
  followed: FollowedBranch,
  plan: Plan,
  directions: readonly Direction[] = ['pull', 'push'],
) {
  const { folder, branchName } = followed;
  const changes = plan.entries
    .filter(({ kind }) => kind === 'conflict' || directions.some((direction) => direction === kind))
    .map((entry) => comparedSides(followed, entry));
  if (changes.length > maxComparisons || changes.length === 0) {
    await vscode.window.showTextDocument(await openDocument(planUri(folder, branchName)), { preview: true });
    return;
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('{0} and “{1}”', branchName, folder.name),
    changes,
  );
}

/** The two sides of an entry. `original` is the side that the entry would replace. */
export function comparedSides(
  followed: FollowedBranch,
  entry: PlanEntry,
): [resource: vscode.Uri, original: vscode.Uri, modified: vscode.Uri] {
  const local = localUri(followed, entry.path);
  const before = entry.kind === 'push' || entry.kind === 'pull' ? (entry.from ?? entry.path) : entry.path;
  const nothing = nothingUri({ ...followed, path: entry.path });
  if (entry.kind === 'pull') {
    const from = entry.from === undefined ? entry.local : 'renamed';
    return [
      local,
      from === undefined ? nothing : localUri(followed, before),
      entry.remote === undefined ? nothing : branchUri({ ...followed, path: entry.path }),
    ];
  }
  const from = entry.kind === 'push' && entry.from !== undefined ? 'renamed' : entry.remote;
  return [
    local,
    from === undefined ? nothing : branchUri({ ...followed, path: before }),
    entry.local === undefined ? nothing : local,
  ];
}

/** Asks whether to run the plan in `directions`. */
export async function confirmPlan(
  followed: FollowedBranch,
  plan: Plan,
  directions: readonly Direction[],
): Promise<boolean> {
  const { folder, branchName } = followed;
  const sides = { folder: folder.name, branchName };
  const { l10n } = vscode;
  const action = actionOf(plan, directions);
  const showChanges = l10n.t('Show Changes');
  const message = questionOf(followed, plan, directions);
  const detail = planDetail(plan, sides, directions, l10n);
  const choice = await showInformation(message, { modal: true, detail }, action, showChanges);
  if (choice !== showChanges) return choice === action;
  await showPlan(followed, plan, directions);
  // Not modal, so that the user can read the changes first.
  return (await showInformation(message, action, l10n.t('Not Now'))) === action;
}

function questionOf({ folder, branchName }: FollowedBranch, plan: Plan, directions: readonly Direction[]): string {
  const { pulls, pushes } = stepsOf(plan, directions);
  if (pulls && pushes) return vscode.l10n.t('Sync “{0}” with {1}?', folder.name, branchName);
  if (pulls) return vscode.l10n.t('Pull changes from {0} into “{1}”?', branchName, folder.name);
  return vscode.l10n.t('Push changes from “{0}” to {1}?', folder.name, branchName);
}

function actionOf(plan: Plan, directions: readonly Direction[]): string {
  const { pulls, pushes } = stepsOf(plan, directions);
  if (pulls && pushes) return vscode.l10n.t('Sync');
  return pulls ? vscode.l10n.t('Pull') : vscode.l10n.t('Push');
}

function stepsOf(plan: Plan, directions: readonly Direction[]): { pulls: boolean; pushes: boolean } {
  return {
    pulls: directions.includes('pull') && plan.pulls.length > 0,
    pushes: directions.includes('push') && plan.pushes.length > 0,
  };
}

/** The plan reduced to these files. */
export function selectPaths(plan: Plan, paths: readonly string[]): Plan {
  const selected = new Set(paths);
  const of = <E extends PlanEntry>(entries: readonly E[]) => entries.filter(({ path: file }) => selected.has(file));
  return {
    ...plan,
    entries: of(plan.entries),
    pushes: of(plan.pushes),
    pulls: of(plan.pulls),
    conflicts: of(plan.conflicts),
    refused: of(plan.refused),
  };
}
