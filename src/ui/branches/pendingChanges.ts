/** Before a branch is committed or merged: what of the folder is not on it yet, and whether to send it first. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { relativeTo } from '../../session/folders.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { withProgress } from '../shell/notifications.ts';
import { runTransfer } from '../sync/syncFlow.ts';
import { pendingChangesWarning } from './promotionMessages.ts';

/** Returns when the branch holds what it is to hold. @throws CancelledError when the person wants to look first. */
export async function offerToPushChanges(app: App, followed: FollowedBranch): Promise<void> {
  const { engine, branch } = followed;
  const plan = await withProgress(
    vscode.l10n.t('Comparing the folder with {0}', branch),
    (signal) => engine.refresh(signal),
    { location: vscode.ProgressLocation.Window },
  );
  const documents = unsavedDocuments(followed);
  const unsaved = documents.map(({ path }) => path);
  const conflicts = plan.conflicts.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  const waiting = plan.pushes.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  if (unsaved.length + conflicts.length + waiting.length === 0) return;

  const { message, detail } = pendingChangesWarning({ branch, unsaved, unpushed: waiting, conflicts }, vscode.l10n);
  const sendable = unsaved.length + waiting.length > 0;
  const send = unsaved.length > 0 ? vscode.l10n.t('Save, Push, and Continue') : vscode.l10n.t('Push and Continue');
  const without = vscode.l10n.t('Continue Without Them');
  const buttons = sendable ? [send, without] : [without];
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (choice === undefined) throw new CancelledError();
  if (choice === send) await sendAll(app, followed, documents);
}

async function sendAll(app: App, followed: FollowedBranch, documents: readonly Unsaved[]): Promise<void> {
  for (const { path, document } of documents) {
    if (await document.save()) continue;
    throw new UserError(vscode.l10n.t('Could not save {0}.', path), {
      action: vscode.l10n.t('Save the file, then try again.'),
    });
  }
  await withProgress(vscode.l10n.t('Pushing changes to {0}', followed.branch), async (signal) => {
    const plan = await followed.engine.refresh(signal);
    if (plan.pushes.length === 0) return;
    // Not confirmed here: a mass deletion or a first sync still asks by itself.
    const result = await runTransfer(app, followed, 'push', { plan }, signal);
    if (!result || result.halt) throw new CancelledError();
  });
}

interface Unsaved {
  path: string;
  document: vscode.TextDocument;
}

function unsavedDocuments({ folder }: FollowedBranch): Unsaved[] {
  return vscode.workspace.textDocuments.flatMap((document) => {
    if (!document.isDirty || document.uri.scheme !== 'file') return [];
    const path = relativeTo(folder, document.uri.fsPath);
    return path === undefined ? [] : [{ path, document }];
  });
}
