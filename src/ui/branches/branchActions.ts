/** Creates, opens, closes and deletes branches. Commits and merges are in `promotions.ts`. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import {
  confirm,
  showFailure,
  showInformation,
  showStatus,
  showWarning,
  withProgress,
} from '../shell/notifications.ts';
import { askText } from '../shell/quickInput.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import type { Row } from '../tree/row.ts';
import { chooseBranch, folderFor } from './branchChoice.ts';
import { branchNameProblem } from './branchNameProblem.ts';
import { openInDevMode } from './openDevMode.ts';
import { deletionWarning } from './promotionMessages.ts';

export async function openBranch(app: App, target: SelectedDeployment, argument: unknown): Promise<void> {
  const selected = await chooseBranch(target, argument, {
    title: vscode.l10n.t('Open Branch in Dev Mode'),
    placeholder: vscode.l10n.t('Select a branch to open in dev mode'),
    followed: false,
  });
  await openInDevMode(app, selected, selected.branchName);
}

export async function copyBranchName(selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { branchName } = await chooseBranch(selected, row, {
    title: vscode.l10n.t('Copy Branch Name'),
    placeholder: vscode.l10n.t('Select a branch'),
    followed: true,
  });
  await vscode.env.clipboard.writeText(branchName);
  showStatus(vscode.l10n.t('Copied {0}', branchName));
}

export async function createBranch(app: App, selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const { deployment } = selected;
  const question = {
    title: l10n.t('Create Branch'),
    placeholder: l10n.t('Select a branch to fork'),
    followed: false,
  };
  const from = row?.target.branchName ?? (await chooseBranch(selected, row, question)).branchName;
  await deployment.branches.load();
  const existing = deployment.branches.value.items.map(({ name }) => name);
  const typedName = await askText({
    title: l10n.t('Create Branch in “{0}” from {1}', selected.name, from),
    prompt: l10n.t('Branch name'),
    placeHolder: 'returns-report',
    ignoreFocusOut: true,
    validateInput: (typed) => (typed === '' ? undefined : branchNameProblem(typed.trim(), existing, l10n)),
  });
  const branchName = typedName?.trim() ?? '';
  if (branchName === '') throw new CancelledError();
  await withProgress(l10n.t('Creating branch {0}', branchName), (signal) =>
    deployment.createBranch(branchName, from, signal),
  );
  offerToOpen(app, selected, branchName);
}

/** Creates the deleted branch that the folder follows, with the files of the folder. */
export async function createBranchAgain(app: App, selected: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const folder = folderFor(app, selected);
  const session = folder?.session.value;
  const gone = session?.changes.value.gone;
  const branchName = session?.branchName;
  if (!folder || !gone || branchName === undefined) throw sessionErrors.error('branch-not-gone');
  const confirmed = await confirm(
    l10n.t('Create {0} again from {1}?', branchName, gone.parent),
    l10n.t(
      'The new branch starts with the files of {0}. The files of “{1}” are then pushed to it, after you confirm the plan. No file is deleted.',
      gone.parent,
      folder.name,
    ),
    l10n.t('Create Branch'),
  );
  if (!confirmed) throw new CancelledError();
  const synced = await withProgress(l10n.t('Creating branch {0}', branchName), async (signal) =>
    syncAfterOpening(app, folder, await session.createAgain(signal), signal),
  );
  if (synced) showStatus(l10n.t('“{0}” now syncs with {1}', folder.name, branchName));
}

/** Does not wait for an answer, because the branch is already created. */
function offerToOpen(app: App, selected: SelectedDeployment, branchName: string): void {
  const open = vscode.l10n.t('Open in Dev Mode');
  const message = vscode.l10n.t('Created branch {0} in “{1}”.', branchName, selected.name);
  showInformation(message, open).then(async (choice) => {
    if (choice !== open) return;
    await openInDevMode(app, selected, branchName).catch((failure: unknown) => showFailure(failure, app));
  });
}

export async function leaveDevMode(app: App, selected: SelectedDeployment): Promise<void> {
  const { deployment } = selected;
  const folder = folderFor(app, selected);
  await withProgress(
    vscode.l10n.t('Leaving dev mode'),
    async (signal) => {
      const session = await folder?.open();
      if (session) await session.leaveDevMode(signal);
      else await deployment.stopDevMode(signal);
      await deployment.refresh();
    },
    { location: vscode.ProgressLocation.Window },
  );
  showStatus(vscode.l10n.t('Left dev mode in “{0}”', selected.name));
}

export async function deleteBranch(app: App, target: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(target, row, {
    title: l10n.t('Delete Branch'),
    placeholder: l10n.t('Select a branch to delete'),
    accepts: (kind) => kind !== 'production',
    followed: false,
  });
  const { deployment, branchName, name, parent, kind } = selected;
  if (kind === 'production') {
    throw new UserError(l10n.t('{0} is the production branch of “{1}” and cannot be deleted.', branchName, name));
  }
  const children = deployment.branches.value.items
    .filter(({ parentBranch }) => parentBranch === branchName)
    .map((branch) => branch.name);
  const open = deployment.devMode.value.branchName === branchName;
  const { message, detail } = deletionWarning(
    { deployment: name, branchName: branchName, parent, children, open },
    l10n,
  );
  const deleteBranch = l10n.t('Delete');
  const deleteInGitToo = l10n.t('Delete Also in Git Repository');
  const buttons = (await hasRepository(deployment)) ? [deleteBranch, deleteInGitToo] : [deleteBranch];
  const choice = await showWarning(message, { modal: true, detail }, ...buttons);
  if (choice === undefined) return;
  await withProgress(l10n.t('Deleting branch {0}', branchName), async (signal) => {
    await deployment.deleteBranch(branchName, choice === deleteInGitToo, signal);
    const session = folderFor(app, selected)?.session.value;
    if (session?.branchName === branchName) await session.unfollow();
  });
  showStatus(l10n.t('Deleted branch {0}', branchName));
}

/** Whether the deployment uses a git repository in which the branch can be deleted, too. */
async function hasRepository({ settings }: SelectedDeployment['deployment']): Promise<boolean> {
  const { repoType, creationMethod, deployRepo } = await settings.load();
  return repoType === 'git' || Boolean(deployRepo) || creationMethod === 'github' || creationMethod === 'ssh';
}

export async function setStaging(selected: SelectedDeployment, row: Row | undefined, enabled: boolean): Promise<void> {
  const { l10n } = vscode;
  const { deployment, branchName } = await chooseBranch(selected, row, {
    title: enabled ? l10n.t('Enable Staging Environment') : l10n.t('Disable Staging Environment'),
    placeholder: l10n.t('Select a shared branch'),
    accepts: (kind, branch) => kind === 'shared' && (branch.isStagingEnvironmentEnabled ?? false) !== enabled,
    followed: false,
  });
  await withProgress(
    enabled
      ? l10n.t('Enabling the staging environment of {0}', branchName)
      : l10n.t('Disabling the staging environment of {0}', branchName),
    (signal) => deployment.setStaging(branchName, enabled, signal),
    { location: vscode.ProgressLocation.Window },
  );
  showStatus(
    enabled
      ? l10n.t('The staging environment of {0} is always on', branchName)
      : l10n.t('The staging environment of {0} is on only while the branch is viewed', branchName),
  );
}
