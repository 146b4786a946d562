/** What the file systems of this extension share: no folders, no other name for a file, and no changes but those of this window. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';

export abstract class OwnFileSystem implements vscode.FileSystemProvider, Disposable {
  protected readonly lifetime = new Lifetime();
  readonly #changed = this.lifetime.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());

  constructor(scheme: string) {
    this.lifetime.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  get onDidChangeFile(): vscode.Event<vscode.FileChangeEvent[]> {
    return this.#changed.event;
  }

  abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;
  abstract writeFile(uri: vscode.Uri, content: Uint8Array): void | Promise<void>;

  /** Other changes are found when the editor asks for the state of a file. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void | Promise<void> {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  protected announce(uri: vscode.Uri, type = vscode.FileChangeType.Changed): void {
    this.#changed.fire([{ type, uri }]);
  }
}
