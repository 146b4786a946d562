/** Gives a folder session access to the editor: unsaved documents, settings, and storage, such as the followed branch. */

import path from 'node:path';
import * as vscode from 'vscode';
import { isCancellation, messageOf } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { FolderHost } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { App } from '../shell/app.ts';
import { forEachItem } from '../shell/observe.ts';
import { readSetting } from '../shell/settings.ts';

export function makeFolderHost(folder: BoundFolder, storage: vscode.Memento): FolderHost {
  const { projectFolder, connectionId, deploymentId } = folder.binding;
  const scope = vscode.Uri.file(folder.workspaceFolder);
  const storageKey = `dataModel.devBranch:${connectionId}:${deploymentId}:${projectFolder}`;
  const absolute = (file: string) => path.join(projectFolder, file);
  return {
    isDirty(file) {
      const target = vscode.Uri.file(absolute(file)).toString();
      return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === target);
    },
    onReturn: (listener) =>
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) listener();
      }),
    branch: {
      read: () => storage.get<string>(storageKey),
      write: (name) => storage.update(storageKey, name),
    },
    pushOnSave: () => connectionId !== '' && readSetting('dataModel.sync.pushOnSave', scope),
    validateOnSave: () => readSetting('dataModel.validate.onSave', scope),
  };
}

/** Follows the branches that were followed when the window was closed, also while no file of the model is open. */
export function resumeFollowedBranches({ context, folders, log }: App): Disposable {
  return forEachItem(folders.list, (folder) => {
    if (makeFolderHost(folder, context.workspaceState).branch.read() === undefined) return;
    const resume = async () => (await folder.open()).resume();
    resume().catch((failure: unknown) => {
      if (!isCancellation(failure)) log.info(`“${folder.name}” follows no branch: ${messageOf(failure)}`);
    });
  });
}
