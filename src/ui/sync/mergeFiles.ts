/**
 * The file system of merge results, which are stored outside of the folder, so that an incomplete merge is never saved to the local
 * file. Loads the rest when one is saved.
 */

import * as vscode from 'vscode';
import { hashOf } from '../../base/hash.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { mergeScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { parseMergeUri } from '../shell/mergeUris.ts';
import { showFailure } from '../shell/notifications.ts';
import type { OpenMerges } from './openMerges.ts';

export class MergeFiles implements vscode.FileSystemProvider, Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  #merges: Promise<OpenMerges> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.add(vscode.workspace.registerFileSystemProvider(mergeScheme, this, { isCaseSensitive: true }));
    this.#lifetime.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document.uri.scheme !== mergeScheme) return;
        const offer = async () => (await this.merges()).offerCompletion(document);
        offer().catch((failure: unknown) => showFailure(failure, app));
      }),
    );
  }

  /** The merges of this window. */
  merges(): Promise<OpenMerges> {
    this.#merges ??= Promise.all([import('./openMerges.ts'), import('./conflictActions.ts')]).then(
      ([{ OpenMerges }, { pushMerged }]) => {
        const merges = this.#lifetime.add(new OpenMerges(this.#app, (uri) => this.#fileOf(uri, 'merge.json')));
        this.#lifetime.add(merges.handleMerged(undefined, pushMerged));
        return merges;
      },
    );
    return this.#merges;
  }

  get onDidChangeFile(): vscode.Event<vscode.FileChangeEvent[]> {
    return this.#changed.event;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // The editor asks for the folders of a file before it writes the file.
    const isFile = uri.path === `/${parseMergeUri(uri)?.file}`;
    if (!isFile) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return vscode.workspace.fs.stat(this.#fileOf(uri, 'result'));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(this.#fileOf(uri, 'result'));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await vscode.workspace.fs.writeFile(this.#fileOf(uri, 'result'), content);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#fileOf(uri, 'result'), '..'), { recursive: true });
  }

  /** Only this window writes results. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #fileOf({ query }: vscode.Uri, name: 'result' | 'merge.json'): vscode.Uri {
    const key = hashOf(Buffer.from(query)).slice(0, 16);
    return vscode.Uri.joinPath(this.#app.context.globalStorageUri, 'merges', key, name);
  }
}
