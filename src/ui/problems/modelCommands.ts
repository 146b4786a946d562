/** Asks the platform for its verdict on the open dev branch, whenever a person wants it. */

import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { chooseFollowedBranch } from '../sync/syncTargets.ts';

export function modelCommands(app: App): Pick<CommandTable, 'dataModel.model.validate'> {
  return {
    'dataModel.model.validate': async (argument?: unknown) => {
      const { session } = await chooseFollowedBranch(app, argument);
      await session.loadModel();
      const title = vscode.l10n.t('Validating {0}', session.branchName ?? '');
      const verdict = await withProgress(title, (signal) => session.validate(signal), {
        location: vscode.ProgressLocation.Window,
      });
      if (verdict.phase !== 'done') return;
      if (verdict.valid) showStatus(vscode.l10n.t('The data model on {0} is valid', session.branchName ?? ''));
      else await vscode.commands.executeCommand('workbench.actions.view.problems');
    },
  };
}
