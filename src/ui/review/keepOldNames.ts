/** The command *Keep Old Public Names…*: compares the model with its earlier version and writes the names that are gone. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { keepOldName } from '../../language/codeActions/keepOldName.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { followedBranchOf } from '../folders/followedBranch.ts';
import { pickProject } from '../folders/projectChoice.ts';
import { ownerAmong } from '../language/languageFeatures.ts';
import { OpenSources } from '../language/openSources.ts';
import { showStatus } from '../shell/notifications.ts';
import { pickItems } from '../shell/quickInput.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { requireChanges } from './branchFileCommands.ts';
import { type EarlierModel, modelOfCommit, modelOfParent } from './earlierModel.ts';
import { lostNames } from './lostNames.ts';
import { writeChange } from './oldName.ts';
import type { Reviews } from './reviews.ts';

/** @throws UserError, PlatformError, CancelledError */
export async function keepOldNames(allFolders: readonly Folders[], reviews: Reviews): Promise<void> {
  const { l10n } = vscode;
  const ownerOf = ownerAmong(allFolders);
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder =
    (active && ownerOf(active.fsPath)) ?? (await pickProject(allFolders.flatMap(({ list }) => list.value)));
  if (!folder) {
    throw new UserError(l10n.t('The workspace has no data model.'), {
      action: l10n.t('Open a folder with a data model.'),
    });
  }
  const session = await folder.open();
  // Another program may have written the file a moment ago.
  await session.reloadModel();
  const sources = new OpenSources(folder, session, ownerOf);
  try {
    let after = await sources.index();
    const before = await withSlowProgress(l10n.t('Reading the earlier model'), (signal) =>
      earlierModel(folder, reviews, signal),
    );
    const names = lostNames(before.index, after);
    if (names.length === 0) {
      showStatus(l10n.t('{0} has no public name that can be kept', before.name));
      return;
    }
    const picked = await pickItems(
      names.map((lost) => ({
        label: lost.name,
        description: lost.newName === undefined ? l10n.t('gone') : l10n.t('now {0}', lost.newName),
        picked: true,
        lost,
      })),
      { canPickMany: true, placeHolder: l10n.t('Select the old names of {0} to keep', before.name) },
    );
    if (!picked) throw new CancelledError();
    for (const { lost } of picked) {
      const change = keepOldName(before.index, after, lost);
      if (!change) continue;
      const text = await writeChange(change, folder, after);
      after = after.withText(change.file, text);
    }
    if (picked.length > 0) showStatus(l10n.t('Wrote old names: {0}. Save the files to keep them', picked.length));
  } finally {
    sources.dispose();
  }

  async function earlierModel(owner: BoundFolder, shown: Reviews, signal: AbortSignal): Promise<EarlierModel> {
    const { project } = session.model;
    const followed = followedBranchOf(owner);
    if (followed) return modelOfParent(project.open, requireChanges(shown, followed), signal);
    const found = await modelOfCommit(project.saved, owner);
    if (found) return found;
    throw new UserError(l10n.t('There is no earlier version of the model to compare with.'), {
      action: l10n.t('Open a dev branch, or a folder in a git repository.'),
    });
  }
}
