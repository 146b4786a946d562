/** Has the database say what is wrong with the SQL of each member and join of a project, and shows that as problems. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { DatabaseCheck } from '../../local/check/checkMembers.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { ModelFiles } from '../../session/reportedPlaces.ts';
import type { App } from '../shell/app.ts';
import { showInformation, showStatus, showWarning, withProgress } from '../shell/notifications.ts';
import { pushForRun } from '../sync/pendingFiles.ts';
import type { KnownProject, ProjectDatabases } from './projectDatabases.ts';
import { runOnData } from './runOnData.ts';

interface Checked {
  answer: DatabaseCheck;
  session: FolderSession;
  files: ModelFiles;
  isChanged: boolean;
}

/** Without a data source, the platform is asked. @throws UserError, CancelledError */
export async function checkAgainstDatabase(app: App, databases: ProjectDatabases, argument?: unknown): Promise<void> {
  const project = await databases.choose(argument);
  const isBound = project.folder.binding.connectionId !== '';
  if (isBound && !(await project.database.sources())) await checkOnBranch(app, project.folder);
  else await showChecked(app.log, await checkOnData(app, project));
}

/** The database prepares the SQL, and reads no row. @throws UserError, CancelledError */
async function checkOnData({ log }: App, project: KnownProject): Promise<Checked> {
  const { l10n } = vscode;
  const checked = await withProgress(
    l10n.t('Checking “{0}” against its database', project.folder.name),
    (signal, report) =>
      runOnData(
        'check',
        project,
        {},
        {
          log,
          signal,
          onProgress: ({ done, all }) => report(l10n.t('{0} of {1} members and joins', done, all)),
        },
      ),
  );
  const { compileError } = checked.answer;
  if (!compileError) return checked;
  const { file, range, message } = compileError;
  throw new UserError(l10n.t('The model does not compile, so its SQL was not checked: {0}', message), {
    where: file === '' ? undefined : `${file}:${range.start.line + 1}`,
  });
}

/** @throws UserError, PlatformError, CancelledError */
async function checkOnBranch(app: App, folder: BoundFolder): Promise<void> {
  const { l10n } = vscode;
  const { checkOnPlatform } = await import('./checkOnPlatform.ts');
  const checked = await checkOnPlatform(app, folder);
  const { otherVersion } = checked;
  if (!otherVersion) return showChecked(app.log, checked);
  void showChecked(app.log, checked);
  const pushAndCheck = l10n.t('Save, Push and Check');
  const text = l10n.t('{0} Problems in these files are not shown.', otherVersion.message);
  const answer = await showWarning(text, ...(otherVersion.canPush ? [pushAndCheck] : []));
  if (answer !== pushAndCheck) return;
  await pushForRun(app, folder);
  await checkOnBranch(app, folder);
}

async function showChecked(log: App['log'], { answer, session, files, isChanged }: Checked): Promise<void> {
  const { l10n } = vscode;
  const { problems, checked, notChecked } = answer;
  session.model.reportFound('check', files, problems);
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
