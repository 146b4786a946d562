/** The folders of the workspace that could be bound, and where their projects are. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';

/** Folders on a disk; others cannot be synchronised. */
export function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

export function unboundFolders({ folders }: Pick<App, 'folders'>): vscode.WorkspaceFolder[] {
  const bound = new Set(folders.list.value.map(({ workspaceFolder }) => workspaceFolder));
  return localFolders().filter(({ uri }) => !bound.has(uri.fsPath));
}

/** A workspace is searched no further than this. */
const mostCandidates = 50;
const passedBy = '**/{node_modules,bower_components,.git,dist,out,build,target,venv,.venv}/**';

/**
 * The folders below a workspace folder that look like a project, relative to it with `/`, the nearest first:
 * they hold `cube.js` or `cube.py`, or cubes or views in a model folder.
 */
export async function findProjectFolders(folder: vscode.WorkspaceFolder, modelFolder: string): Promise<string[]> {
  const search = (glob: string) =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), passedBy, mostCandidates);
  const [marks, models] = await Promise.all([
    search('**/cube.{js,py}'),
    search(`**/${modelFolder}/{cubes,views}/*.{yml,yaml,js}`),
  ]);
  const relative = (file: string) => path.relative(folder.uri.fsPath, file).split(path.sep).join('/') || '.';
  const found = new Set([
    ...marks.map(({ fsPath }) => relative(path.dirname(fsPath))),
    ...models.map(({ fsPath }) =>
      relative(path.resolve(path.dirname(fsPath), '..', ...modelFolder.split('/').map(() => '..'))),
    ),
  ]);
  const depth = (name: string) => (name === '.' ? 0 : name.split('/').length);
  return [...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}
