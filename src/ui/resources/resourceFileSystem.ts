/** Registers the file system of resources, which loads with the first document. */

import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { resourceScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { DocumentAddress, ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { ResourceEvents, ResourceFiles } from './resourceFiles.ts';

export class ResourceFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #created = this.#lifetime.add(new Emitter<[connectionId: string, kindId: string]>());
  #files: Promise<ResourceFiles> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    const readSchema = async ({ path }: DocumentAddress) =>
      (await import('./resourceFiles.ts')).readResourceSchema(app, path);
    this.#lifetime.add(documents.registerReader(['resource-schema'], readSchema));
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(vscode.workspace.registerFileSystemProvider(resourceScheme, this, { isCaseSensitive: true }));
  }

  get onDidChangeFile(): vscode.Event<vscode.FileChangeEvent[]> {
    return this.#changed.event;
  }

  /** Fires after a save that created a resource. */
  get onCreate(): Event<[connectionId: string, kindId: string]> {
    return this.#created.event;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#load()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.#load()).writeFile(uri, content);
  }

  /** Changes are found when the editor asks for the state of a file. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(): Promise<ResourceFiles> {
    this.#files ??= import('./resourceFiles.ts').then(({ ResourceFiles: Files }) => {
      const onChange = (uri: vscode.Uri) => this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      const onCreate: ResourceEvents['onCreate'] = (connectionId, { id }) => this.#created.fire([connectionId, id]);
      return this.#lifetime.add(new Files(this.#app, { onChange, onCreate }));
    });
    return this.#files;
  }
}
