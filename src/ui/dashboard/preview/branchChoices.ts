/** The branches that a dashboard can show: production, staging branches and the open dev branch. */

import * as vscode from 'vscode';
import type { BranchChoice } from '../../../contract/messages/hostConfig.ts';
import type { DeploymentSession } from '../../../session/deploymentSession.ts';
import type { BoundFolder } from '../../../session/folders.ts';

/** The dev branch that a folder follows, or followed when it was last open. */
export function followedBranchName(folder: BoundFolder | undefined): string | undefined {
  return folder?.session.value?.branchName ?? folder?.session.value?.rememberedBranch;
}

/** @param selected stays in the list until the user selects another branch */
export async function branchChoices(
  deployment: DeploymentSession,
  followed: string | undefined,
  selected: string | null,
): Promise<BranchChoice[]> {
  const [production] = await Promise.all([deployment.deployBranch(), deployment.branches.load()]);
  const staging = deployment.branches.value.items.filter((branch) => branch.isStagingEnvironmentEnabled);
  const choices: BranchChoice[] = [
    { name: null, kind: 'production', label: vscode.l10n.t('{0} (production)', production) },
    ...staging.map(({ name }) => ({ name, kind: 'staging' as const, label: name })),
  ];
  for (const branchName of [followed, selected ?? undefined]) {
    const listed = branchName === production || choices.some(({ name }) => name === branchName);
    if (branchName !== undefined && !listed) choices.push({ name: branchName, kind: 'dev', label: branchName });
  }
  return choices;
}
