/** Shows a sync plan and asks about it: in words, as a comparison of all its files, or as a document. Carries nothing out. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { Plan, PlanEntry } from '../../sync/plan/planTypes.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { branchUri, nothingUri, planUri } from './branchDocuments.ts';
import { type Direction, planDetail } from './planText.ts';

/** More files than this are shown as a list: nobody reads that many comparisons in one editor. */
const mostComparisons = 300;

/** Opens the whole plan for reading: every file beside the branch's, or a list where there are too many. */
export async function showPlan(
  followed: FollowedBranch,
  plan: Plan,
  directions: readonly Direction[] = ['pull', 'push'],
) {
  const { folder, branch } = followed;
  const changes = plan.entries
    .filter(({ kind }) => kind === 'conflict' || directions.some((direction) => direction === kind))
    .map((entry) => comparedSides(followed, entry));
  if (changes.length > mostComparisons || changes.length === 0) {
    await vscode.window.showTextDocument(planUri(folder, branch), { preview: true });
    return;
  }
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('{0} and “{1}”', branch, folder.name), changes);
}

/** The two sides of an entry, the one that would be replaced first. */
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

/** Whether the person wants the plan's steps in `directions` carried out, exactly as shown. */
export async function confirmPlan(
  followed: FollowedBranch,
  plan: Plan,
  directions: readonly Direction[],
): Promise<boolean> {
  const { folder, branch } = followed;
  const place = { folder: folder.name, branch };
  const { l10n } = vscode;
  const go = actionOf(plan, directions);
  const showAll = l10n.t('Show Changes');
  const message = questionOf(followed, plan, directions);
  const detail = planDetail(plan, place, directions, l10n);
  const choice = await vscode.window.showInformationMessage(message, { modal: true, detail }, go, showAll);
  if (choice !== showAll) return choice === go;
  await showPlan(followed, plan, directions);
  // Not modal: the person reads first.
  return (await vscode.window.showInformationMessage(message, go, l10n.t('Not Now'))) === go;
}

export function localUri({ folder }: Pick<FollowedBranch, 'folder'>, file: string): vscode.Uri {
  return vscode.Uri.file(path.join(folder.binding.projectFolder, file));
}

function questionOf({ folder, branch }: FollowedBranch, plan: Plan, directions: readonly Direction[]): string {
  const { pulls, pushes } = stepsOf(plan, directions);
  if (pulls && pushes) return vscode.l10n.t('Sync “{0}” with {1}?', folder.name, branch);
  if (pulls) return vscode.l10n.t('Pull changes from {0} into “{1}”?', branch, folder.name);
  return vscode.l10n.t('Push changes from “{0}” to {1}?', folder.name, branch);
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

/** The part of a plan that is about these files. */
export function selectPaths(plan: Plan, paths: readonly string[]): Plan {
  const wanted = new Set(paths);
  const of = <E extends PlanEntry>(entries: readonly E[]) => entries.filter(({ path: file }) => wanted.has(file));
  return {
    ...plan,
    entries: of(plan.entries),
    pushes: of(plan.pushes),
    pulls: of(plan.pulls),
    conflicts: of(plan.conflicts),
    refused: of(plan.refused),
  };
}
