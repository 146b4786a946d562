/** Validates the followed branch on the platform after its files changed. */

import * as vscode from 'vscode';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';

export async function validate({ session, branchName }: FollowedBranch): Promise<void> {
  await withSlowProgress(vscode.l10n.t('Validating {0}', branchName), (signal) => session.validate(signal));
}
