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

/** More are not offered. */
const maxProjects = 50;

/** The folders of projects in and below a workspace folder, relative to it with `/`, the nearest first. */
export async function findProjectFolders({ uri }: vscode.WorkspaceFolder, modelFolder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const folder of projectsBelow(uri.fsPath, modelFolder)) {
    found.push(path.relative(uri.fsPath, folder).split(path.sep).join('/') || '.');
    if (found.length >= maxProjects) break;
  }
  return found;
}
