/** Reports file changes to folder sessions: saves, deletes and renames in the editor, and changes on disk. */

import path from 'node:path';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { findProject } from '../../model/project/findProject.ts';
import { type BoundFolder, type Folders, relativeTo } from '../../session/folders.ts';
import { readSetting } from '../shell/settings.ts';

const modelLanguages = new Set(['yaml', 'javascript', 'jinja', 'jinja-yaml', 'python', 'dockercompose']);
/** Delay after the last change on disk. A git checkout changes many files in a row. */
const diskChangeDelayMs = 300;

export class FileEvents implements Disposable {
  readonly #bound: Folders;
  readonly #local: Folders;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #watchers = new Map<BoundFolder, Disposable>();

  constructor(bound: Folders, local: Folders, log: Log) {
    this.#bound = bound;
    this.#local = local;
    this.#log = log;
    const { workspace } = vscode;
    this.#lifetime.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.#lifetime.add(workspace.onDidSaveTextDocument((document) => this.#saved(document.uri)));
    this.#lifetime.add(workspace.onDidDeleteFiles(({ files }) => this.#saved(...files)));
    this.#lifetime.add(
      workspace.onDidRenameFiles(({ files }) =>
        this.#saved(...files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
    );
    this.#lifetime.add(workspace.onDidCreateFiles(({ files }) => this.#saved(...files)));
    for (const folders of [bound, local]) {
      this.#lifetime.add(folders.list.onChange(() => this.#watch()));
    }
    this.#watch();
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  dispose(): void {
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#lifetime.dispose();
  }

  #folderOf(file: string): BoundFolder | undefined {
    return this.#bound.of(file) ?? this.#local.of(file);
  }

  #opened(document: vscode.TextDocument): void {
    if (document.uri.scheme !== 'file' || !modelLanguages.has(document.languageId)) return;
    this.#runInBackground(async () => {
      const folder = this.#folderOf(document.uri.fsPath) ?? (await this.#addLocalProject(document.uri));
      if (!folder) return;
      const session = await folder.open();
      await session.loadModel();
      await session.resume();
    });
  }

  async #addLocalProject(uri: vscode.Uri): Promise<BoundFolder | undefined> {
    const workspaceFolder = vscode.workspace.getWorkspaceFolder(uri);
    if (!workspaceFolder) return undefined;
    const modelFolder = readSetting('dataModel.model.folder', workspaceFolder.uri);
    const project = await findProject(uri.fsPath, workspaceFolder.uri.fsPath, modelFolder);
    if (!project) return undefined;
    const known = this.#folderOf(uri.fsPath);
    if (known) return known;
    this.#local.set([
      ...this.#local.list.value.map(({ workspaceFolder: root, name, binding }) => ({
        workspaceFolder: root,
        name,
        binding,
      })),
      {
        workspaceFolder: workspaceFolder.uri.fsPath,
        name: workspaceFolder.name,
        binding: { connectionId: '', deploymentId: '', ...project },
      },
    ]);
    return this.#local.of(uri.fsPath);
  }

  #saved(...uris: vscode.Uri[]): void {
    for (const uri of uris) {
      if (uri.scheme !== 'file') continue;
      const folder = this.#folderOf(uri.fsPath);
      const file = folder && relativeTo(folder, uri.fsPath);
      if (!folder || file === undefined) continue;
      this.#runInBackground(async () => (await folder.open()).saved(file));
    }
  }

  /** Watches the model folder of each folder. */
  #watch(): void {
    const folders = [...this.#bound.list.value, ...this.#local.list.value];
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.dispose();
      this.#watchers.delete(folder);
    }
    for (const folder of folders)
      if (!this.#watchers.has(folder)) this.#watchers.set(folder, this.#watchFolder(folder));
  }

  #watchFolder(folder: BoundFolder): Disposable {
    const lifetime = new Lifetime();
    const { projectFolder, modelFolder } = folder.binding;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(path.join(projectFolder, modelFolder)), '**');
    const watcher = lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
    const changed = new Set<string>();
    const report = lifetime.add(
      new Debounce(() => {
        const files = [...changed];
        changed.clear();
        this.#runInBackground(async () => folder.session.value?.changedOnDisk(files));
      }, diskChangeDelayMs),
    );
    const record = (uri: vscode.Uri) => {
      const file = relativeTo(folder, uri.fsPath);
      if (file === undefined || !folder.session.value) return;
      changed.add(file);
      report.poke();
    };
    lifetime.add(watcher.onDidChange(record));
    lifetime.add(watcher.onDidCreate(record));
    lifetime.add(watcher.onDidDelete(record));
    return lifetime;
  }

  /** For work that no command started: errors are logged, not shown. */
  #runInBackground(work: () => Promise<unknown>): void {
    work().catch((failure) => {
      if (!isCancellation(failure)) this.#log.error(stackOf(failure));
    });
  }
}
