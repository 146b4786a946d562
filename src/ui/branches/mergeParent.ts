/**
 * Brings files that were merged with the parent's versions onto a dev branch, so that its commit has no conflict: the parent's
 * versions come first, then the update from the parent, then the merged versions. The merged versions are restored in any case.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { forkOf } from '../../session/review/branchReview.ts';
import { isSameTree } from '../../session/review/forkPoints.ts';
import { ProjectFiles } from '../../sync/local/projectFiles.ts';
import { syncReasons } from '../../sync/plan/syncReasons.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { Reviews } from '../review/reviews.ts';
import type { App } from '../shell/app.ts';
import { withProgress } from '../shell/notifications.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import type { SelectedBranch } from './branchChoice.ts';
import { explainMergeConflict } from './explainMergeConflict.ts';

/** @param files merged and saved, relative to the project folder. @throws UserError, PlatformError, CancelledError */
export async function mergeParent(
  app: App,
  reviews: Reviews,
  selected: SelectedBranch,
  followed: FollowedBranch,
  parent: string,
  files: readonly string[],
): Promise<void> {
  const { deployment, branchName } = selected;
  const { folder, engine } = followed;
  const { projectFolder } = folder.binding;
  await withProgress(vscode.l10n.t('Updating {0} from {1}', branchName, parent), async (signal) => {
    const branch = reviews.branches.of(deployment, parent);
    const listed = await branch.list(signal);
    const theirs = await branch.texts(listed, files, signal);
    const merged = new Map<string, Uint8Array>();
    for (const file of files) merged.set(file, await readFile(path.join(projectFolder, file)));
    try {
      await place(app, followed, new Map([...theirs].map(([file, text]) => [file, Buffer.from(text)])));
      await explainMergeConflict(selected, () => deployment.pull(branchName, signal));
    } finally {
      await place(app, followed, merged);
    }
    const now = await branch.list(signal);
    if (isSameTree(listed, now)) await reviews.forkPoints.record(forkOf(deployment, branchName, parent), now);
    await syncAfterOpening(app, folder, engine, signal);
  });
}

/** Writes files into the folder, and pushes them. */
async function place(
  { context }: App,
  { folder, engine }: FollowedBranch,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const files = new ProjectFiles(folder.binding, context.globalStorageUri.fsPath);
  const paths = [...contents.keys()];
  const current = await files.hashes(paths);
  const writes = Array.from(contents, ([file, bytes]) => ({ path: file, bytes, expected: current.get(file) }));
  const results = await files.write(writes, syncReasons.message('merged'));
  const failed = paths.find((file) => results.get(file) !== 'written');
  if (failed !== undefined) {
    throw new UserError(
      vscode.l10n.t('{0} was not written: it has just changed, or another program uses it.', failed),
      {
        action: vscode.l10n.t('The version before is in the trash. Close that program, then merge again.'),
      },
    );
  }
  const { halt } = await engine.push({ paths });
  if (halt) throw new UserError(halt.message, { ...halt, code: halt.kind });
}
