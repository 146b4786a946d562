/** Updates a branch from its parent, commits it, and merges it. A commit or merge is reviewed on a page first. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import { isTestDocument } from '../../model/documents/documentKind.ts';
import { forkOf } from '../../session/review/branchReview.ts';
import { isSameTree } from '../../session/review/forkPoints.ts';
import { readCompiled } from '../../session/review/readCompiled.ts';
import { readContent } from '../../session/review/readContent.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import { searchContent } from '../../session/review/searchContent.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import { untilBranchBuilt, untilBuilt } from '../folders/untilBuilt.ts';
import { readDocuments } from '../language/documents.ts';
import { compilerInProcess } from '../review/compilerInProcess.ts';
import type { PromotionPlan } from '../review/promotionPlan.ts';
import { PromotionReview } from '../review/promotionReview.ts';
import { ReviewPanel } from '../review/reviewPanel.ts';
import type { Reviews } from '../review/reviews.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand, SelectedDeployment } from '../shell/commandRunner.ts';
import { showStatus, showWarning, withProgress } from '../shell/notifications.ts';
import { saveAndPush, unsavedDocuments } from '../sync/pendingFiles.ts';
import { syncAfterOpening } from '../sync/syncFlow.ts';
import { ReviewedTests } from '../tests/reviewedTests.ts';
import { chooseBranch, folderFor, followedFolderOf, requireParent, type SelectedBranch } from './branchChoice.ts';
import { explainMergeConflict } from './explainMergeConflict.ts';
import { mergeParent } from './mergeParent.ts';
import {
  followBuild,
  type ProductionState,
  readProductionState,
  showProductionBuilt,
  waitForProductionBuild,
} from './productionBuild.ts';
import { commitForm, mergeForm, promotionOf, rememberConfirmation } from './promotionDialogs.ts';
import { pendingChangesWarning } from './promotionMessages.ts';

/** How long a review waits for the builds and the metadata of both branches, in milliseconds. */
const compileMs = 10_000;
const sqlBudget = { statements: 1_000, ms: 10_000 };
const certificateBudget = { ...sqlBudget, slices: 2_000, values: 0 };
const contentMs = 10_000;

export async function updateFromParent(
  app: App,
  reviews: Reviews,
  target: SelectedDeployment,
  argument: unknown,
): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(target, argument, {
    title: l10n.t('Update from Parent Branch'),
    placeholder: l10n.t('Select a branch to update from its parent'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName } = selected;
  const parent = requireParent(selected);
  await withProgress(l10n.t('Updating {0} from {1}', branchName, parent), async (signal, report) => {
    const listedParent = reviews.branches.of(deployment, parent);
    const before = await listedParent.list(signal);
    await explainMergeConflict(selected, () => deployment.pull(branchName, signal));
    const after = await listedParent.list(signal);
    // Otherwise it is not known which version was merged.
    if (isSameTree(before, after)) await reviews.forkPoints.record(forkOf(deployment, branchName, parent), after);
    followBuild(app, selected, branchName);
    const followed = followedFolderOf(app, selected);
    if (!followed) return;
    report(l10n.t('comparing the folder'));
    await syncAfterOpening(app, followed.folder, followed.engine, signal);
  });
  showStatus(l10n.t('Updated {0} from {1}', branchName, parent));
}

/** Opens the review of a commit. */
export async function commit(app: App, reviews: Reviews, target: SelectedDeployment, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(target, argument, {
    title: l10n.t('Commit Dev Branch'),
    placeholder: l10n.t('Select a dev branch to commit'),
    accepts: (kind) => kind === 'personal',
    followed: true,
  });
  const { deployment, branchName } = selected;
  const parent = requireParent(selected);
  const promotion = await promotionOf(selected, parent);
  const followed = followedFolderOf(app, selected);
  const restored = restoredPage(argument);
  const beforeSend = await offerToPush(app, followed, restored);
  const inputBox = messageBox(argument);
  const toProduction = parent === promotion.production;
  let previous: ProductionState | undefined;
  const subject = subjectOf(selected, 'commit');
  await openReview(app, reviews, selected, {
    subject,
    restored,
    beforeSend,
    target: parent,
    title: l10n.t('Commit {0} to {1}', branchName, parent),
    check: ({ review: { files } }) => {
      if (files.length > 0) return;
      throw new UserError(l10n.t('{0} has nothing to commit: its files are those of {1}.', branchName, parent), {
        action: l10n.t('Save a change, then commit.'),
      });
    },
    form: commitForm(app, selected, promotion, proposed(inputBox, reviews, subject) ?? ''),
    async send({ message }) {
      previous = await readProductionState(selected, parent);
      await withProgress(l10n.t('Committing {0} to {1}', branchName, parent), (signal) =>
        explainMergeConflict(selected, () => deployment.commit(branchName, message, signal)),
      );
      if (toProduction) await rememberConfirmation(app, selected);
      if (followed) reviews.of(followed)?.look();
      if (inputBox) inputBox.value = '';
      return l10n.t('Committed {0} to {1}', branchName, parent);
    },
    async follow(report) {
      followBuild(app, selected, branchName);
      if (!toProduction) followBuild(app, selected, parent);
      else if (promotion.buildsProduction) return waitForProductionBuild(app, selected, previous, report);
      return undefined;
    },
  });
}

/** Opens the review of a merge. */
export async function merge(
  app: App,
  reviews: Reviews,
  given: SelectedDeployment,
  argument: unknown,
  into: 'parent' | 'production',
): Promise<void> {
  const { l10n } = vscode;
  const selected = await chooseBranch(given, argument, {
    title: into === 'production' ? l10n.t('Merge to Production') : l10n.t('Merge into Parent Branch'),
    placeholder: l10n.t('Select a branch to merge'),
    accepts: (kind) => kind !== 'production',
    followed: true,
  });
  const { deployment, branchName, production, kind, name } = selected;
  if (kind === 'production') {
    throw new UserError(l10n.t('{0} is the production branch of “{1}”.', branchName, name), {
      action: l10n.t('Select the branch to merge into it.'),
    });
  }
  const target = into === 'production' ? production : requireParent(selected);
  const toProduction = target === production;
  const own = await promotionOf(selected, target);
  // The platform builds production after this merge in each deploy mode.
  const promotion = into === 'production' ? { ...own, buildsProduction: true } : own;
  const followed = followedFolderOf(app, selected);
  const restored = restoredPage(argument);
  const beforeSend = await offerToPush(app, followed, restored);
  const inputBox = messageBox(argument);
  const subject = subjectOf(selected, into === 'production' ? 'mergeToProduction' : 'mergeToParent');
  const title = l10n.t('Merge {0} into {1}', branchName, target);
  let previous: ProductionState | undefined;
  await openReview(app, reviews, selected, {
    subject,
    restored,
    beforeSend,
    target,
    title,
    form: mergeForm(promotion, toProduction, proposed(inputBox, reviews, subject) ?? title),
    async send({ message, keepBranch }) {
      previous = await readProductionState(selected, target);
      const options = { message, keepBranch };
      const { branchDeleted } = await withProgress(l10n.t('Merging {0} into {1}', branchName, target), (signal) =>
        explainMergeConflict(selected, () =>
          into === 'production'
            ? deployment.mergeToProduction(branchName, options, signal)
            : deployment.mergeToParent(branchName, options, signal),
        ),
      );
      if (inputBox) inputBox.value = '';
      if (branchDeleted && followed) await followed.session.unfollow();
      return branchDeleted
        ? l10n.t('Merged {0} into {1} and deleted {0}', branchName, target)
        : l10n.t('Merged {0} into {1}', branchName, target);
    },
    async follow(report) {
      if (!toProduction) followBuild(app, selected, target);
      else if (promotion.buildsProduction) return waitForProductionBuild(app, selected, previous, report);
      return undefined;
    },
  });
}

/** Opens the review of what a branch's next step is: the commit of a dev branch, or the merge of a shared one. */
export async function review(run: RunCommand, selected: SelectedDeployment, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const { connection, deployment, name, branchName, kind } = await chooseBranch(selected, argument, {
    title: l10n.t('Review Branch'),
    placeholder: l10n.t('Select a branch to review'),
    accepts: (each) => each !== 'production',
    followed: true,
  });
  const target = { connectionId: connection.id, deploymentId: deployment.id, deploymentName: name, branchName };
  await run(kind === 'personal' ? 'dataModel.branch.commit' : 'dataModel.branch.mergeToParent', { target });
}

interface Step extends Pick<PromotionPlan, 'subject' | 'title' | 'form' | 'beforeSend' | 'send' | 'follow'> {
  restored: ReviewPanel | undefined;
  target: string;
  check?(reading: BranchReading): void;
}

async function openReview(app: App, reviews: Reviews, selected: SelectedBranch, step: Step): Promise<void> {
  const { connection, deployment, branchName, parent } = selected;
  const { subject, restored, target, title, form, beforeSend, send, follow, check } = step;
  const folder = folderFor(app, selected);
  const followed = followedFolderOf(app, selected);
  const { engine, session } = followed ?? {};
  if (session) await session.loadModel();
  const fork = forkOf(deployment, branchName, target);
  const texts = reviews.branches.textsOf(deployment);
  const { client, id: deploymentId } = deployment;
  const { admin } = await connection.open();
  const compiled = { client, deploymentId, source: branchName, target, deadlineMs: compileMs, log: app.log };
  const uses = folder ? await readDocuments(folder) : [];
  const hasTests = uses.some(({ path }) => isTestDocument(path));
  const plan = {
    subject,
    title,
    form,
    beforeSend,
    send,
    follow,
    showEnd: (end: string) => showProductionBuilt(app, selected, end),
    branches: { connectionId: connection.id, deploymentId, branchName, target, folder, followed },
    source: {
      source: reviews.branches.of(deployment, branchName),
      target: reviews.branches.of(deployment, target),
      modelFolder: folder?.binding.modelFolder ?? 'model',
      known: session?.model.project.saved,
      readFork: async () => (target === parent ? reviews.forkPoints.read(fork) : undefined),
      textOf: async (hash: string) => {
        const kept = texts.get(hash) === undefined ? await engine?.keptContent(hash) : undefined;
        if (kept) texts.add(hash, new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept));
        return texts.get(hash);
      },
      uses,
      readCompiled: (signal?: AbortSignal) => readCompiled(compiled, signal),
      sqlBudget,
      readContent: async (signal?: AbortSignal) => {
        const read = await readContent({ client, admin, deploymentId, deadlineMs: contentMs }, signal);
        app.contentReads.set({ connectionId: connection.id, deploymentId }, searchContent(read, Date.now()));
        return read;
      },
      openCompiler: vscode.workspace.isTrusted ? () => compilerInProcess(app.log) : undefined,
      certificate: { budget: certificateBudget, planner: null, compiler: null, always: false },
    },
    tests:
      followed && hasTests
        ? new ReviewedTests(await reviews.tests.explorer(), followed.folder, { branchName, target })
        : undefined,
    mergeParent:
      followed && target === parent
        ? (files: readonly string[]) => mergeParent(app, reviews, selected, followed, target, files)
        : undefined,
    merges: await reviews.merges(),
    values: { before: queriesOn(selected, target), after: queriesOn(selected, branchName) },
    untilBuilt: async (signal: AbortSignal, report: (text: string) => void) => {
      if (followed) await untilBuilt(followed, signal, report);
      else await untilBranchBuilt(deployment.builds, branchName, signal, report);
      await untilBranchBuilt(deployment.builds, target, signal, report);
    },
    builds: deployment.builds,
  };
  reviews.showPage(await PromotionReview.open(app, plan, check, restored));
}

function queriesOn({ deployment, production }: SelectedBranch, branchName: string) {
  const { client, id } = deployment;
  return { client, deploymentId: id, ...(branchName !== production && { branchName }) };
}

/** The message box of the Source Control view if the command was started there. */
function messageBox(argument: unknown): vscode.SourceControlInputBox | undefined {
  const { inputBox } = (argument ?? {}) as Partial<vscode.SourceControl>;
  return inputBox;
}

/** The page of an earlier window. */
function restoredPage(argument: unknown): ReviewPanel | undefined {
  const { restored } = (argument ?? {}) as { restored?: unknown };
  return restored instanceof ReviewPanel ? restored : undefined;
}

function subjectOf({ connection, deployment, name, branchName }: SelectedBranch, step: ReviewSubject['step']) {
  return { step, connectionId: connection.id, deploymentId: deployment.id, deploymentName: name, branchName };
}

/** The message of the Source Control view, otherwise what the user typed on the page that the review replaces. */
function proposed(
  inputBox: vscode.SourceControlInputBox | undefined,
  reviews: Reviews,
  subject: ReviewSubject,
): string | undefined {
  return inputBox?.value.trim() || reviews.page?.draftFor(subject) || undefined;
}

/** @returns what remains to be done before the commit or merge: a window that reloads asks nothing. @throws CancelledError */
async function offerToPush(
  app: App,
  followed: FollowedBranch | undefined,
  restored: ReviewPanel | undefined,
): Promise<(() => Promise<void>) | undefined> {
  if (!followed) return undefined;
  if (restored) return () => offerToPushChanges(app, followed);
  await offerToPushChanges(app, followed);
  return undefined;
}

/** Returns when the changes are pushed, or when the user continues without them. @throws CancelledError */
async function offerToPushChanges(app: App, followed: FollowedBranch): Promise<void> {
  const { engine, branchName } = followed;
  const plan = await withProgress(
    vscode.l10n.t('Comparing the folder with {0}', branchName),
    (signal) => engine.refresh(signal),
    { location: vscode.ProgressLocation.Window },
  );
  const unsaved = unsavedDocuments(followed.folder).map(({ path }) => path);
  const conflicts = plan.conflicts.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  const unpushed = plan.pushes.map(({ path }) => path).filter((path) => !unsaved.includes(path));
  if (unsaved.length + conflicts.length + unpushed.length === 0) return;

  const { message, detail } = pendingChangesWarning({ branchName, unsaved, unpushed, conflicts }, vscode.l10n);
  const canPush = unsaved.length + unpushed.length > 0;
  const push = unsaved.length > 0 ? vscode.l10n.t('Save, Push, and Continue') : vscode.l10n.t('Push and Continue');
  const continueWithout = vscode.l10n.t('Continue Without Them');
  const buttons = canPush ? [push, continueWithout] : [continueWithout];
  const choice = await showWarning(message, { modal: true, detail }, ...buttons);
  if (choice === undefined) throw new CancelledError();
  if (choice === push) await saveAndPush(app, followed);
}
