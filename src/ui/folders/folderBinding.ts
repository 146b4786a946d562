/** The bindings of workspace folders, which their settings have, and the commands that change them. Their code loads on first use. */

import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { readBinding } from '../../session/binding.ts';
import type { FolderBinding } from '../../session/folders.ts';
import type { SettingId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, RunCommand } from '../shell/commandRunner.ts';
import { readSetting } from '../shell/settings.ts';
import type { Row } from '../tree/row.ts';
import { projectName } from './workspaceFolders.ts';

export const bindingSettings: readonly SettingId[] = [
  'dataModel.platform.url',
  'dataModel.deployment.id',
  'dataModel.project.folder',
  'dataModel.model.folder',
];

/** All bound folders. Invalid settings are logged and ignored. */
export function readBindings(log: Log): FolderBinding[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
    if (folder.uri.scheme !== 'file') return [];
    try {
      const binding = readBinding(folder.uri.fsPath, {
        platformUrl: readSetting('dataModel.platform.url', folder.uri),
        deploymentId: readSetting('dataModel.deployment.id', folder.uri),
        projectFolder: readSetting('dataModel.project.folder', folder.uri),
        modelFolder: readSetting('dataModel.model.folder', folder.uri),
      });
      if (!binding) return [];
      return [{ workspaceFolder: folder.uri.fsPath, name: projectName(folder, binding.projectFolder), binding }];
    } catch (failure) {
      log.error(`The folder “${folder.name}” is not bound: ${messageOf(failure)}`);
      return [];
    }
  });
}

const binding = () => import('./bindFolder.ts');

/** @param run for the command that follows */
export function bindingCommands(
  app: App,
  run: RunCommand,
): Pick<CommandHandlers, 'dataModel.folder.bind' | 'dataModel.folder.unbind'> {
  return {
    'dataModel.folder.bind': async (row?: Row) => (await binding()).bind(app, run, row),
    'dataModel.folder.unbind': async (row?: Row) => (await binding()).unbind(app, row),
  };
}
