/** Runs tests of the Test Explorer on the dev branch that each folder follows, and reports their results. */

import * as vscode from 'vscode';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import { printable } from '../../base/terminal.ts';
import { isMemberName } from '../../model/documents/queryMembers.ts';
import { runTests } from '../../query/tests/runTests.ts';
import { branchesOf, type TestCase } from '../../query/tests/testCases.ts';
import type { TestResult } from '../../query/tests/testResult.ts';
import { TestRunners } from '../../query/tests/testRunners.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { isPushing } from '../../session/savedChanges.ts';
import { RemoteBranch } from '../../sync/remote/remoteBranch.ts';
import { deploymentName } from '../connections/deploymentName.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import { untilBranchBuilt, untilBuilt } from '../folders/untilBuilt.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { showFailure, showWarning } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { type OtherVersion, otherVersionOf, pushForRun } from '../sync/pendingFiles.ts';
import { definitionOf } from './affectedTests.ts';
import type { ProjectTests } from './projectTests.ts';
import { readQueryOf } from './queryDocuments.ts';
import { reportResult } from './reportResult.ts';
import { runOwnRows } from './runOwnRows.ts';

export interface TestChoice {
  /** Only the tests of this project. */
  only?: ProjectTests;
  /** Leaves out tests. @throws UserError, PlatformError, CancelledError */
  filter?(
    items: readonly vscode.TestItem[],
    project: ProjectTests,
    followed: FollowedBranch,
    signal: AbortSignal,
  ): Promise<vscode.TestItem[]>;
  /** After the tests of a project. */
  onEnd?(run: vscode.TestRun, project: ProjectTests): Promise<void>;
}

interface Context {
  app: App;
  controller: vscode.TestController;
  projects: readonly ProjectTests[];
}

export async function runTestItems(
  context: Context,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  choice: TestChoice,
): Promise<void> {
  const { app, controller, projects } = context;
  const run = controller.createTestRun(request);
  const cancel = new AbortController();
  const stops = [token, run.token].map((one) => one.onCancellationRequested(() => cancel.abort()));
  if (token.isCancellationRequested) cancel.abort();
  try {
    for (const project of choice.only ? [choice.only] : projects) {
      await project.ready;
      const items = project.testsOf(request);
      if (items.length === 0 || cancel.signal.aborted) continue;
      const otherVersion = await runProject(app, run, project, items, choice, cancel.signal);
      // A continuous run follows by itself when the files are pushed.
      if (otherVersion?.canPush && !request.continuous)
        offerToPush(context, project.folder, otherVersion, request, choice);
    }
  } finally {
    for (const stop of stops) stop.dispose();
    run.end();
  }
}

/** @returns why the results are not those of the model in the editor */
async function runProject(
  app: App,
  run: vscode.TestRun,
  project: ProjectTests,
  all: readonly vscode.TestItem[],
  choice: TestChoice,
  signal: AbortSignal,
): Promise<OtherVersion | undefined> {
  const { connections, log } = app;
  const show = (line: string) => run.appendOutput(`${printable(line).replaceAll('\n', '\r\n')}\r\n`);
  // The tests that are affected by changes are known on a branch only.
  let items = choice.filter ? all : await runOwnRows(app, run, project, all, signal, show);
  if (items.length === 0 && all.length > 0) {
    await choice.onEnd?.(run, project);
    return undefined;
  }
  let otherVersion: OtherVersion | undefined;
  try {
    const followed = await followedBranch(project);
    const { folder, session, branchName } = followed;
    const deployment = await session.deployment();
    const connection = connections.get(folder.binding.connectionId);
    const admin = (await connection?.open())?.admin;
    show(vscode.l10n.t('{0}: branch {1} of {2}', folder.name, branchName, deploymentName(app, folder.binding)));
    await untilBuilt(followed, signal, show);
    // A program may have changed files a moment ago.
    await followed.engine.refresh(signal);
    otherVersion = otherVersionOf(folder);
    if (otherVersion) show(otherVersion.message);
    if (choice.filter) items = await choice.filter(all, project, followed, signal);
    if (items.length === 0) show(vscode.l10n.t('No test is affected by the changes.'));
    items = await runOwnRows(app, run, project, items, signal, show);
    const itemOf = shownItems(run, project, items);
    const others = [...itemOf.keys()].flatMap((test) => branchesOf(test, branchName).slice(1));
    for (const other of new Set(others)) await untilBranchBuilt(deployment.builds, other, signal, show);
    const record = await recorderOf(project, followed, [...itemOf.keys()], signal);
    const runners = new TestRunners({ client: deployment.client, admin, deploymentId: deployment.id, branchName, log });
    try {
      await runTests([...itemOf.keys()], {
        queryOf: readQueryOf(folder),
        isMember: async (name) => isMemberName(session.model.project.saved, name),
        runnerFor: (branch, as) => runners.of(branch, as),
        signal,
        onStart: (test) => run.started(itemOf.get(test)!),
        onResult: (result, test) => {
          reportResult(run, itemOf.get(test)!, project, result, otherVersion);
          offerSignIn(result.cause, app);
          record?.(result, test);
        },
      });
    } finally {
      runners.dispose();
    }
    await choice.onEnd?.(run, project);
  } catch (failure) {
    if (isCancellation(failure)) return undefined;
    if (!(failure instanceof UserError)) log.error(stackOf(failure));
    offerSignIn(failure, app);
    const message = new vscode.TestMessage(errorText(failure, vscode.l10n));
    for (const item of items) run.errored(item, message);
  }
  return otherVersion;
}

/** By test. A document that cannot be read is an error. */
function shownItems(
  run: vscode.TestRun,
  project: ProjectTests,
  items: readonly vscode.TestItem[],
): Map<TestCase, vscode.TestItem> {
  const itemOf = new Map<TestCase, vscode.TestItem>();
  for (const item of items) {
    const shown = project.shownTest(item);
    run.enqueued(item);
    if (shown) itemOf.set(shown.test, item);
    else run.errored(item, new vscode.TestMessage(item.error ?? ''));
  }
  return itemOf;
}

/** Does not wait for an answer, because the run has ended. */
function offerToPush(
  context: Context,
  folder: BoundFolder,
  { message }: OtherVersion,
  ...run: [request: vscode.TestRunRequest, choice: TestChoice]
): void {
  const { app } = context;
  const saveAndRun = vscode.l10n.t('Save, Push and Run');
  const runAgain = async () => {
    await pushForRun(app, folder);
    const [request, choice] = run;
    await runTestItems(context, request, new vscode.CancellationTokenSource().token, choice);
  };
  showWarning(message, saveAndRun)
    .then((answer) => (answer === saveAndRun ? runAgain() : undefined))
    .catch((failure: unknown) => showFailure(failure, app));
}

/** Remembers results with the files that were tested, until a push changes them. Undefined if the files are not known. */
async function recorderOf(
  project: ProjectTests,
  { session, branchName }: FollowedBranch,
  tests: readonly TestCase[],
  signal: AbortSignal,
) {
  const { caller, connectionId: origin, id: deploymentId } = await session.deployment();
  const names = [...new Set(tests.flatMap((test) => branchesOf(test, branchName)))];
  const { version } = session.changes.value;
  try {
    const list = async (name: string) =>
      [name, await new RemoteBranch(caller, { origin, deploymentId, branchName: name }).listHashes(signal)] as const;
    const files = new Map(await Promise.all(names.map(list)));
    const definitions = new Map(
      await Promise.all(tests.map(async (test) => [test, await definitionOf(test, project)] as const)),
    );
    const record = (result: TestResult, test: TestCase) => {
      if (session.changes.value.version !== version || isPushing(session.changes.value)) return;
      const tested = { branchName, files };
      project.results.record(test, definitions.get(test)!, { tested, result, at: new Date() });
    };
    return record;
  } catch (failure) {
    if (isCancellation(failure)) throw failure;
    return undefined;
  }
}

/** @throws UserError if the folder is not bound or follows no dev branch */
async function followedBranch({ folder }: ProjectTests): Promise<FollowedBranch> {
  if (folder.binding.connectionId === '') throw sessionErrors.error('folder-not-bound');
  const session = await folder.open();
  await session.loadModel();
  await session.resume();
  const followed = followedBranchOf(folder);
  if (!followed) throw sessionErrors.error('no-followed-branch');
  return followed;
}
