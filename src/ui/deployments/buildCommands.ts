/** The command that reads the build status of a branch and polls it while the build runs. */

import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { showStatus } from '../shell/notifications.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { buildAppearance, isBuildRunning } from './buildAppearance.ts';

export function buildCommands(app: App): Pick<CommandHandlers, 'dataModel.build.refresh'> {
  return {
    'dataModel.build.refresh': async ({ deployment, branchName }) => {
      const title = vscode.l10n.t('Loading build status');
      const branch = branchName ?? (await deployment.deployBranch());
      const status = await withSlowProgress(title, (signal) => deployment.builds.read(branch, signal));
      const { label, detail } = buildAppearance(status, vscode.l10n);
      showStatus(detail === undefined ? `${branch}: ${label}` : `${branch}: ${label} (${detail})`);
      if (isBuildRunning(status)) {
        deployment.builds.follow(branch, (failure) => app.log.debug(`The build of ${branch}: ${messageOf(failure)}`));
      }
    },
  };
}
