/** The command that validates the open dev branch on the platform. */

import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { chooseFollowedBranch } from '../sync/syncTargets.ts';

export function modelCommands(app: App): Pick<CommandHandlers, 'dataModel.model.validate'> {
  return {
    'dataModel.model.validate': async (argument?: unknown) => {
      const { session } = await chooseFollowedBranch(app, argument);
      await session.loadModel();
      const title = vscode.l10n.t('Validating {0}', session.branchName ?? '');
      const { validation } = await withProgress(title, (signal) => session.validate(signal), {
        location: vscode.ProgressLocation.Window,
      });
      if (validation === 'valid') showStatus(vscode.l10n.t('The data model on {0} is valid', session.branchName ?? ''));
      else if (validation === 'invalid') await vscode.commands.executeCommand('workbench.action.problems.focus');
    },
  };
}
