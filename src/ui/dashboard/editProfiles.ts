/** Opens the settings with the preview profiles. */

import * as vscode from 'vscode';

/** Opens the settings file of the workspace, or of the user without a workspace. */
export async function editProfiles(): Promise<void> {
  const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
  const command = inWorkspace ? 'workbench.action.openWorkspaceSettingsFile' : 'workbench.action.openSettingsJson';
  await vscode.commands.executeCommand(command, { revealSetting: { key: 'dataModel.dashboard.profiles', edit: true } });
}
