/** The workspace folders that can be bound, and the projects in them. */

import path from 'node:path';
import * as vscode from 'vscode';
import { projectsBelow } from '../../model/project/findProject.ts';
import type { App } from '../shell/app.ts';

/** Folders on a local disk. Other folders cannot be synced. */
export function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

export function unboundFolders({ folders }: Pick<App, 'folders'>): vscode.WorkspaceFolder[] {
  const bound = new Set(folders.list.value.map(({ workspaceFolder }) => workspaceFolder));
  return localFolders().filter(({ uri }) => !bound.has(uri.fsPath));
}

/** More are not offered in one workspace folder. */
export const maxProjects = 50;

/** A project below the workspace folder is named by its path, so that several have different names. */
export function projectName({ name, uri }: vscode.WorkspaceFolder, projectFolder: string): string {
  const below = pathBelow(uri, projectFolder);
  if (below === '') return name;
  return localFolders().length > 1 ? `${name}/${below}` : below;
}

/** The folders of projects in and below a workspace folder, relative to it with `/`, the nearest first. */
export async function findProjectFolders({ uri }: vscode.WorkspaceFolder, modelFolder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const folder of projectsBelow(uri.fsPath, modelFolder)) {
    found.push(pathBelow(uri, folder) || '.');
    if (found.length >= maxProjects) break;
  }
  return found;
}

function pathBelow(folder: vscode.Uri, below: string): string {
  return path.relative(folder.fsPath, below).split(path.sep).join('/');
}
