/** The questions of the review of a commit or merge: the message, and the confirmation of what will change. */

import * as vscode from 'vscode';
import type { ReviewContent } from '../../contract/messages/reviewChannel.ts';
import type { App } from '../shell/app.ts';
import type { SelectedBranch } from './branchChoice.ts';
import {
  commitWarning,
  type ModalText,
  mergeWarning,
  type Promotion,
  parentCommitWarning,
  parentMergeWarning,
} from './promotionMessages.ts';

type Form = NonNullable<ReviewContent['form']>;

export async function promotionOf(
  { connection, deployment, name, branchName, production }: SelectedBranch,
  parent: string,
): Promise<Promotion> {
  const { deployMode } = await deployment.settings.load();
  const isLocal = connection.origin === 'emulator';
  return { deployment: name, branchName, parent, production, isLocal, buildsProduction: deployMode !== 'cli' };
}

/** A commit to production is confirmed once for each dev branch. */
export function commitForm(app: App, selected: SelectedBranch, promotion: Promotion, message: string): Form {
  const { l10n } = vscode;
  const { parent, production } = promotion;
  const toProduction = parent === production;
  const text = toProduction ? commitWarning(promotion, l10n) : parentCommitWarning(promotion, l10n);
  const isConfirmed = app.context.globalState.get<boolean>(confirmationKey(selected));
  return {
    ...formOf(text, message),
    confirmation: toProduction && !isConfirmed ? confirmationOf(promotion) : null,
    keepBranch: null,
    button: toProduction ? l10n.t('Commit to Production') : l10n.t('Commit to {0}', parent),
  };
}

export function mergeForm(promotion: Promotion, toProduction: boolean, message: string): Form {
  const { l10n } = vscode;
  const { branchName, parent } = promotion;
  return {
    ...formOf(toProduction ? mergeWarning(promotion, l10n) : parentMergeWarning(promotion, l10n), message),
    confirmation: toProduction ? confirmationOf(promotion) : null,
    keepBranch: l10n.t('Keep {0} after the merge', branchName),
    button: toProduction ? l10n.t('Merge to Production') : l10n.t('Merge into {0}', parent),
  };
}

export async function rememberConfirmation({ context }: App, selected: SelectedBranch): Promise<void> {
  await context.globalState.update(confirmationKey(selected), true);
}

function confirmationKey({ connection, deployment, branchName }: SelectedBranch): string {
  return `dataModel.warned:${connection.id}:${deployment.id}:${branchName}`;
}

function confirmationOf({ production, deployment }: Promotion): string {
  return vscode.l10n.t('Change {0}, the production branch of “{1}”', production, deployment);
}

function formOf({ message: title, detail }: ModalText, message: string): Pick<Form, 'consequence' | 'message'> {
  const { l10n } = vscode;
  const paragraphs = detail.split('\n\n');
  const placeholder = l10n.t('Describe what changes and why');
  return {
    consequence: { title, paragraphs },
    message: { label: l10n.t('Commit message'), value: message, placeholder },
  };
}
