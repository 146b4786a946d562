/** Offers to push local changes before a branch is committed or merged. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showWarning, withProgress } from '../shell/notifications.ts';
import { saveAndPush, unsavedDocuments } from '../sync/pendingFiles.ts';
import { pendingChangesWarning } from './promotionMessages.ts';

/** Returns when the changes are pushed, or when the user continues without them. @throws CancelledError */
export async function offerToPushChanges(app: App, followed: FollowedBranch): Promise<void> {
  const { engine, branchName } = followed;
  const plan = await withProgress(
    vscode.l10n.t('Comparing the folder with {0}', branchName),
    (signal) => engine.refresh(signal),
    { location: vscode.ProgressLocation.Window },
  );
  const unsaved = unsavedDocuments(followed.folder).map(({ path }) => path);
  const conflicts = plan.conflicts.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  const unpushed = plan.pushes.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  if (unsaved.length + conflicts.length + unpushed.length === 0) return;

  const { message, detail } = pendingChangesWarning({ branchName, unsaved, unpushed, conflicts }, vscode.l10n);
  const canPush = unsaved.length + unpushed.length > 0;
  const push = unsaved.length > 0 ? vscode.l10n.t('Save, Push, and Continue') : vscode.l10n.t('Push and Continue');
  const continueWithout = vscode.l10n.t('Continue Without Them');
  const buttons = canPush ? [push, continueWithout] : [continueWithout];
  const choice = await showWarning(message, { modal: true, detail }, ...buttons);
  if (choice === undefined) throw new CancelledError();
  if (choice === push) await saveAndPush(app, followed);
}
