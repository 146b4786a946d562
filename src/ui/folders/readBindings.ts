/** Reads the bindings of all workspace folders from their settings. */

import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { readBinding } from '../../session/binding.ts';
import type { FolderBinding } from '../../session/folders.ts';
import type { SettingId } from '../manifest/ids.ts';
import { readSetting } from '../shell/settings.ts';

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
      return binding ? [{ workspaceFolder: folder.uri.fsPath, name: folder.name, binding }] : [];
    } catch (failure) {
      log.error(`The folder “${folder.name}” is not bound: ${messageOf(failure)}`);
      return [];
    }
  });
}
