/** Opens the settings of a deployment, and deletes it. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { openDocument } from '../shell/openDocument.ts';
import { askText } from '../shell/quickInput.ts';

/** Deletes a deployment after the user typed its name. */
export async function deleteDeployment(app: App, { connection, deployment }: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const params = { deploymentId: deployment.id };
  // The name of the row may be an old one.
  const { name } = await deployment.client.call(deploymentOperations.getDeployment, { params });
  const isBound = app.folders.list.value.some(
    ({ binding }) => binding.connectionId === connection.id && binding.deploymentId === deployment.id,
  );
  const notes = [
    l10n.t(
      'Type “{0}” to delete the deployment with its branches, variables and content. This cannot be undone.',
      name,
    ),
    isBound && l10n.t('A folder of this workspace is bound to it; its files stay.'),
  ];
  const typed = await askText({
    title: l10n.t('Delete Deployment “{0}”', name),
    prompt: notes.filter(Boolean).join(' '),
    placeHolder: name,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' || text === name ? undefined : l10n.t('This is not the name.')),
  });
  if (!typed) throw new CancelledError();
  if (typed !== name)
    throw new UserError(l10n.t('“{0}” is not the name of the deployment. Nothing was deleted.', typed));
  await withProgress(l10n.t('Deleting “{0}”', name), (signal) =>
    deployment.writer.call(deploymentOperations.deleteDeployment, { params }, { signal }),
  );
  app.log.info(`Deleted deployment ${deployment.id}`);
  await (await connection.open()).deployments.reload();
  showStatus(l10n.t('Deleted “{0}”', name));
}

export async function openDeploymentSettings({ connection, deployment }: SelectedDeployment): Promise<void> {
  const kind = resourceKinds.find(({ id }) => id === 'deployment-settings')!;
  const address = { connectionId: connection.id, kind, values: [deployment.id] };
  await vscode.window.showTextDocument(await openDocument(resourceUri(address, kind.title(vscode.l10n))));
}
