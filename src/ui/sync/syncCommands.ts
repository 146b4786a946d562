/** The commands of synchronisation. What they share with opening a branch is in syncFlow; nothing here writes by itself. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { TrashEntry } from '../../sync/local/trash.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { showStatus } from '../shell/notifications.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { branchUri, historyUri } from './branchDocuments.ts';
import { OpenMerges } from './openMerges.ts';
import { comparedSides, confirmPlan, localUri, selectPaths, showPlan } from './planReview.ts';
import type { Direction } from './planText.ts';
import { compare, handleHalt, runTransfer } from './syncFlow.ts';
import { argumentUris, chooseFiles, chooseFollowedBranch } from './syncTargets.ts';

type Choice = 'local' | 'remote' | 'both';

export function syncCommands(
  app: App,
  documents: ReadOnlyDocuments,
): Pick<
  CommandTable,
  | 'dataModel.sync.refresh'
  | 'dataModel.sync.review'
  | 'dataModel.sync.push'
  | 'dataModel.sync.pull'
  | 'dataModel.sync.openDiff'
  | 'dataModel.sync.openMergeEditor'
  | 'dataModel.sync.takeLocal'
  | 'dataModel.sync.takeRemote'
  | 'dataModel.sync.keepBoth'
  | 'dataModel.sync.why'
  | 'dataModel.sync.restore'
  | 'dataModel.sync.history'
> {
  const merges = new OpenMerges(app, async ({ followed, path: file }) => {
    // The conflict as it was shown had another local version than the merge that was saved just now.
    await compare(followed);
    await settle(followed, [file], 'local');
  });
  app.context.subscriptions.push(merges);

  async function refresh(argument?: unknown): Promise<void> {
    const followed = await chooseFollowedBranch(app, argument);
    await compare(followed);
    const { halt, plan } = followed.engine.state.value;
    if (halt && !halt.confirmable) await handleHalt(followed, halt, plan);
  }

  async function transfer(direction: Direction, args: readonly unknown[]): Promise<void> {
    const rows = argumentUris(args).length > 0;
    const { followed, paths } = rows
      ? await chooseFiles(app, args)
      : { followed: await chooseFollowedBranch(app, args[0]), paths: undefined };
    const whole = await compare(followed);
    const plan = paths ? selectPaths(whole, paths) : whole;
    const steps = direction === 'push' ? plan.pushes : plan.pulls;
    if (steps.length === 0) {
      showStatus(
        direction === 'push'
          ? vscode.l10n.t('No local changes to push to {0}', followed.branch)
          : vscode.l10n.t('No remote changes to pull from {0}', followed.branch),
      );
      return;
    }
    // Bringing everything is previewed; a deletion always is. Rows were chosen with their change in sight.
    const asks = (direction === 'pull' && !rows) || steps.some(({ change }) => change === 'delete');
    if (asks && !(await confirmPlan(followed, plan, [direction]))) return;
    const options = { plan: whole, ...(paths && { paths }), ...(asks && { confirmed: true }) };
    const result = await runTransfer(app, followed, direction, options);
    if (result && !result.halt && result.done.length > 0) await validate(followed);
  }

  async function openDiff(...args: unknown[]): Promise<void> {
    const { followed, paths } = await chooseFiles(app, args);
    for (const file of paths.slice(0, 10)) {
      const entry = followed.engine.state.value.plan?.entries.find((each) => each.path === file);
      const sides = entry && comparedSides(followed, entry);
      const original = sides?.[1] ?? branchUri({ ...followed, path: file });
      const modified = sides?.[2] ?? localUri(followed, file);
      const names =
        entry?.kind === 'pull' ? [followed.folder.name, followed.branch] : [followed.branch, followed.folder.name];
      const title = `${path.posix.basename(file)} (${names.join(' ↔ ')})`;
      await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: paths.length === 1 });
    }
  }

  async function openMerge(...args: unknown[]): Promise<void> {
    const { followed, paths } = await chooseFiles(app, args);
    const [file] = paths;
    const conflict = followed.engine.state.value.conflicts.find((each) => each.path === file);
    if (!conflict) throw noConflict(file);
    // A side that has no file cannot be merged, only compared.
    if (conflict.local === undefined || conflict.remote === undefined) return openDiff(...args);
    try {
      await merges.open(followed, conflict);
    } catch (failure) {
      app.log.info(`This editor opens no merge editor (${failure}); the comparison is shown instead.`);
      await openDiff(...args);
    }
  }

  const resolve =
    (choice: Choice) =>
    async (...args: unknown[]): Promise<void> => {
      const { followed, paths } = await chooseFiles(app, args);
      const conflicts = followed.engine.state.value.conflicts.map((each) => each.path);
      const chosen = paths.filter((each) => conflicts.includes(each));
      if (chosen.length === 0) throw noConflict(paths[0]);
      await settle(followed, chosen, choice);
    };

  async function settle(followed: FollowedBranch, paths: readonly string[], choice: Choice): Promise<void> {
    const title = vscode.l10n.t('Resolving conflicts with {0}', followed.branch);
    let changed = false;
    for (const file of paths) {
      for (;;) {
        const result = await withSlowProgress(title, (signal) => followed.engine.resolve(file, choice, signal));
        changed ||= result.done.length > 0;
        if (!result.halt) break;
        const again = await handleHalt(followed, { ...result.halt, confirmable: false }, result.plan);
        if (!again) return;
        await compare(followed);
      }
    }
    if (choice !== 'both')
      showStatus(vscode.l10n.t('The other version is in the trash. Run “Restore from Trash…” to restore it'));
    if (changed) await validate(followed);
  }

  async function why(...args: unknown[]): Promise<void> {
    const { followed, paths } = await chooseFiles(app, args);
    const [file] = paths;
    if (file === undefined) return;
    const { synced, reason } = followed.engine.why(file);
    const { l10n } = vscode;
    const text = synced ? l10n.t('{0} is synced: {1}', file, reason) : l10n.t('{0} is not synced: {1}', file, reason);
    void vscode.window.showInformationMessage(text);
  }

  async function restore(argument?: unknown): Promise<void> {
    const followed = await chooseFollowedBranch(app, argument);
    const { l10n } = vscode;
    const entries = await followed.engine.trash();
    if (entries.length === 0) {
      void vscode.window.showInformationMessage(l10n.t('The trash of “{0}” is empty.', followed.folder.name));
      return;
    }
    const picked = await vscode.window.showQuickPick(entries.map(trashItem), {
      title: l10n.t('Restore from Trash'),
      placeHolder: l10n.t('Select a file to restore. The current version is moved to the trash first.'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!picked) throw new CancelledError();
    await followed.engine.restore(picked.entry);
    await vscode.window.showTextDocument(localUri(followed, picked.entry.path));
  }

  async function history(argument?: unknown): Promise<void> {
    const { folder, branch } = await chooseFollowedBranch(app, argument);
    const uri = historyUri(folder, branch);
    documents.changed(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  return {
    'dataModel.sync.refresh': refresh,
    'dataModel.sync.review': async (argument?: unknown) => {
      const followed = await chooseFollowedBranch(app, argument);
      await showPlan(followed, await compare(followed));
    },
    'dataModel.sync.push': (...args) => transfer('push', args),
    'dataModel.sync.pull': (...args) => transfer('pull', args),
    'dataModel.sync.openDiff': openDiff,
    'dataModel.sync.openMergeEditor': openMerge,
    'dataModel.sync.takeLocal': resolve('local'),
    'dataModel.sync.takeRemote': resolve('remote'),
    'dataModel.sync.keepBoth': resolve('both'),
    'dataModel.sync.why': why,
    'dataModel.sync.restore': restore,
    'dataModel.sync.history': history,
  };
}

async function validate({ session, branch }: FollowedBranch): Promise<void> {
  await withSlowProgress(vscode.l10n.t('Validating {0}', branch), (signal) => session.validate(signal));
}

function noConflict(file: string | undefined): UserError {
  return new UserError(
    file === undefined ? vscode.l10n.t('No file is selected.') : vscode.l10n.t('{0} has no conflict.', file),
    { action: vscode.l10n.t('Select a file under Conflicts in the Source Control view.') },
  );
}

function trashItem(entry: TrashEntry): vscode.QuickPickItem & { entry: TrashEntry } {
  const side = entry.side === 'local' ? vscode.l10n.t('local version') : vscode.l10n.t('remote version');
  return {
    label: path.posix.basename(entry.path),
    description: `${new Date(entry.when).toLocaleString(vscode.env.language)} · ${side}`,
    detail: `${entry.path} · ${entry.reason}`,
    iconPath: new vscode.ThemeIcon('history'),
    entry,
  };
}
