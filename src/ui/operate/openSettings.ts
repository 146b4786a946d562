/** Opens the settings of a deployment as a document. */

import * as vscode from 'vscode';
import { chooseDeployment } from '../deployments/deploymentChoice.ts';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import type { App } from '../shell/app.ts';
import type { Row } from '../tree/row.ts';

export async function openDeploymentSettings(app: App, row: Row | undefined): Promise<void> {
  const { connection, deployment } = await chooseDeployment(app, row, 'dataModel.deployment.openSettings');
  const kind = resourceKinds.find(({ id }) => id === 'deployment-settings')!;
  const address = { connectionId: connection.id, kind, values: [deployment.id] };
  await vscode.window.showTextDocument(resourceUri(address, kind.title(vscode.l10n)));
}
