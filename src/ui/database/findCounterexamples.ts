/** Searches rows that break a law of the measures of a project, and adds the tests that show it. */

import * as vscode from 'vscode';
import type { SearchStep } from '../../local/laws/findCounterexamples.ts';
import type { LocalProgress } from '../../local/process/localRequests.ts';
import { createTestFile } from '../language/newFiles.ts';
import type { App } from '../shell/app.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../shell/notifications.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { runOnFiles } from './runOnData.ts';

/** @throws UserError, CancelledError */
export async function findCounterexamples(
  { log }: App,
  databases: ProjectDatabases,
  argument?: unknown,
): Promise<void> {
  const { l10n } = vscode;
  const { folder } = await databases.choose(argument);
  const { answer, session, files, isChanged } = await withProgress(
    l10n.t('Searching rows that break a law of the measures of “{0}”', folder.name),
    (signal, report) =>
      runOnFiles('search', folder, {}, { log, signal, onProgress: (progress) => report(progressText(progress)) }),
  );
  const { laws, problems, skipped, isCut } = answer;
  session.model.reportFound('laws', files, problems);
  for (const { law, member, reason } of skipped) log.info(`The law ${law} of ${member} was not tried: ${reason}`);
  if (isChanged) return void showInformation(l10n.t('Files changed during the search. Run it again.'));
  if (problems.length > 0) await vscode.commands.executeCommand('workbench.action.problems.focus');
  else if (skipped.length === 0 && !isCut) {
    return showStatus(
      laws === 0 ? l10n.t('No law follows from this model') : l10n.t('No rows break one of {0} laws', laws),
    );
  }
  const said = [
    l10n.t('{0} of {1} laws are broken.', problems.length, laws),
    ...(skipped.length > 0 ? [l10n.t('{0} could not be tried.', skipped.length)] : []),
    ...(isCut ? [l10n.t('The time was over before all rows were tried and simplified.')] : []),
  ];
  if (said.length === 1) return;
  const show = l10n.t('Show Reasons');
  if ((await showWarning(said.join(' '), ...(skipped.length > 0 ? [show] : []))) === show) log.show();
}

function progressText({ done, all, what }: LocalProgress): string {
  const { l10n } = vscode;
  const texts: Readonly<Record<SearchStep, string>> = {
    plan: l10n.t('{0} of {1} laws planned', done, all),
    search: l10n.t('{0} of {1} sets of rows tried', done, all),
    simplify: l10n.t('{0} of {1} counterexamples simplified', done, all),
  };
  return texts[what as SearchStep] ?? '';
}

/** Writes a new file in the folder `tests`, and opens it. @throws UserError, CancelledError */
export async function addTest(databases: ProjectDatabases, uri: vscode.Uri, name: string, text: string): Promise<void> {
  const { folder } = await databases.choose(uri);
  await createTestFile(folder.binding.projectFolder, name, text);
}
