/** The branches a dashboard can be looked at: production, what is staged, the open dev branch. */

import * as vscode from 'vscode';
import type { BranchChoice } from '../../../contract/messages/hostConfig.ts';
import type { DeploymentSession } from '../../../session/deploymentSession.ts';
import type { BoundFolder } from '../../../session/folders.ts';

/** The dev branch a folder follows, or followed when it was last open. */
export function branchName(folder: BoundFolder | undefined): string | undefined {
  return folder?.session.value?.branchName ?? folder?.session.value?.rememberedBranch;
}

/** @param chosen stays on the list although it is none of them, until another one is chosen */
export async function branchChoices(
  deployment: DeploymentSession,
  mine: string | undefined,
  chosen: string | null,
): Promise<BranchChoice[]> {
  const [production] = await Promise.all([deployment.deployBranch(), deployment.branches.load()]);
  const staged = deployment.branches.value.items.filter((branch) => branch.isStagingEnvironmentEnabled);
  const choices: BranchChoice[] = [
    { name: null, kind: 'production', label: vscode.l10n.t('{0} (production)', production) },
    ...staged.map(({ name }) => ({ name, kind: 'staging' as const, label: name })),
  ];
  for (const name of [mine, chosen ?? undefined]) {
    if (name === undefined || name === production || choices.some((choice) => choice.name === name)) continue;
    choices.push({ name, kind: 'dev', label: name });
  }
  return choices;
}
