/** Registers the file system of resources, which loads with the first document. */

import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event.ts';
import { resourceScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { OwnFileSystem } from '../shell/ownFileSystem.ts';
import type { DocumentAddress, ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { ResourceEvents, ResourceFiles } from './resourceFiles.ts';

export class ResourceFileSystem extends OwnFileSystem {
  readonly #app: App;
  readonly #created = this.lifetime.add(new Emitter<[connectionId: string, kindId: string]>());
  #files: Promise<ResourceFiles> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    super(resourceScheme);
    this.#app = app;
    const readSchema = async ({ path }: DocumentAddress) =>
      (await import('./resourceFiles.ts')).readResourceSchema(app, path);
    this.lifetime.add(documents.registerReader(['resource-schema'], readSchema));
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

  /** The editor reads the open documents without unsaved changes again. */
  announceOpen(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === resourceScheme) this.announce(uri);
  }

  #load(): Promise<ResourceFiles> {
    this.#files ??= import('./resourceFiles.ts').then(({ ResourceFiles: Files }) => {
      const onChange = (uri: vscode.Uri) => this.announce(uri);
      const onCreate: ResourceEvents['onCreate'] = (connectionId, { id }) => this.#created.fire([connectionId, id]);
      return this.lifetime.add(new Files(this.#app, { onChange, onCreate }));
    });
    return this.#files;
  }
}
