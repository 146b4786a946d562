/** Updates a branch from its parent, commits it, and merges it. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import { chooseBranch, followedFolderOf, requireParent } from './branchChoice.ts';
import { explainMergeConflict } from './explainMergeConflict.ts';
import { offerToPushChanges } from './pendingChanges.ts';
import { followBuild, readProductionState, waitForProductionBuild } from './productionBuild.ts';
import { askCommitMessage, confirmCommitToProduction, confirmMerge, promotionOf } from './promotionDialogs.ts';

export async function updateFromParent(app: App, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(app, argument, {
    command: 'dataModel.branch.pull',
    title: l10n.t('Update from Parent Branch'),
    placeholder: l10n.t('Select a branch to update from its parent'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName } = selected;
  const parent = requireParent(selected);
  await withProgress(l10n.t('Updating {0} from {1}', branchName, parent), async (signal, report) => {
    await explainMergeConflict(selected, () => deployment.pull(branchName, signal));
    followBuild(app, selected, branchName);
    const followed = followedFolderOf(app, selected);
    if (!followed) return;
    report(l10n.t('comparing the folder'));
    await syncAfterOpening(app, followed.folder, followed.engine, signal);
  });
  showStatus(l10n.t('Updated {0} from {1}', branchName, parent));
}

export async function commit(app: App, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(app, argument, {
    command: 'dataModel.branch.commit',
    title: l10n.t('Commit Dev Branch'),
    placeholder: l10n.t('Select a dev branch to commit'),
    accepts: (kind) => kind === 'personal',
    followed: true,
  });
  const { deployment, branchName } = selected;
  const parent = requireParent(selected);
  const promotion = await promotionOf(selected, parent);
  const followed = followedFolderOf(app, selected);
  if (followed) await offerToPushChanges(app, followed);
  if (await deployment.haveSameFiles(branchName, parent)) {
    throw new UserError(l10n.t('{0} has nothing to commit: its files are those of {1}.', branchName, parent), {
      action: l10n.t('Save a change, then commit.'),
    });
  }
  const inputBox = messageBox(argument);
  const title = l10n.t('Commit {0} to {1}', branchName, parent);
  const message = inputBox?.value.trim() || (await askCommitMessage(title, ''));
  if (parent === promotion.production) await confirmCommitToProduction(app, selected, promotion);
  const previous = await readProductionState(selected, parent);
  await withProgress(l10n.t('Committing {0} to {1}', branchName, parent), (signal) =>
    explainMergeConflict(selected, () => deployment.commit(branchName, message, signal)),
  );
  if (inputBox) inputBox.value = '';
  showStatus(l10n.t('Committed {0} to {1}', branchName, parent));
  followBuild(app, selected, branchName);
  if (parent !== promotion.production) followBuild(app, selected, parent);
  else if (promotion.buildsProduction) await waitForProductionBuild(app, selected, previous);
}

export async function merge(app: App, argument: unknown, into: 'parent' | 'production'): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(app, argument, {
    command: into === 'production' ? 'dataModel.branch.mergeToProduction' : 'dataModel.branch.mergeToParent',
    title: into === 'production' ? l10n.t('Merge to Production') : l10n.t('Merge into Parent Branch'),
    placeholder: l10n.t('Select a branch to merge'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName, production, kind, name } = selected;
  if (kind === 'production') {
    throw new UserError(l10n.t('{0} is the production branch of “{1}”.', branchName, name), {
      action: l10n.t('Select the branch to merge into it.'),
    });
  }
  const target = into === 'production' ? production : requireParent(selected);
  const toProduction = target === production;
  const own = await promotionOf(selected, target);
  // The platform builds production after this merge in each deploy mode.
  const promotion = into === 'production' ? { ...own, buildsProduction: true } : own;
  const followed = followedFolderOf(app, selected);
  if (followed) await offerToPushChanges(app, followed);
  const inputBox = messageBox(argument);
  const title = l10n.t('Merge {0} into {1}', branchName, target);
  const message = inputBox?.value.trim() || (await askCommitMessage(title, title));
  const { keepBranch } = await confirmMerge(promotion, toProduction);
  const previous = await readProductionState(selected, target);
  const options = { message, keepBranch };
  const { branchDeleted } = await withProgress(l10n.t('Merging {0} into {1}', branchName, target), (signal) =>
    explainMergeConflict(selected, () =>
      into === 'production'
        ? deployment.mergeToProduction(branchName, options, signal)
        : deployment.mergeToParent(branchName, options, signal),
    ),
  );
  if (inputBox) inputBox.value = '';
  if (branchDeleted && followed) await followed.session.unfollow();
  showStatus(
    branchDeleted
      ? l10n.t('Merged {0} into {1} and deleted {0}', branchName, target)
      : l10n.t('Merged {0} into {1}', branchName, target),
  );
  if (!toProduction) followBuild(app, selected, target);
  else if (promotion.buildsProduction) await waitForProductionBuild(app, selected, previous);
}

/** The message box of the Source Control view if the command was started there. */
function messageBox(argument: unknown): vscode.SourceControlInputBox | undefined {
  const { inputBox } = (argument ?? {}) as Partial<vscode.SourceControl>;
  return inputBox;
}
