/** Counts the joins and primary keys of a project on its data: the result is above each join, and what is wrong is a problem. */

import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import { showStatus, showWarning, withProgress } from '../shell/notifications.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { runOnData } from './runOnData.ts';

/** @throws UserError, CancelledError */
export async function examineData({ log }: App, databases: ProjectDatabases, argument?: unknown): Promise<void> {
  const { l10n } = vscode;
  const project = await databases.choose(argument);
  const { answer, session, files, isChanged } = await withProgress(
    l10n.t('Counting the joins and keys of “{0}”', project.folder.name),
    (signal, report) =>
      runOnData(
        'examine',
        project,
        {},
        {
          log,
          signal,
          onProgress: ({ done, all, what = '' }) => report(l10n.t('{0} of {1}: {2}', done, all, what)),
        },
      ),
  );
  const { report, problems, marks } = answer;
  session.model.reportFound('doctor', files, problems);
  databases.showMarks(project.folder, files, marks);
  const all = [...report.joins, ...report.keys];
  const unknown = all.filter(({ result }) => result === 'unknown');
  for (const { file, line, reason } of unknown) log.info(`${file}:${line} is not known: ${reason}`);
  if (problems.length > 0) await vscode.commands.executeCommand('workbench.action.problems.focus');
  else if (unknown.length === 0 && !isChanged) {
    showStatus(l10n.t('The data agrees with all joins ({0}) and keys ({1})', report.joins.length, report.keys.length));
  }
  const cut = report.problems.filter(({ kind }) => kind === 'budget').map(({ message }) => message);
  const counted = l10n.t('{0} of {1} joins and keys could not be counted.', unknown.length, all.length);
  const changed = l10n.t('Files changed in the meantime. Run the command again for them.');
  const said = [...(unknown.length > 0 ? [counted] : []), ...cut, ...(isChanged ? [changed] : [])];
  if (said.length === 0) return;
  const show = l10n.t('Show Reasons');
  if ((await showWarning(said.join(' '), ...(unknown.length > 0 ? [show] : []))) === show) log.show();
}
