/** The emulators that serve folders of this window: each its own folder, with the data that the folder's `.env` names. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { isServed, servedConnectionId } from '../../session/binding.ts';
import type { App } from '../shell/app.ts';
import { forEachItem } from '../shell/observe.ts';
import type { EmulatorAccess } from './emulatorAccess.ts';
import type { LocalEmulator } from './localEmulator.ts';

export class ServedFolders implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  /** By project folder. The code of an emulator loads with its first use. */
  readonly #emulators = new Map<string, Promise<LocalEmulator>>();

  constructor(app: App) {
    this.#app = app;
    const { connections, folders } = app;
    this.#lifetime.add(
      forEachItem(folders.list, ({ binding }) => {
        if (isServed(binding)) this.#addConnection(binding.projectFolder);
      }),
    );
    this.#lifetime.add(
      connections.list.onChange(() => {
        for (const projectFolder of this.#emulators.keys()) {
          if (!connections.get(servedConnectionId(projectFolder))) this.#stop(projectFolder);
        }
      }),
    );
  }

  /** Starts the emulator of a project folder, or finds it running. @throws UserError, CancelledError */
  async start(projectFolder: string, signal: AbortSignal): Promise<EmulatorAccess> {
    const access = await (await this.#emulatorOf(projectFolder)).start(signal);
    this.#addConnection(projectFolder);
    return access;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #addConnection(projectFolder: string): void {
    const label = vscode.l10n.t('Local emulator of “{0}”', path.basename(projectFolder));
    this.#app.connections.addEmulator({ id: servedConnectionId(projectFolder), label }, async () => {
      const { url, apiKey, adminApiKey } = await (await this.#emulatorOf(projectFolder)).start();
      const admin = adminApiKey === undefined ? {} : { admin: { token: adminApiKey } };
      return { baseUrl: url, credential: { token: apiKey }, ...admin };
    });
  }

  #emulatorOf(projectFolder: string): Promise<LocalEmulator> {
    const known = this.#emulators.get(projectFolder) ?? this.#open(projectFolder);
    this.#emulators.set(projectFolder, known);
    return known;
  }

  async #open(projectFolder: string): Promise<LocalEmulator> {
    const { LocalEmulator: Emulator } = await import('./localEmulator.ts');
    const { hashOf } = await import('../../base/hash.ts');
    const { context, connections, log } = this.#app;
    const name = hashOf(Buffer.from(projectFolder)).slice(0, 16);
    const emulator = this.#lifetime.add(
      new Emulator({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'emulator.js').fsPath,
        dataFolder: vscode.Uri.joinPath(context.globalStorageUri, 'served', name).fsPath,
        args: ['--project', projectFolder],
        log,
        isTrusted: () => vscode.workspace.isTrusted,
      }),
    );
    const reset = () => connections.get(servedConnectionId(projectFolder))?.reset();
    // The next use starts the emulator again, at another address.
    this.#lifetime.add(emulator.onDidEnd(reset));
    const pattern = new vscode.RelativePattern(vscode.Uri.file(projectFolder), '.env');
    const watcher = this.#lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
    const envFile = path.join(projectFolder, '.env');
    const readHash = async () => hashOf(await readFile(envFile).catch(() => Buffer.alloc(0)));
    let known = await readHash();
    const restart = async () => {
      const current = await readHash();
      // An event can be older than the start.
      if (current === known) return;
      known = current;
      emulator.stop();
      reset();
    };
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.#lifetime.add(event(restart));
    }
    return emulator;
  }

  #stop(projectFolder: string): void {
    void this.#emulators.get(projectFolder)?.then((emulator) => emulator.stop());
  }
}
