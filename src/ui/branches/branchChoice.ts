/** Finds the branch for a command: from its tree row, from the branch that the folder follows, or by a quick pick. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Branch } from '../../contract/dataModel/branches.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { type BranchKind, branchKind } from '../deployments/branchRows.ts';
import { activeFolder } from '../folders/folderChoice.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { pickFromList } from '../shell/pagedPick.ts';

export interface SelectedBranch extends SelectedDeployment {
  branchName: string;
  kind: BranchKind;
  /** The parent branch; undefined if the platform does not return it. */
  parent: string | undefined;
  /** Name of the production branch. */
  production: string;
}

export interface BranchPick {
  title: string;
  placeholder: string;
  accepts?: (kind: BranchKind, branch: Branch) => boolean;
  /** Use the branch that the bound folder follows instead of asking. */
  followed: boolean;
}

/** @throws UserError, CancelledError, PlatformError */
export async function chooseBranch(
  selected: SelectedDeployment,
  argument: unknown,
  options: BranchPick,
): Promise<SelectedBranch> {
  const { deployment } = selected;
  const production = await deployment.deployBranch();
  const given = isBranchRow(argument) || options.followed ? selected.branchName : undefined;
  const branchName =
    given ??
    (
      await pickFromList(deployment.branches, {
        title: options.title,
        placeholder: options.placeholder,
        item: (branch) => branchItem(branch, production, deployment.devMode.value.branchName),
        accepts: (branch) => options.accepts?.(branchKind(branch.name, production), branch) ?? true,
      })
    ).name;
  return {
    ...selected,
    branchName,
    production,
    kind: branchKind(branchName, production),
    parent: await parentOf(selected, branchName),
  };
}

async function parentOf({ deployment }: SelectedDeployment, branchName: string): Promise<string | undefined> {
  const { devMode, branches } = deployment;
  await branches.load();
  const listed = branches.value.items.find(({ name }) => name === branchName)?.parentBranch;
  return listed ?? (devMode.value.branchName === branchName ? devMode.value.parentBranch : undefined);
}

function branchItem(branch: Branch, production: string, openBranchName: string | undefined) {
  const { l10n } = vscode;
  const kind = branchKind(branch.name, production);
  const labels = { production: l10n.t('production'), shared: l10n.t('shared'), personal: l10n.t('dev branch') };
  const icons = { production: 'globe', shared: 'git-branch', personal: 'person' };
  const from = branch.parentBranch && kind !== 'production' ? l10n.t('from {0}', branch.parentBranch) : undefined;
  const isOpen = branch.name === openBranchName;
  return {
    label: branch.name,
    description: [isOpen ? l10n.t('open in dev mode') : labels[kind], from].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(isOpen ? 'target' : icons[kind]),
  };
}

function isBranchRow(argument: unknown): boolean {
  return typeof (argument as { target?: { branchName?: unknown } } | undefined)?.target?.branchName === 'string';
}

/** The workspace folder that is bound to the deployment. Prefers the active folder. */
export function folderFor(app: App, { connection, deployment }: SelectedDeployment): BoundFolder | undefined {
  const isBound = ({ binding }: BoundFolder) =>
    binding.connectionId === connection.id && binding.deploymentId === deployment.id;
  const active = activeFolder(app);
  return active && isBound(active) ? active : app.folders.list.value.find(isBound);
}

/** The folder that follows the branch. */
export function followedFolderOf(app: App, selected: SelectedBranch): FollowedBranch | undefined {
  const folder = folderFor(app, selected);
  const followed = folder && followedBranchOf(folder);
  return followed?.branchName === selected.branchName ? followed : undefined;
}

/** @throws UserError if the parent branch is unknown */
export function requireParent({ parent, branchName, name }: SelectedBranch): string {
  if (parent !== undefined) return parent;
  throw new UserError(vscode.l10n.t('The parent branch of {0} is unknown.', branchName), {
    where: name,
    action: vscode.l10n.t('Refresh the deployments, then try again.'),
  });
}
