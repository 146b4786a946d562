/** The commands of the group *Changes on This Dev Branch*: compare with the parent, open all, discard. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, stackOf, UserError } from '../../base/errors.ts';
import type { FileChange } from '../../review/fileChanges.ts';
import type { BranchChanges } from '../../session/review/branchReview.ts';
import { ProjectFiles } from '../../sync/local/projectFiles.ts';
import { syncReasons } from '../../sync/plan/syncReasons.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { messageText } from '../shell/errorText.ts';
import { countOfFiles } from '../shell/localizer.ts';
import { confirm, showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { chooseFiles, chooseFollowedBranch } from '../sync/syncTargets.ts';
import { comparedVersions } from './branchFiles.ts';
import type { Reviews } from './reviews.ts';

const maxDiffEditors = 10;
const maxComparisons = 300;

export async function openParentDiff(app: App, reviews: Reviews, args: readonly unknown[]): Promise<void> {
  const { followed, paths } = await chooseFiles(app, args);
  const changes = requireChanges(reviews, followed);
  for (const file of paths.slice(0, maxDiffEditors)) {
    const [, original, modified] = comparedVersions(followed, changeOf(changes, file), changes);
    const title = `${path.posix.basename(file)} (${changes.parent.branchName} ↔ ${followed.branchName})`;
    await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: paths.length === 1 });
  }
}

export async function openAllChanges(app: App, reviews: Reviews, argument: unknown): Promise<void> {
  const followed = await chooseFollowedBranch(app, argument);
  const changes = requireChanges(reviews, followed);
  const { files, parent } = changes;
  if (files.length === 0) {
    showStatus(vscode.l10n.t('{0} has the files of {1}', followed.branchName, parent.branchName));
    return;
  }
  if (files.length > maxComparisons) {
    showStatus(vscode.l10n.t('The first {0} of {1} files are shown', maxComparisons, files.length));
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('{0} and {1}', parent.branchName, followed.branchName),
    files.slice(0, maxComparisons).map((change) => comparedVersions(followed, change, changes)),
  );
}

/** Restores the parent's version of files; the versions in the folder go to the trash. Then they are pushed like a save. */
export async function discardChanges(app: App, reviews: Reviews, args: readonly unknown[]): Promise<void> {
  const { l10n } = vscode;
  const { followed, paths } = await chooseFiles(app, args);
  const changes = requireChanges(reviews, followed);
  const discarded = changes.files.filter((change) => paths.includes(change.path));
  const [first] = discarded;
  if (!first) {
    throw new UserError(l10n.t('The file has no changes on {0}.', followed.branchName), {
      action: l10n.t('Select a file under “Changes on This Dev Branch” in the Source Control view.'),
    });
  }
  const { branchName: parent } = changes.parent;
  const question =
    discarded.length === 1
      ? l10n.t('Discard the changes of {0}?', first.path)
      : l10n.t('Discard the changes of {0}?', countOfFiles(discarded.length, l10n));
  const detail = l10n.t(
    'The version of {0} is restored in “{1}”, and pushed to {2} like a saved file. The current version goes to the trash.',
    parent,
    followed.folder.name,
    followed.branchName,
  );
  if (!(await confirm(question, detail, l10n.t('Discard Changes')))) throw new CancelledError();
  const title = l10n.t('Restoring files of {0}', parent);
  const { written, failed } = await withSlowProgress(title, (signal) =>
    restore(app, followed, changes, discarded, signal),
  );
  // Pushes and validates them like files that the user saved, in the background.
  Promise.all(written.map((file) => followed.session.saved(file))).catch((failure) => app.log.error(stackOf(failure)));
  if (failed !== undefined) {
    throw new UserError(l10n.t('{0} was not restored: it has just changed, or another program uses it.', failed), {
      action: l10n.t('Close that program, then try again.'),
    });
  }
  showStatus(l10n.t('The discarded version is in the trash. Run “Restore from Trash…” to restore it'));
}

/** @returns the paths that were written or removed, and the first one that was not. @throws UserError before the first file is written */
async function restore(
  { context }: App,
  { folder, engine }: FollowedBranch,
  { parent, before }: BranchChanges,
  discarded: readonly FileChange[],
  signal: AbortSignal,
): Promise<{ written: string[]; failed: string | undefined }> {
  const { l10n } = vscode;
  const restored = discarded.flatMap(({ path: file, previousPath }) => [file, ...(previousPath ? [previousPath] : [])]);
  for (const file of restored) {
    const { synced, reason } = engine.why(file);
    if (!synced) throw new UserError(l10n.t('{0} is not synced: {1}', file, messageText(reason, l10n)));
    const uri = vscode.Uri.file(path.join(folder.binding.projectFolder, file)).toString();
    if (vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri)) {
      throw new UserError(l10n.t('{0} has unsaved changes.', file), {
        action: l10n.t('Save or revert it, then try again.'),
      });
    }
  }
  const texts = await parent.texts(before, restored, signal);
  const missing = restored.find((file) => before.has(file) && !texts.has(file));
  if (missing !== undefined) {
    throw new UserError(l10n.t('{0} does not return the text of {1}.', parent.branchName, missing), {
      action: l10n.t('Refresh, then try again.'),
    });
  }
  const files = new ProjectFiles(folder.binding, context.globalStorageUri.fsPath);
  const current = await files.hashes(restored);
  const writes = restored.flatMap((file) => {
    const text = texts.get(file);
    const expected = current.get(file);
    if (text === undefined && expected === undefined) return [];
    return [{ path: file, bytes: text === undefined ? undefined : Buffer.from(text), expected }];
  });
  const results = await files.write(writes, syncReasons.message('discarded'), signal);
  const paths = writes.map(({ path: file }) => file);
  return {
    written: paths.filter((file) => results.get(file) === 'written'),
    failed: paths.find((file) => results.get(file) !== 'written'),
  };
}

export function requireChanges(reviews: Reviews, followed: FollowedBranch): BranchChanges {
  const changes = reviews.of(followed)?.changes.value;
  if (changes) return changes;
  throw new UserError(vscode.l10n.t('{0} is not compared with its parent branch yet.', followed.branchName), {
    action: vscode.l10n.t('Run “Compare with Branch”, then try again.'),
  });
}

function changeOf({ files }: BranchChanges, file: string): FileChange {
  return files.find(({ path: each }) => each === file) ?? { path: file, status: 'changed' };
}
