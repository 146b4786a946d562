/** Runs the tests that have rows of their own: on this computer, without a connection. */

import * as vscode from 'vscode';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import { localTestRunner } from '../../local/localTestRunner.ts';
import { LocalProcess } from '../../local/process/localProcess.ts';
import { isMemberName } from '../../model/documents/queryMembers.ts';
import { runTests } from '../../query/tests/runTests.ts';
import type { TestCase } from '../../query/tests/testCases.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import type { ProjectTests } from './projectTests.ts';
import { readQueryOf } from './queryDocuments.ts';
import { reportResult } from './reportResult.ts';

/** @returns the other tests */
export async function runOwnRows(
  { log }: App,
  run: vscode.TestRun,
  project: ProjectTests,
  items: readonly vscode.TestItem[],
  signal: AbortSignal,
  show: (line: string) => void,
): Promise<vscode.TestItem[]> {
  const own = new Map<TestCase, vscode.TestItem>();
  const others: vscode.TestItem[] = [];
  for (const item of items) {
    const test = project.shownTest(item)?.test;
    if (test?.given) own.set(test, item);
    else others.push(item);
  }
  if (own.size === 0) return others;
  for (const item of own.values()) run.enqueued(item);
  const { folder } = project;
  show(vscode.l10n.t('{0}: tests with rows of their own, on this computer, with the saved files', folder.name));
  const process = new LocalProcess(log);
  try {
    if (!vscode.workspace.isTrusted) throw sessionErrors.error('model-not-trusted');
    await process.open(
      { projectFolder: folder.binding.projectFolder, modelFolder: folder.binding.modelFolder },
      signal,
    );
    await runTests([...own.keys()], {
      queryOf: readQueryOf(folder),
      isMember: async (name) => {
        const session = await folder.open();
        await session.loadModel();
        return isMemberName(session.model.project.saved, name);
      },
      runnerFor: (branch, as, test) => localTestRunner(process.ask, test, branch, as),
      signal,
      onStart: (test) => run.started(own.get(test)!),
      onResult: (result, test) => reportResult(run, own.get(test)!, project, result, undefined),
    });
  } catch (failure) {
    if (isCancellation(failure)) return others;
    if (!(failure instanceof UserError)) log.error(stackOf(failure));
    const message = new vscode.TestMessage(errorText(failure, vscode.l10n));
    for (const item of own.values()) run.errored(item, message);
  } finally {
    process.dispose();
  }
  return others;
}
