/** Reports file changes to folder sessions: saves, deletes and renames in the editor, and changes on disk. */

import * as vscode from 'vscode';
import { Batch } from '../../base/async.ts';
import { isCancellation, messageOf, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { documentNames } from '../../model/documents/documentKind.ts';
import { rulesFileName } from '../../model/source/modelSource.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { type BoundFolder, type Folders, relativeTo } from '../../session/folders.ts';
import { diskChangeDelayMs, watchModel } from '../../session/modelWatch.ts';
import { forCurrent } from '../shell/observe.ts';
import type { LocalProjects } from './localProjects.ts';

const modelLanguages = new Set(['yaml', 'javascript', 'jinja', 'jinja-yaml', 'python', 'dockercompose']);

export class FileEvents implements Disposable {
  readonly #bound: Folders;
  readonly #local: Folders;
  readonly #projects: LocalProjects;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #watchers = new Map<BoundFolder, Disposable>();

  constructor(bound: Folders, local: Folders, projects: LocalProjects, log: Log) {
    this.#bound = bound;
    this.#local = local;
    this.#projects = projects;
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
      const folder = this.#folderOf(document.uri.fsPath) ?? (await this.#projects.add(document.uri));
      if (!folder) return;
      const session = await folder.open();
      await session.loadModel();
      await session.resume();
    });
  }

  #saved(...uris: vscode.Uri[]): void {
    for (const uri of uris) {
      if (uri.scheme !== 'file') continue;
      this.#runInBackground(async () => {
        // The file may be the one that makes its folder a project.
        const folder = this.#folderOf(uri.fsPath) ?? (await this.#projects.add(uri));
        const file = folder && relativeTo(folder, uri.fsPath);
        if (folder && file !== undefined) await (await folder.open()).saved(file);
      });
    }
  }

  /** Watches the model of each folder that is open, its file of rules, and the documents that rules read. */
  #watch(): void {
    const folders = [...this.#bound.list.value, ...this.#local.list.value];
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.dispose();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      this.#watchers.set(
        folder,
        forCurrent(folder.session, (session, lifetime) => this.#watchSession(folder, session, lifetime)),
      );
      for (const document of vscode.workspace.textDocuments) {
        if (this.#folderOf(document.uri.fsPath) === folder) this.#opened(document);
      }
    }
  }

  #watchSession(folder: BoundFolder, session: FolderSession, lifetime: Lifetime): void {
    const { projectFolder } = folder.binding;
    const read = (paths: readonly string[]) => this.#runInBackground(() => session.changedOnDisk(paths));
    lifetime.add(
      watchModel(session.model.project, read, (failure) =>
        this.#log.warn(`Watching ${projectFolder}: ${messageOf(failure)}`),
      ),
    );
    const changed = lifetime.add(new Batch<string>(read, diskChangeDelayMs));
    const record = (uri: vscode.Uri) => {
      const file = relativeTo(folder, uri.fsPath);
      if (file !== undefined) changed.add(file);
    };
    for (const name of [rulesFileName, documentNames]) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(projectFolder), name);
      const watcher = lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) lifetime.add(event(record));
    }
  }

  /** For work that no command started: errors are logged, not shown. */
  #runInBackground(work: () => Promise<unknown>): void {
    work().catch((failure) => {
      if (!isCancellation(failure)) this.#log.error(stackOf(failure));
    });
  }
}
