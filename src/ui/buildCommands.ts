/** Reads a branch's build when asked, and follows it to its end while it is under way. Shown by the tree and the status bar. */

import * as vscode from 'vscode';
import { messageOf } from '../base/errors.ts';
import type { App } from './app.ts';
import { buildLook, isUnderWay } from './buildLook.ts';
import type { CommandTable } from './commands.ts';
import { chooseDeployment } from './deploymentChoice.ts';
import { note } from './notifications.ts';
import { withSlowProgress } from './slowProgress.ts';

export function buildCommands(app: App): Pick<CommandTable, 'dataModel.build.refresh'> {
  return {
    'dataModel.build.refresh': async (argument?: unknown) => {
      const { deployment, branchName } = await chooseDeployment(app, argument);
      const title = vscode.l10n.t('Reading the build status');
      const branch = branchName ?? (await deployment.deployBranch());
      const status = await withSlowProgress(title, (signal) => deployment.builds.read(branch, signal));
      const { words, detail } = buildLook(status, vscode.l10n);
      note(detail === undefined ? `${branch}: ${words}` : `${branch}: ${words} (${detail})`);
      if (isUnderWay(status)) {
        deployment.builds.follow(branch, (failure) => app.log.debug(`The build of ${branch}: ${messageOf(failure)}`));
      }
    },
  };
}
