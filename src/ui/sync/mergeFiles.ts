/**
 * The file system of merge results, which are stored outside of the folder, so that an incomplete merge is never saved to the local
 * file. Loads the rest when one is saved.
 */

import * as vscode from 'vscode';
import { hashOf } from '../../base/hash.ts';
import { mergeScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { parseMergeUri } from '../shell/mergeUris.ts';
import { showFailure } from '../shell/notifications.ts';
import { OwnFileSystem } from '../shell/ownFileSystem.ts';
import type { OpenMerges } from './openMerges.ts';

export class MergeFiles extends OwnFileSystem {
  readonly #app: App;
  #merges: Promise<OpenMerges> | undefined;

  constructor(app: App) {
    super(mergeScheme);
    this.#app = app;
    this.lifetime.add(
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
        const merges = this.lifetime.add(new OpenMerges(this.#app, (uri) => this.#fileOf(uri, 'merge.json')));
        this.lifetime.add(merges.handleMerged(undefined, pushMerged));
        return merges;
      },
    );
    return this.#merges;
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
    this.announce(uri);
  }

  override async delete(uri: vscode.Uri): Promise<void> {
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#fileOf(uri, 'result'), '..'), { recursive: true });
  }

  #fileOf({ query }: vscode.Uri, name: 'result' | 'merge.json'): vscode.Uri {
    const key = hashOf(Buffer.from(query)).slice(0, 16);
    return vscode.Uri.joinPath(this.#app.context.globalStorageUri, 'merges', key, name);
  }
}
