/** The questions before a commit or merge: the message, and the confirmation of what will change. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import type { SelectedBranch } from './branchChoice.ts';
import { commitWarning, mergeWarning, type Promotion, parentMergeWarning } from './promotionMessages.ts';

export async function promotionOf(
  { deployment, name, branchName, production }: SelectedBranch,
  parent: string,
): Promise<Promotion> {
  const { deployMode } = await deployment.settings.load();
  return { deployment: name, branchName, parent, production, buildsProduction: deployMode !== 'cli' };
}

/** Asks once for each dev branch. @throws CancelledError */
export async function confirmCommitToProduction(
  { context }: App,
  { connection, deployment }: SelectedBranch,
  promotion: Promotion,
): Promise<void> {
  const key = `dataModel.warned:${connection.id}:${deployment.id}:${promotion.branchName}`;
  if (context.globalState.get<boolean>(key)) return;
  const { message, detail } = commitWarning(promotion, vscode.l10n);
  const action = vscode.l10n.t('Commit to Production');
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, action);
  if (choice !== action) throw new CancelledError();
  await context.globalState.update(key, true);
}

/** @throws CancelledError */
export async function confirmMerge(promotion: Promotion, toProduction: boolean): Promise<{ keepBranch: boolean }> {
  const { l10n } = vscode;
  const { message, detail } = toProduction ? mergeWarning(promotion, l10n) : parentMergeWarning(promotion, l10n);
  const merge = toProduction ? l10n.t('Merge to Production') : l10n.t('Merge');
  const mergeAndKeep = l10n.t('Merge and Keep Branch');
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, merge, mergeAndKeep);
  if (choice === undefined) throw new CancelledError();
  return { keepBranch: choice === mergeAndKeep };
}

/** @throws CancelledError if the user enters nothing */
export async function askCommitMessage(title: string, value: string): Promise<string> {
  const text = await vscode.window.showInputBox({
    title,
    value,
    prompt: vscode.l10n.t('Commit message'),
    placeHolder: vscode.l10n.t('Describe what changes and why'),
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === '') throw new CancelledError();
  return text.trim();
}
