/** The workspace folders that can be bound, and the projects in them. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';

/** Folders on a local disk. Other folders cannot be synced. */
export function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

export function unboundFolders({ folders }: Pick<App, 'folders'>): vscode.WorkspaceFolder[] {
  const bound = new Set(folders.list.value.map(({ workspaceFolder }) => workspaceFolder));
  return localFolders().filter(({ uri }) => !bound.has(uri.fsPath));
}

/** The search stops after this number of files. */
const maxCandidates = 50;
const excludedFolders = '**/{node_modules,bower_components,.git,dist,out,build,target,venv,.venv}/**';

/**
 * The folders below a workspace folder that look like a project, relative to it with `/`, the nearest first:
 * they hold `cube.js` or `cube.py`, or cubes or views in a model folder.
 */
export async function findProjectFolders(folder: vscode.WorkspaceFolder, modelFolder: string): Promise<string[]> {
  const search = (glob: string) =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), excludedFolders, maxCandidates);
  const [markers, models] = await Promise.all([
    search('**/cube.{js,py}'),
    search(`**/${modelFolder}/{cubes,views}/*.{yml,yaml,js}`),
  ]);
  const relative = (file: string) => path.relative(folder.uri.fsPath, file).split(path.sep).join('/') || '.';
  const found = new Set([
    ...markers.map(({ fsPath }) => relative(path.dirname(fsPath))),
    ...models.map(({ fsPath }) =>
      relative(path.resolve(path.dirname(fsPath), '..', ...modelFolder.split('/').map(() => '..'))),
    ),
  ]);
  const depth = (name: string) => (name === '.' ? 0 : name.split('/').length);
  return [...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}
