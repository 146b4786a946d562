/** Explains that two branches changed the same lines. The server only names the files. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { SelectedBranch } from './branchChoice.ts';

/** @throws UserError for a conflict (status 409), and what `work` throws */
export async function explainMergeConflict<T>(
  { branchName, parent }: SelectedBranch,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    const { kind, serverMessage } = failure as { kind?: unknown; serverMessage?: string };
    if (!(failure instanceof UserError) || kind !== 'conflict') throw failure;
    const { l10n } = vscode;
    const other = parent ?? l10n.t('the other branch');
    throw new UserError(
      serverMessage
        ? l10n.t('{0} and {1} both changed the same lines: {2}', branchName, other, serverMessage)
        : l10n.t('{0} and {1} both changed the same lines.', branchName, other),
      {
        ...(failure.where ? { where: failure.where } : {}),
        action: l10n.t('Make these lines equal on both branches, or undo the change on one branch, then try again.'),
        cause: failure,
      },
    );
  }
}
