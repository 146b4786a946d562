/** Which branch of which deployment a command is about: the row's, the one the bound folder follows, or the one a person picks. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Branch } from '../../contract/branches.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { type BranchKind, branchKind } from '../deployments/branchRows.ts';
import { chooseDeployment, type SelectedDeployment } from '../deployments/deploymentChoice.ts';
import { activeFolder } from '../folders/folderChoice.ts';
import type { App } from '../shell/app.ts';
import { pickFromList } from '../shell/pagedPick.ts';

export interface SelectedBranch extends SelectedDeployment {
  branchName: string;
  kind: BranchKind;
  /** The branch it was forked from, where the platform says. */
  parent: string | undefined;
  /** Name of the production branch. */
  production: string;
}

export interface BranchPick {
  title: string;
  placeholder: string;
  accepts?: (kind: BranchKind, branch: Branch) => boolean;
  /** Take the branch the bound folder follows instead of asking. */
  followed: boolean;
}

/** @throws UserError where there is no such branch to choose, CancelledError, PlatformError. */
export async function chooseBranch(app: App, argument: unknown, question: BranchPick): Promise<SelectedBranch> {
  const chosen = await chooseDeployment(app, argument);
  const { deployment } = chosen;
  const production = await deployment.deployBranch();
  const named = isRowOfBranch(argument) || question.followed ? chosen.branchName : undefined;
  const branchName =
    named ??
    (
      await pickFromList(deployment.branches, {
        title: question.title,
        placeholder: question.placeholder,
        item: (branch) => describe(branch, production, deployment.devMode.value.branchName),
        accepts: (branch) => question.accepts?.(branchKind(branch.name, production), branch) ?? true,
      })
    ).name;
  return {
    ...chosen,
    branchName,
    production,
    kind: branchKind(branchName, production),
    parent: await parentOf(chosen, branchName),
  };
}

async function parentOf({ deployment }: SelectedDeployment, name: string): Promise<string | undefined> {
  const { devMode, branches } = deployment;
  await branches.load();
  const listed = branches.value.items.find((branch) => branch.name === name)?.parentBranch;
  return listed ?? (devMode.value.branchName === name ? devMode.value.parentBranch : undefined);
}

function describe(branch: Branch, production: string, open: string | undefined) {
  const { l10n } = vscode;
  const kind = branchKind(branch.name, production);
  const words = { production: l10n.t('production'), shared: l10n.t('shared'), personal: l10n.t('dev branch') };
  const icons = { production: 'globe', shared: 'git-branch', personal: 'person' };
  const from = branch.parentBranch && kind !== 'production' ? l10n.t('from {0}', branch.parentBranch) : undefined;
  const isOpen = branch.name === open;
  return {
    label: branch.name,
    description: [isOpen ? l10n.t('open in dev mode') : words[kind], from].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(isOpen ? 'target' : icons[kind]),
  };
}

function isRowOfBranch(argument: unknown): boolean {
  return typeof (argument as { target?: { branchName?: unknown } } | undefined)?.target?.branchName === 'string';
}

/** The workspace folder that is bound to a deployment; the active one where there are several. */
export function folderFor(app: App, { connection, deployment }: SelectedDeployment): BoundFolder | undefined {
  const isBound = ({ binding }: BoundFolder) =>
    binding.connectionId === connection.id && binding.deploymentId === deployment.id;
  const active = activeFolder(app);
  return active && isBound(active) ? active : app.folders.list.value.find(isBound);
}

/** @throws UserError where the platform does not say what a branch was forked from. */
export function requireParent({ parent, branchName, name }: SelectedBranch): string {
  if (parent !== undefined) return parent;
  throw new UserError(vscode.l10n.t('The parent branch of {0} is unknown.', branchName), {
    where: name,
    action: vscode.l10n.t('Refresh the deployments, then try again.'),
  });
}
