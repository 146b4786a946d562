/** Compares files and resolves conflicts. */

import path from 'node:path';
import * as vscode from 'vscode';
import { isCancellation, UserError } from '../../base/errors.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { branchUri, localUri } from './branchDocuments.ts';
import type { OpenMerges } from './openMerges.ts';
import { comparedSides } from './planReview.ts';
import { chooseFiles } from './syncTargets.ts';
import { compare, handleHalt, validate } from './transfer.ts';

type ResolvedVersion = 'local' | 'remote' | 'both';

/** What follows a conflict with the branch that was merged. */
export async function pushMerged(followed: FollowedBranch, file: string): Promise<void> {
  // Compare again, because the saved merge result replaced the local version of the known conflict.
  await compare(followed);
  await resolve(followed, [file], 'local');
}

const maxDiffEditors = 10;

export async function openDiff(app: App, args: readonly unknown[]): Promise<void> {
  const { followed, paths } = await chooseFiles(app, args);
  const { folder, branchName, engine } = followed;
  for (const file of paths.slice(0, maxDiffEditors)) {
    const entry = engine.state.value.plan?.entries.find((each) => each.path === file);
    const sides = entry && comparedSides(followed, entry);
    const original = sides?.[1] ?? branchUri({ ...followed, path: file });
    const modified = sides?.[2] ?? localUri(followed, file);
    const labels = entry?.kind === 'pull' ? [folder.name, branchName] : [branchName, folder.name];
    const title = `${path.posix.basename(file)} (${labels.join(' ↔ ')})`;
    await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: paths.length === 1 });
  }
}

export async function openMergeEditor(app: App, merges: OpenMerges, args: readonly unknown[]): Promise<void> {
  const { followed, paths } = await chooseFiles(app, args);
  const [file] = paths;
  const conflict = followed.engine.state.value.conflicts.find((each) => each.path === file);
  if (!conflict) throw noConflict(file);
  // A deleted file cannot be merged, only compared.
  if (conflict.local === undefined || conflict.remote === undefined) return openDiff(app, args);
  try {
    await merges.open(followed, conflict);
  } catch (failure) {
    if (isCancellation(failure)) throw failure;
    app.log.info(`The merge editor cannot be opened (${failure}). The comparison is shown instead.`);
    await openDiff(app, args);
  }
}

export async function resolveSelected(app: App, args: readonly unknown[], version: ResolvedVersion): Promise<void> {
  const { followed, paths } = await chooseFiles(app, args);
  const conflicts = new Set(followed.engine.state.value.conflicts.map((each) => each.path));
  const selected = paths.filter((each) => conflicts.has(each));
  if (selected.length === 0) throw noConflict(paths[0]);
  await resolve(followed, selected, version);
}

async function resolve(followed: FollowedBranch, paths: readonly string[], version: ResolvedVersion): Promise<void> {
  const title = vscode.l10n.t('Resolving conflicts with {0}', followed.branchName);
  let changed = false;
  for (const file of paths) {
    for (;;) {
      const result = await withSlowProgress(title, (signal) => followed.engine.resolve(file, version, signal));
      changed ||= result.done.length > 0;
      if (!result.halt) break;
      const tryAgain = await handleHalt(followed, { ...result.halt, confirmable: false }, result.plan);
      if (!tryAgain) return;
      await compare(followed);
    }
  }
  if (version !== 'both') {
    showStatus(vscode.l10n.t('The other version is in the trash. Run “Restore from Trash…” to restore it'));
  }
  if (changed) await validate(followed);
}

function noConflict(file: string | undefined): UserError {
  return new UserError(
    file === undefined ? vscode.l10n.t('No file is selected.') : vscode.l10n.t('{0} has no conflict.', file),
    { action: vscode.l10n.t('Select a file under Conflicts in the Source Control view.') },
  );
}
