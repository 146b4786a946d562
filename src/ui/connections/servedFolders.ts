/** The emulators that serve folders of this window: each its own folder, with the data that the folder's `.env` names. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { isServed, servedConnectionId } from '../../session/binding.ts';
import type { EmulatorSource } from '../../session/database/sourceChoice.ts';
import type { App } from '../shell/app.ts';
import { forEachItem } from '../shell/observe.ts';
import type { EmulatorAccess } from './emulatorAccess.ts';
import type { LocalEmulator } from './localEmulator.ts';

/** The git branch of a served folder, and the production branch of its emulator, which had the name of the git branch at its start. */
export interface Checkout {
  projectFolder: string;
  branch: string;
  production: string;
}

interface ChosenSources {
  emulatorSource(projectFolder: string): Promise<EmulatorSource>;
  /** Fires with the project folder. */
  onDidChoose: Event<string>;
}

export class ServedFolders implements Disposable {
  readonly #app: App;
  readonly #sources: () => Promise<ChosenSources>;
  readonly #lifetime = new Lifetime();
  /** By project folder. The code of an emulator loads with its first use. */
  readonly #emulators = new Map<string, Promise<LocalEmulator>>();
  readonly #checkouts = new Emitter<Checkout>();
  /** The production branch by project folder whose git branch is watched. */
  readonly #watched = new Map<string, string>();

  /** @param sources which data source the user chose for a project */
  constructor(app: App, sources: () => Promise<ChosenSources>) {
    this.#app = app;
    this.#sources = sources;
    const { connections, folders } = app;
    this.#lifetime.add(this.#checkouts);
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

  /** The emulator forgets everything and reads the folder again. @throws UserError, CancelledError */
  async startOver(projectFolder: string, signal: AbortSignal): Promise<EmulatorAccess> {
    const starting = (await this.#emulatorOf(projectFolder)).startOver(signal);
    this.#app.connections.get(servedConnectionId(projectFolder))?.reset();
    const access = await starting;
    this.#watched.set(projectFolder, access.deployBranch);
    return access;
  }

  /** Fires when an emulator starts, and after a checkout. */
  get onDidCheckOut(): Event<Checkout> {
    return this.#checkouts.event;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #addConnection(projectFolder: string): void {
    const label = vscode.l10n.t('Local emulator of “{0}”', path.basename(projectFolder));
    this.#app.connections.addEmulator({ id: servedConnectionId(projectFolder), label }, async () => {
      const { url, apiKey, adminApiKey, deployBranch } = await (await this.#emulatorOf(projectFolder)).start();
      this.#watchCheckouts(projectFolder, deployBranch).catch((failure: unknown) =>
        this.#app.log.warn(`The git branch of ${projectFolder} is not watched: ${messageOf(failure)}`),
      );
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
    const sources = await this.#sources();
    const { context, connections, log } = this.#app;
    const name = hashOf(Buffer.from(projectFolder)).slice(0, 16);
    const emulator = this.#lifetime.add(
      new Emulator({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'emulator.js').fsPath,
        dataFolder: vscode.Uri.joinPath(context.globalStorageUri, 'served', name).fsPath,
        args: ['--project', projectFolder],
        source: () => sources.emulatorSource(projectFolder),
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
    const restart = () => {
      emulator.stop();
      reset();
    };
    this.#lifetime.add(
      sources.onDidChoose((folder) => {
        if (folder === projectFolder) restart();
      }),
    );
    const readAgain = async () => {
      const current = await readHash();
      // An event can be older than the start.
      if (current === known) return;
      known = current;
      restart();
    };
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.#lifetime.add(event(readAgain));
    }
    return emulator;
  }

  async #watchCheckouts(projectFolder: string, production: string): Promise<void> {
    const isWatched = this.#watched.has(projectFolder);
    this.#watched.set(projectFolder, production);
    const { findGitHead } = await import('../../base/gitRepository.ts');
    const look = async () => {
      const { branch } = (await findGitHead(projectFolder)) ?? {};
      const current = this.#watched.get(projectFolder)!;
      if (branch !== undefined) this.#checkouts.fire({ projectFolder, branch, production: current });
    };
    const head = await findGitHead(projectFolder);
    if (!isWatched && head) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(path.dirname(head.file)), path.basename(head.file));
      const watcher = this.#lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate]) this.#lifetime.add(event(look));
    }
    await look();
  }

  #stop(projectFolder: string): void {
    void this.#emulators.get(projectFolder)?.then((emulator) => emulator.stop());
  }
}
