/** The commands that carry a dev branch further: pull its parent, commit, merge into the parent, merge to production. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, messageOf, UserError } from '../../base/errors.ts';
import type { BuildStatus } from '../../contract/deployments.ts';
import { buildAppearance } from '../deployments/buildAppearance.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import { chooseBranch, folderFor, requireParent, type SelectedBranch } from './branchChoice.ts';
import { offerToPushChanges } from './pendingChanges.ts';
import { commitWarning, mergeWarning, type Promotion, parentMergeWarning } from './promotionMessages.ts';

export function promotionCommands(
  app: App,
): Pick<
  CommandTable,
  | 'dataModel.branch.pull'
  | 'dataModel.branch.commit'
  | 'dataModel.branch.mergeToParent'
  | 'dataModel.branch.mergeToProduction'
> {
  return {
    'dataModel.branch.pull': (argument?: unknown) => pull(app, argument),
    'dataModel.branch.commit': (argument?: unknown) => commit(app, argument),
    'dataModel.branch.mergeToParent': (argument?: unknown) => merge(app, argument, 'parent'),
    'dataModel.branch.mergeToProduction': (argument?: unknown) => merge(app, argument, 'production'),
  };
}

async function pull(app: App, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const chosen = await chooseBranch(app, argument, {
    title: l10n.t('Update from Parent Branch'),
    placeholder: l10n.t('Select a branch to update from its parent'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName } = chosen;
  const parent = requireParent(chosen);
  await withProgress(l10n.t('Updating {0} from {1}', branchName, parent), async (signal, report) => {
    await explainConflict(chosen, () => deployment.pull(branchName, signal));
    follow(app, chosen, branchName);
    const followed = followedOn(app, chosen);
    if (!followed) return;
    report(l10n.t('comparing the folder'));
    await syncAfterOpening(app, followed.folder, followed.engine, signal);
  });
  showStatus(l10n.t('Updated {0} from {1}', branchName, parent));
}

async function commit(app: App, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const chosen = await chooseBranch(app, argument, {
    title: l10n.t('Commit Dev Branch'),
    placeholder: l10n.t('Select a dev branch to commit'),
    accepts: (kind) => kind === 'personal',
    followed: true,
  });
  const { deployment, branchName } = chosen;
  const parent = requireParent(chosen);
  const place = await placeOf(chosen, parent);
  const followed = followedOn(app, chosen);
  if (followed) await offerToPushChanges(app, followed);
  const input = messageBox(argument);
  const title = l10n.t('Commit {0} to {1}', branchName, parent);
  const message = input?.value.trim() || (await askMessage(title, ''));
  if (parent === place.production) await warnOnce(app, chosen, place);
  const previous = await productionNow(chosen, parent);
  await withProgress(l10n.t('Committing {0} to {1}', branchName, parent), (signal) =>
    explainConflict(chosen, () => deployment.commit(branchName, message, signal)),
  );
  if (input) input.value = '';
  showStatus(l10n.t('Committed {0} to {1}', branchName, parent));
  follow(app, chosen, branchName);
  if (parent !== place.production) follow(app, chosen, parent);
  else if (place.buildsProduction) await followProduction(app, chosen, previous);
}

async function merge(app: App, argument: unknown, into: 'parent' | 'production'): Promise<void> {
  const { l10n } = vscode;
  const chosen = await chooseBranch(app, argument, {
    title: into === 'production' ? l10n.t('Merge to Production') : l10n.t('Merge into Parent Branch'),
    placeholder: l10n.t('Select a branch to merge'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName, production, kind, name } = chosen;
  if (kind === 'production') {
    throw new UserError(l10n.t('{0} is the production branch of “{1}”.', branchName, name), {
      action: l10n.t('Select the branch to merge into it.'),
    });
  }
  const target = into === 'production' ? production : requireParent(chosen);
  const place = await placeOf(chosen, target);
  const toProduction = target === production;
  const followed = followedOn(app, chosen);
  if (followed) await offerToPushChanges(app, followed);
  const input = messageBox(argument);
  const title = l10n.t('Merge {0} into {1}', branchName, target);
  const message = input?.value.trim() || (await askMessage(title, title));
  const keepBranch = await confirmMerge(place, toProduction);
  const previous = await productionNow(chosen, target);
  const result = await withProgress(l10n.t('Merging {0} into {1}', branchName, target), (signal) =>
    explainConflict(chosen, () => {
      const options = { message, keepBranch };
      return into === 'production'
        ? deployment.mergeToProduction(branchName, options, signal)
        : deployment.mergeToParent(branchName, options, signal);
    }),
  );
  if (input) input.value = '';
  if (result.branchDeleted && followed) await followed.session.unfollow();
  showStatus(
    result.branchDeleted
      ? l10n.t('Merged {0} into {1} and deleted {0}', branchName, target)
      : l10n.t('Merged {0} into {1}', branchName, target),
  );
  if (!toProduction) follow(app, chosen, target);
  else if (place.buildsProduction) await followProduction(app, chosen, previous);
}

async function placeOf(
  { deployment, name, branchName, production }: SelectedBranch,
  parent: string,
): Promise<Promotion> {
  const { deployMode } = await deployment.settings.load();
  return { deployment: name, branch: branchName, parent, production, buildsProduction: deployMode !== 'cli' };
}

/** @throws CancelledError when the person does not want to go on. */
async function warnOnce({ context }: App, { connection, deployment }: SelectedBranch, place: Promotion): Promise<void> {
  const key = `dataModel.warned:${connection.id}:${deployment.id}:${place.branch}`;
  if (context.globalState.get<boolean>(key)) return;
  const { message, detail } = commitWarning(place, vscode.l10n);
  const action = vscode.l10n.t('Commit to Production');
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, action)) !== action) {
    throw new CancelledError();
  }
  await context.globalState.update(key, true);
}

/** @returns whether the branch is to be kept. @throws CancelledError */
async function confirmMerge(place: Promotion, toProduction: boolean): Promise<boolean> {
  const { l10n } = vscode;
  const { message, detail } = toProduction ? mergeWarning(place, l10n) : parentMergeWarning(place, l10n);
  const go = toProduction ? l10n.t('Merge to Production') : l10n.t('Merge');
  const keep = l10n.t('Merge and Keep Branch');
  const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, go, keep);
  if (choice === undefined) throw new CancelledError();
  return choice === keep;
}

async function askMessage(title: string, value: string): Promise<string> {
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

/** The message box of the Source Control view, where the command comes from there. */
function messageBox(argument: unknown): vscode.SourceControlInputBox | undefined {
  const { inputBox } = (argument ?? {}) as Partial<vscode.SourceControl>;
  return inputBox;
}

/** The folder and its engine, where it follows the very branch a command is about. */
function followedOn(app: App, chosen: SelectedBranch): FollowedBranch | undefined {
  const folder = folderFor(app, chosen);
  const followed = folder && followedBranchOf(folder);
  return followed?.branch === chosen.branchName ? followed : undefined;
}

/** A 409 names its files in the server's words; what to do about it is ours to say. */
async function explainConflict<T>({ branchName, parent }: SelectedBranch, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    const { kind, serverMessage } = failure as { kind?: unknown; serverMessage?: string };
    if (!(failure instanceof UserError) || kind !== 'conflict') throw failure;
    const other = parent ?? vscode.l10n.t('the other branch');
    throw new UserError(
      serverMessage
        ? vscode.l10n.t('{0} and {1} both changed the same lines: {2}', branchName, other, serverMessage)
        : vscode.l10n.t('{0} and {1} both changed the same lines.', branchName, other),
      {
        ...(failure.where ? { where: failure.where } : {}),
        action: vscode.l10n.t(
          'Make these lines equal on both branches, or undo the change on one branch, then try again.',
        ),
        cause: failure,
      },
    );
  }
}

interface Production {
  /** The build before the change, so that it is not taken for the one that follows; unknown where it cannot be read. */
  build: BuildStatus | undefined;
  head: string | undefined;
}

async function productionNow(chosen: SelectedBranch, target: string): Promise<Production | undefined> {
  const { deployment, production } = chosen;
  if (target !== production) return undefined;
  const build = await deployment.builds.read(production).catch(() => undefined);
  return { build, head: headOf(chosen) };
}

function headOf({ deployment, production }: SelectedBranch): string | undefined {
  return deployment.branches.value.items.find(({ name }) => name === production)?.lastHash ?? undefined;
}

function follow(app: App, { deployment }: SelectedBranch, branch: string): void {
  deployment.builds.follow(branch, (failure) => app.log.debug(`The build of ${branch}: ${messageOf(failure)}`));
}

/** Shows the production build to its end. Cancelling ends the waiting, not the build. @throws UserError where it failed. */
async function followProduction(app: App, chosen: SelectedBranch, previous: Production | undefined): Promise<void> {
  const { l10n } = vscode;
  // Nothing new arrived, so nothing is built.
  if (previous?.head !== undefined && previous.head === headOf(chosen)) return;
  const { deployment, production, name } = chosen;
  const title = l10n.t('Production build of “{0}”', name);
  const status = await withProgress(title, async (signal, report) => {
    const tell = () => {
      const now = deployment.builds.value.get(production);
      if (now) report(buildAppearance(now, l10n).label);
    };
    const subscription = deployment.builds.onChange(tell);
    const ended = deployment.builds.watch(production, previous?.build);
    const cancelled = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    try {
      return await Promise.race([ended, cancelled]);
    } catch (failure) {
      // A newer change took over: it is followed by whoever made it.
      if (isCancellation(failure)) return undefined;
      throw failure;
    } finally {
      ended.catch(() => {});
      subscription.dispose();
    }
  });
  if (!status) return;
  const { label: words, tone, detail } = buildAppearance(status, l10n);
  app.log.info(`${title}: ${words}${detail ? ` (${detail})` : ''}`);
  if (tone === 'bad') {
    throw new UserError(l10n.t('The production build of “{0}” failed.', name), {
      ...(detail ? { where: detail } : {}),
      action: l10n.t('Production still serves the previous build. Open the logs of the deployment for the cause.'),
    });
  }
  showStatus(l10n.t('Production build of “{0}”: {1}', name, words));
}
