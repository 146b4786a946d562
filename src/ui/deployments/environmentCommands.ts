/** The command that copies the URL of an environment. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { restUrlOf } from '../../platform/restUrl.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { showStatus } from '../shell/notifications.ts';
import { pickFromList } from '../shell/pagedPick.ts';
import type { TreeRow } from '../shell/treeRow.ts';
import { chooseDeployment } from './deploymentChoice.ts';

export function environmentCommands(app: App): Pick<CommandTable, 'dataModel.environment.copyUrl'> {
  return {
    'dataModel.environment.copyUrl': async (row?: TreeRow) => {
      const url = row?.target.url ?? (await pickUrl(app, row));
      await vscode.env.clipboard.writeText(url);
      showStatus(vscode.l10n.t('Copied {0}', url));
    },
  };
}

async function pickUrl(app: App, row: TreeRow | undefined): Promise<string> {
  const { deployment, name } = await chooseDeployment(app, row);
  const environment = await pickFromList(deployment.environments, {
    title: vscode.l10n.t('Copy URL'),
    placeholder: vscode.l10n.t('Select an environment of “{0}”', name),
    item: (each) => ({ label: each.name, description: restUrlOf(each) ?? '' }),
    accepts: (each) => restUrlOf(each) !== undefined,
  });
  const url = restUrlOf(environment);
  if (url === undefined) throw new UserError(vscode.l10n.t('This environment has no URL.'));
  return url;
}
