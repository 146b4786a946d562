/** Has the database prepare the SQL of each member and join of a project, and shows what it refuses as problems. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../shell/notifications.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { runOnData } from './runOnData.ts';

/** @throws UserError, CancelledError */
export async function checkAgainstDatabase(
  { log }: App,
  databases: ProjectDatabases,
  argument?: unknown,
): Promise<void> {
  const { l10n } = vscode;
  const project = await databases.choose(argument);
  const { answer, session, files, isChanged } = await withProgress(
    l10n.t('Checking “{0}” against its database', project.folder.name),
    (signal, report) =>
      runOnData('check', project, {}, log, signal, ({ done, all }) =>
        report(l10n.t('{0} of {1} members and joins', done, all)),
      ),
  );
  const { compileError, problems, checked, notChecked } = answer;
  if (compileError) {
    const { file, range, message } = compileError;
    throw new UserError(l10n.t('The model does not compile, so its SQL was not checked: {0}', message), {
      where: file === '' ? undefined : `${file}:${range.start.line + 1}`,
    });
  }
  session.model.reportDatabase('check', files, problems);
  for (const { name, reason } of notChecked) log.info(`The database did not check ${name}: ${reason}`);
  if (problems.length > 0) await vscode.commands.executeCommand('workbench.action.problems.focus');
  else if (notChecked.length === 0)
    showStatus(l10n.t('The database accepts the SQL of all {0} members and joins', checked));
  if (isChanged) void showInformation(l10n.t('Files changed during the check. Run it again for them.'));
  if (notChecked.length === 0) return;
  const show = l10n.t('Show Reasons');
  const text = l10n.t('The database checked {0} of {1} members and joins.', checked, checked + notChecked.length);
  if ((await showWarning(text, show)) === show) log.show();
}
