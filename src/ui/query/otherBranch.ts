/** Lets the user select the branch that a query is compared with. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { QueryBranch } from '../../session/query/querySession.ts';
import { branchChoices } from '../dashboard/preview/branchChoices.ts';
import { pickItem } from '../shell/quickInput.ts';

interface BranchItem extends vscode.QuickPickItem {
  branch: QueryBranch | null;
}

/**
 * The parent first, then production and the staging branches.
 * @param own the branch of the query; @param compared ends with the first item, which gives null
 * @throws UserError if there is no other branch; CancelledError, PlatformError
 */
export async function pickOtherBranch(
  deployment: DeploymentSession,
  own: QueryBranch | undefined,
  compared: QueryBranch | null,
): Promise<QueryBranch | null> {
  const { l10n } = vscode;
  const listed = await branchChoices(deployment, undefined, null);
  const production = await deployment.deployBranch();
  const parent = own && !own.isProduction ? await parentOf(deployment, own.name) : undefined;
  const names = new Set([parent, ...listed.map(({ name }) => name ?? production)]);
  const items = [...names].flatMap((name): BranchItem[] => {
    if (name === undefined || name === own?.name) return [];
    const isProduction = name === production;
    const kinds = [name === parent && l10n.t('parent'), isProduction && l10n.t('production')].filter(Boolean);
    const description = kinds.length > 0 ? kinds.join(' · ') : l10n.t('staging');
    return [{ label: name, description, branch: { name, isProduction } }];
  });
  if (compared) items.push({ label: l10n.t('Do Not Compare'), branch: null });
  if (items.length === 0) {
    throw new UserError(l10n.t('There is no other branch to compare with.'), {
      code: 'no-followed-branch',
      action: l10n.t('Open a branch in dev mode, or enable the staging environment of a branch.'),
    });
  }
  const picked = await pickItem(items, {
    title: l10n.t('Compare Query Result With'),
    placeHolder: l10n.t('Select the branch to compare {0} with', own?.name ?? production),
    matchOnDescription: true,
  });
  if (!picked) throw new CancelledError();
  return picked.branch;
}

async function parentOf(deployment: DeploymentSession, branchName: string): Promise<string | undefined> {
  const { branches, devMode } = deployment;
  await branches.load();
  const listed = branches.value.items.find(({ name }) => name === branchName)?.parentBranch;
  return listed ?? (devMode.value.branchName === branchName ? devMode.value.parentBranch : undefined);
}
