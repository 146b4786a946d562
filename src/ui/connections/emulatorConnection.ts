/** The connection to the local emulator. It exists after the first use and starts the emulator when it is opened. */

import * as vscode from 'vscode';
import { isCancellation } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { emulatorConnectionId } from '../../session/binding.ts';
import type { App } from '../shell/app.ts';
import type { EmulatorAccess } from './emulatorAccess.ts';
import type { LocalEmulator } from './localEmulator.ts';

const usedKey = 'dataModel.emulatorUsed';

export class EmulatorConnection implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  /** Its code loads on first use. */
  #emulator: Promise<LocalEmulator> | undefined;

  constructor(app: App) {
    const { context, connections } = app;
    this.#app = app;
    if (context.globalState.get<boolean>(usedKey)) this.#addConnection();
    this.#lifetime.add(
      connections.list.onChange(() => {
        if (connections.get(emulatorConnectionId) || !context.globalState.get<boolean>(usedKey)) return;
        this.#stop();
        void context.globalState.update(usedKey, undefined);
      }),
    );
  }

  /** Starts the emulator and remembers that it is used. @throws UserError, CancelledError */
  async start(signal: AbortSignal): Promise<EmulatorAccess> {
    try {
      const access = await (await this.#opened()).start(signal);
      await this.#app.context.globalState.update(usedKey, true);
      this.#addConnection();
      return access;
    } catch (failure) {
      // No connection uses the emulator.
      if (isCancellation(failure) && !this.#app.connections.get(emulatorConnectionId)) this.#stop();
      throw failure;
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #opened(): Promise<LocalEmulator> {
    this.#emulator ??= this.#open();
    return this.#emulator;
  }

  async #open(): Promise<LocalEmulator> {
    const { LocalEmulator: Emulator } = await import('./localEmulator.ts');
    const { context, connections, log } = this.#app;
    const emulator = this.#lifetime.add(
      new Emulator({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'emulator.js').fsPath,
        dataFolder: vscode.Uri.joinPath(context.globalStorageUri, 'emulator').fsPath,
        log,
        isTrusted: () => vscode.workspace.isTrusted,
      }),
    );
    // The next use starts the emulator again, at another address.
    this.#lifetime.add(emulator.onDidEnd(() => connections.get(emulatorConnectionId)?.reset()));
    return emulator;
  }

  #stop(): void {
    void this.#emulator?.then((emulator) => emulator.stop());
  }

  #addConnection(): void {
    this.#app.connections.addEmulator(
      { id: emulatorConnectionId, label: vscode.l10n.t('Local emulator') },
      async () => {
        const { url, apiKey, adminApiKey } = await (await this.#opened()).start();
        const admin = adminApiKey === undefined ? {} : { admin: { token: adminApiKey } };
        return { baseUrl: url, credential: { token: apiKey }, ...admin };
      },
    );
  }
}
