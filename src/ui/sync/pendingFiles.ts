/** Files of a folder that its branch does not have as they are here: what they are, and how they get there. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { nextEvent } from '../../base/event.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { isPushing, type SavedChanges } from '../../session/savedChanges.ts';
import { type VersionDifference, versionDifference } from '../../session/versionDifference.ts';
import { listSome } from '../../sync/plan/halt.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { Localizer } from '../shell/localizer.ts';
import { withProgress } from '../shell/notifications.ts';
import { requireFollowedBranch } from './syncTargets.ts';
import { runTransfer } from './transfer.ts';

interface UnsavedDocument {
  path: string;
  document: vscode.TextDocument;
}

export function unsavedDocuments(folder: BoundFolder): UnsavedDocument[] {
  return vscode.workspace.textDocuments.flatMap((document) => {
    if (!document.isDirty || document.uri.scheme !== 'file') return [];
    const path = relativeTo(folder, document.uri.fsPath);
    return path === undefined ? [] : [{ path, document }];
  });
}

/** Why a result of the followed branch is not that of the model in the editor. */
export interface OtherVersion {
  message: string;
  /** Whether saving and pushing changes that. */
  canPush: boolean;
}

/** Undefined if the branch has the model of the editor, or the folder follows none. */
export function otherVersionOf(folder: BoundFolder): OtherVersion | undefined {
  const followed = followedBranchOf(folder);
  if (!followed) return undefined;
  const unsaved = unsavedDocuments(folder).map(({ path }) => path);
  const { changes } = followed.session;
  const difference = versionDifference(changes.value, unsaved, folder.binding.modelFolder);
  return difference && describeVersion(difference, followed.branchName, vscode.l10n);
}

function describeVersion(difference: VersionDifference, branchName: string, l10n: Localizer): OtherVersion {
  const { unsaved, conflicts, unpushed, unpulled } = difference;
  const parts = [
    unsaved.length > 0 && l10n.t('unsaved: {0}', listSome(unsaved)),
    conflicts.length > 0 && l10n.t('in conflict: {0}', listSome(conflicts)),
    unpushed.length > 0 && l10n.t('not pushed: {0}', listSome(unpushed)),
    unpulled.length > 0 && l10n.t('changed on the branch: {0}', listSome(unpulled)),
  ].filter((part) => part !== false);
  return {
    message: l10n.t('The version on {0} was used, which differs from your files ({1}).', branchName, parts.join('; ')),
    canPush: unsaved.length + conflicts.length + unpushed.length > 0,
  };
}

/** Saves all documents of the folder, and pushes what differs. @throws UserError, CancelledError, PlatformError */
export async function saveAndPush(app: App, followed: FollowedBranch): Promise<void> {
  for (const { path, document } of unsavedDocuments(followed.folder)) {
    if (await document.save()) continue;
    throw new UserError(vscode.l10n.t('Could not save {0}.', path), {
      action: vscode.l10n.t('Save the file, then try again.'),
    });
  }
  const { engine, session } = followed;
  const { changes } = session;
  await withProgress(vscode.l10n.t('Pushing changes to {0}', followed.branchName), async (signal) => {
    // The session pushes the files that the editor has saved.
    const isAtRest = (now: SavedChanges) => !isPushing(now);
    if (!isAtRest(changes.value)) await nextEvent(changes.onChange, isAtRest, signal);
    const plan = await engine.refresh(signal);
    if (plan.pushes.length === 0) return;
    // A mass deletion or a first sync asks for confirmation separately.
    const result = await runTransfer(app, followed, 'push', { plan }, signal);
    if (!result || result.halt) throw new CancelledError();
  });
}

/** Like `saveAndPush`, before a query or a test runs again. @throws UserError also for a conflict, which must be resolved first */
export async function pushForRun(app: App, folder: BoundFolder): Promise<void> {
  const followed = await requireFollowedBranch(folder);
  await saveAndPush(app, followed);
  const conflicts = followed.engine.state.value.conflicts.map(({ path }) => path);
  if (conflicts.length === 0) return;
  throw new UserError(vscode.l10n.t('Changed on both sides, and not pushed: {0}.', listSome(conflicts)), {
    action: vscode.l10n.t('Resolve the conflicts in the Source Control view, then run again.'),
  });
}
