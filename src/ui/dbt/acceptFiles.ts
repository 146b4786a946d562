/** Shows the files that a sync generated next to those of the workspace, and writes the accepted ones. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, stackOf, UserError } from '../../base/errors.ts';
import { dbtErrors } from '../../session/dbt/dbtErrors.ts';
import type { AcceptEntry } from '../../session/dbt/generatedFiles.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { syncReasons } from '../../sync/plan/syncReasons.ts';
import type { App } from '../shell/app.ts';
import { messageText } from '../shell/errorText.ts';
import { countOfFiles } from '../shell/localizer.ts';
import { showStatus, showWarning } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { nothingUri } from '../sync/branchDocuments.ts';
import { generatedUri } from './syncDocuments.ts';
import type { SyncTarget } from './syncRows.ts';
import type { SyncsModel } from './syncsModel.ts';

/** Opens the comparison of one generated file, or of all that differ. @throws UserError, PlatformError */
export async function reviewFiles(model: SyncsModel, target: SyncTarget): Promise<void> {
  const entries = await compare(model, target);
  const { file } = target;
  const entry = file === undefined ? undefined : entries.find((each) => each.path === file);
  if (entry) {
    const [, original, modified] = sidesOf(entry, model, target);
    const title = vscode.l10n.t('{0} (workspace ↔ dbt sync)', path.posix.basename(entry.path));
    await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: true });
    return;
  }
  const open = entries.filter(isOpen);
  if (open.length === 0) showNoneLeft();
  else await showChanges(open, model, target);
}

/** Writes one generated file, or all that differ, into the bound folder. @throws UserError, PlatformError, CancelledError */
export async function acceptFiles(app: App, model: SyncsModel, target: SyncTarget): Promise<void> {
  const folder = model.folderOf(target);
  if (!folder) {
    throw new UserError(vscode.l10n.t('No workspace folder is bound to this deployment.'), {
      action: vscode.l10n.t('Bind a workspace folder first.'),
    });
  }
  const entries = await compare(model, target);
  const selected = entries.filter(
    (entry) => isOpen(entry) && (target.file === undefined || entry.path === target.file),
  );
  const refused = entries.find((entry) => entry.path === target.file && entry.state === 'refused');
  if (refused?.reason) throw new UserError(messageText(refused.reason, vscode.l10n), { where: refused.path });
  if (selected.length === 0) return showNoneLeft();
  await confirmEdited(selected, model, target);
  await write(app, model, folder, selected);
  await model.loadFiles(target);
  showStatus(vscode.l10n.t('Accepted {0} into “{1}”', countOfFiles(selected.length, vscode.l10n), folder.name));
}

function showNoneLeft(): void {
  showStatus(vscode.l10n.t('The workspace has all generated files'));
}

function isOpen({ state }: AcceptEntry): boolean {
  return state === 'new' || state === 'changed';
}

function compare(model: SyncsModel, target: SyncTarget): Promise<readonly AcceptEntry[]> {
  return withSlowProgress(vscode.l10n.t('Loading generated files'), () => model.compare(target));
}

/** The comparison is open before the user decides. @throws CancelledError */
async function confirmEdited(entries: readonly AcceptEntry[], model: SyncsModel, target: SyncTarget): Promise<void> {
  const edited = entries.filter((entry) => entry.edited);
  if (edited.length === 0) return;
  const { l10n } = vscode;
  await showChanges(edited, model, target);
  const overwrite = l10n.t('Overwrite');
  const message =
    edited.length === 1
      ? l10n.t('The content of {0} is not on your dev branch. Overwrite it?', edited[0]!.path)
      : l10n.t('The content of {0} files is not on your dev branch. Overwrite them?', edited.length);
  const detail = l10n.t('The current content is moved to the trash of the sync.');
  const choice = await showWarning(`${message} ${detail}`, overwrite, l10n.t('Not Now'));
  if (choice !== overwrite) throw new CancelledError();
}

/** @throws UserError for the first file that was not written; the others are */
async function write(app: App, model: SyncsModel, folder: BoundFolder, entries: readonly AcceptEntry[]): Promise<void> {
  const { projectFolder } = folder.binding;
  const unsaved = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()),
  );
  for (const { path: file } of entries) {
    const uri = vscode.Uri.file(path.join(projectFolder, file));
    if (unsaved.has(uri.toString())) throw dbtErrors.error('unsaved', [file]);
  }
  const files = entries.map(({ path: file, content, local }) => {
    return { path: file, bytes: Buffer.from(content), expected: local };
  });
  const title = vscode.l10n.t('Writing generated files');
  const results = await withSlowProgress(title, (signal) =>
    model.projectFilesOf(folder).write(files, syncReasons.message('generated'), signal),
  );
  const written = files.map((file) => file.path).filter((file) => results.get(file) === 'written');
  // Pushes and validates them like files that the user saved, in the background.
  folder
    .open()
    .then((session) => Promise.all(written.map((file) => session.saved(file))))
    .catch((failure) => app.log.error(stackOf(failure)));
  const [failed] = files.filter((file) => results.get(file.path) !== 'written');
  if (failed) throw dbtErrors.error(results.get(failed.path) === 'blocked' ? 'blocked' : 'not-written', [failed.path]);
}

async function showChanges(entries: readonly AcceptEntry[], model: SyncsModel, target: SyncTarget): Promise<void> {
  const changes = entries.map((entry) => sidesOf(entry, model, target));
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Workspace and dbt Sync'), changes);
}

function sidesOf(
  { path: file, local }: AcceptEntry,
  model: SyncsModel,
  target: SyncTarget,
): [resource: vscode.Uri, original: vscode.Uri, modified: vscode.Uri] {
  const folder = model.folderOf(target);
  const generated = generatedUri({ ...target, file }, folder?.binding.projectFolder);
  if (!folder) return [generated, generated.with({ authority: 'nothing' }), generated];
  const here = vscode.Uri.file(path.join(folder.binding.projectFolder, file));
  return [here, local === undefined ? nothingUri({ folder, branchName: '', path: file }) : here, generated];
}
