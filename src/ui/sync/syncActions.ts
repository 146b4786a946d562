/** The actions of the commands that compare, push and pull, and of those that show the history and the trash. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { TrashEntry } from '../../sync/local/trash.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { messageText } from '../shell/errorText.ts';
import { showInformation, showStatus } from '../shell/notifications.ts';
import { openDocument } from '../shell/openDocument.ts';
import { pickItem } from '../shell/quickInput.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { historyUri, localUri } from './branchDocuments.ts';
import { confirmPlan, selectPaths, showPlan } from './planReview.ts';
import type { Direction } from './planText.ts';
import { argumentUris, chooseFiles, chooseFollowedBranch } from './syncTargets.ts';
import { compare, handleHalt, runTransfer, validate } from './transfer.ts';

export async function refresh(followed: FollowedBranch): Promise<void> {
  await compare(followed);
  const { halt, plan } = followed.engine.state.value;
  if (halt && !halt.confirmable) await handleHalt(followed, halt, plan);
}

export async function transfer(app: App, direction: Direction, args: readonly unknown[]): Promise<void> {
  const hasSelection = argumentUris(args).length > 0;
  const { followed, paths } = hasSelection
    ? await chooseFiles(app, args)
    : { followed: await chooseFollowedBranch(app, args[0]), paths: undefined };
  const plan = await compare(followed);
  const selected = paths ? selectPaths(plan, paths) : plan;
  const steps = direction === 'push' ? selected.pushes : selected.pulls;
  if (steps.length === 0) {
    showStatus(
      direction === 'push'
        ? vscode.l10n.t('No local changes to push to {0}', followed.branchName)
        : vscode.l10n.t('No remote changes to pull from {0}', followed.branchName),
    );
    return;
  }
  // A pull of all changes and every deletion must be confirmed. Selected rows already show their change.
  const mustConfirm = (direction === 'pull' && !hasSelection) || steps.some(({ change }) => change === 'delete');
  if (mustConfirm && !(await confirmPlan(followed, selected, [direction]))) return;
  const options = { plan, ...(paths && { paths }), ...(mustConfirm && { confirmed: true }) };
  const result = await runTransfer(app, followed, direction, options);
  if (result && !result.halt && result.done.length > 0) await validate(followed);
}

export async function explainStatus(app: App, args: readonly unknown[]): Promise<void> {
  const { followed, paths } = await chooseFiles(app, args);
  const [file] = paths;
  if (file === undefined) return;
  const { l10n } = vscode;
  const why = followed.engine.why(file);
  const reason = messageText(why.reason, l10n);
  const text = why.synced ? l10n.t('{0} is synced: {1}', file, reason) : l10n.t('{0} is not synced: {1}', file, reason);
  void showInformation(text);
}

export async function restore(app: App, argument: unknown): Promise<void> {
  const followed = await chooseFollowedBranch(app, argument);
  const { l10n } = vscode;
  const entries = await followed.engine.trash();
  if (entries.length === 0) {
    void showInformation(l10n.t('The trash of “{0}” is empty.', followed.folder.name));
    return;
  }
  const picked = await pickItem(entries.map(trashItem), {
    title: l10n.t('Restore from Trash'),
    placeHolder: l10n.t('Select a file to restore. The current version is moved to the trash first.'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) throw new CancelledError();
  await followed.engine.restore(picked.entry);
  await vscode.window.showTextDocument(localUri(followed, picked.entry.path));
}

function trashItem(entry: TrashEntry): vscode.QuickPickItem & { entry: TrashEntry } {
  const side = entry.side === 'local' ? vscode.l10n.t('local version') : vscode.l10n.t('remote version');
  return {
    label: path.posix.basename(entry.path),
    description: `${new Date(entry.when).toLocaleString(vscode.env.language)} · ${side}`,
    detail: `${entry.path} · ${messageText(entry.reason, vscode.l10n)}`,
    iconPath: new vscode.ThemeIcon('history'),
    entry,
  };
}

/** Opens the plan of the followed branch. */
export async function reviewPlan(app: App, argument: unknown): Promise<void> {
  const followed = await chooseFollowedBranch(app, argument);
  await showPlan(followed, await compare(followed));
}

export async function showHistory(app: App, documents: ReadOnlyDocuments, argument: unknown): Promise<void> {
  const { folder, branchName } = await chooseFollowedBranch(app, argument);
  const uri = historyUri(folder, branchName);
  documents.refresh(uri);
  await vscode.window.showTextDocument(await openDocument(uri), { preview: true });
}
