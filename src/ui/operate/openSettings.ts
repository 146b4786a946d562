/** Opens the settings of a deployment as a document. */

import * as vscode from 'vscode';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';

export async function openDeploymentSettings({ connection, deployment }: SelectedDeployment): Promise<void> {
  const kind = resourceKinds.find(({ id }) => id === 'deployment-settings')!;
  const address = { connectionId: connection.id, kind, values: [deployment.id] };
  await vscode.window.showTextDocument(resourceUri(address, kind.title(vscode.l10n)));
}
