/** The projects of the workspace without a binding: those that a search finds, and those of files that open. They are analysed, too. */

import * as vscode from 'vscode';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { findProject, type ProjectFolder, projectsBelow } from '../../model/project/findProject.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { localFolders, maxProjects, projectName } from './workspaceFolders.ts';

export class LocalProjects implements Disposable {
  readonly #bound: Folders;
  readonly #local: Folders;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  #search: Lifetime | undefined;
  readonly #found = new Map<string, ProjectFolder>();

  /** Keeps the list of `local`. */
  constructor(bound: Folders, local: Folders, log: Log) {
    this.#bound = bound;
    this.#local = local;
    this.#log = log;
    this.#lifetime.add(bound.list.onChange(() => this.#update()));
    this.#lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#searchAgain()));
    this.#lifetime.add(onSettingChange(['dataModel.model.folder'], () => this.#searchAgain()));
    this.#searchAgain();
  }

  /** The project of a file of the workspace, whether or not the search found it. */
  async add(file: vscode.Uri): Promise<BoundFolder | undefined> {
    const workspaceFolder = vscode.workspace.getWorkspaceFolder(file);
    if (!workspaceFolder) return undefined;
    const modelFolder = readSetting('dataModel.model.folder', workspaceFolder.uri);
    const project = await findProject(file.fsPath, workspaceFolder.uri.fsPath, modelFolder);
    if (!project || this.#lifetime.disposed) return undefined;
    this.#add(project);
    return this.#bound.of(file.fsPath) ?? this.#local.of(file.fsPath);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Known projects stay, with their sessions. */
  #searchAgain(): void {
    if (this.#search) this.#lifetime.release(this.#search);
    const search = this.#lifetime.add(new Lifetime());
    this.#search = search;
    this.#update();
    for (const folder of localFolders()) {
      this.#searchIn(folder, search.signal).catch((failure) => {
        if (!isCancellation(failure)) this.#log.error(stackOf(failure));
      });
    }
  }

  async #searchIn(folder: vscode.WorkspaceFolder, signal: AbortSignal): Promise<void> {
    const modelFolder = readSetting('dataModel.model.folder', folder.uri);
    let count = 0;
    for await (const projectFolder of projectsBelow(folder.uri.fsPath, modelFolder, signal)) {
      if (count >= maxProjects) {
        this.#log.info(
          `“${folder.name}” has more than ${maxProjects} projects. The others are read when one of their files opens.`,
        );
        return;
      }
      if (!(await isShown(projectFolder))) continue;
      count += 1;
      this.#add({ projectFolder, modelFolder });
    }
  }

  #add(project: ProjectFolder): void {
    if (this.#found.get(project.projectFolder)?.modelFolder === project.modelFolder) return;
    this.#found.set(project.projectFolder, project);
    this.#update();
  }

  #update(): void {
    const bound = new Set(this.#bound.list.value.map(({ binding }) => binding.projectFolder));
    this.#local.set(
      [...this.#found.values()].flatMap((project) => {
        const { projectFolder, modelFolder } = project;
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(projectFolder));
        if (!folder || bound.has(projectFolder)) return [];
        if (readSetting('dataModel.model.folder', folder.uri) !== modelFolder) return [];
        const binding = { connectionId: '', deploymentId: '', ...project };
        return [{ workspaceFolder: folder.uri.fsPath, name: projectName(folder, projectFolder), binding }];
      }),
    );
  }
}

/** Whether `files.exclude` leaves files of the folder. */
async function isShown(folder: string): Promise<boolean> {
  const anyFile = new vscode.RelativePattern(vscode.Uri.file(folder), '**');
  return (await vscode.workspace.findFiles(anyFile, undefined, 1)).length > 0;
}
