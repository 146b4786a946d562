/** A folder session without an editor: a project on disk, a stored branch, and saves like in the editor. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Observable } from '../../src/base/event.ts';
import { silentLog } from '../../src/base/log.ts';
import { readFileHashes } from '../../src/contract/dataModel/dataModel.ts';
import { operations } from '../../src/contract/operations.ts';
import { Client } from '../../src/platform/client.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import type { SyncEngine } from '../../src/sync/syncEngine.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { fakeFolderHost } from './fakeFolderHost.ts';

export interface PlatformAddress {
  url: string;
  apiKey: string;
}

export function clientOf({ url, apiKey }: PlatformAddress): Client {
  // The usual number of retries, without their pauses.
  return new Client({ baseUrl: url, credential: { token: apiKey }, retry: { baseMs: 1 } });
}

export class Workbench {
  readonly session: FolderSession;
  readonly client: Client;
  readonly platform: PlatformSession;
  readonly settings = { pushOnSave: true, validateOnSave: true };
  readonly #folder = temporaryFolder('session');
  readonly #storage = temporaryFolder('session-storage');
  readonly #deploymentId: string;
  readonly #memory: { branch: string | undefined } = { branch: undefined };

  constructor(address: PlatformAddress, deploymentId: string | number) {
    this.client = clientOf(address);
    this.#deploymentId = String(deploymentId);
    this.platform = new PlatformSession(this.client, address.url, silentLog);
    this.session = new FolderSession({
      binding: {
        connectionId: address.url,
        deploymentId: this.#deploymentId,
        projectFolder: this.#folder.path,
        modelFolder: 'model',
      },
      host: fakeFolderHost(
        {
          pushOnSave: () => this.settings.pushOnSave,
          validateOnSave: () => this.settings.validateOnSave,
        },
        this.#memory,
      ),
      storageFolder: this.#storage.path,
      deployment: async () => this.platform.deployment(deploymentId),
      log: silentLog,
    });
  }

  /** The branch that the next window would follow. */
  get remembered(): string | undefined {
    return this.#memory.branch;
  }

  get folder(): string {
    return this.#folder.path;
  }

  read(file: string): string | undefined {
    try {
      return readFileSync(path.join(this.folder, file), 'utf8');
    } catch {
      return undefined;
    }
  }

  write(file: string, content: string | Uint8Array): void {
    const whole = path.join(this.folder, file);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, content);
  }

  /** Saves a file like the editor, and notifies the session. */
  save(file: string, text: string): Promise<void> {
    this.write(file, text);
    return this.session.saved(file);
  }

  async delete(file: string): Promise<void> {
    rmSync(path.join(this.folder, file), { recursive: true });
    await this.session.saved(file);
  }

  async rename(from: string, to: string): Promise<void> {
    renameSync(path.join(this.folder, from), path.join(this.folder, to));
    await Promise.all([this.session.saved(from), this.session.saved(to)]);
  }

  /** Opens dev mode on a branch, and confirms the first sync. */
  async open(branchName: string): Promise<SyncEngine> {
    const engine = await this.session.openDevMode(branchName);
    const plan = await engine.refresh();
    if (plan.pulls.length > 0) await engine.pull({ plan, confirmed: true });
    await this.session.loadModel();
    return engine;
  }

  /** Path → hash of a branch, as any client sees it; paths without a leading slash. */
  async hashes(branchName: string): Promise<Map<string, string>> {
    const params = { deploymentId: this.#deploymentId };
    const listed = readFileHashes(await this.client.call(operations.getFileHashes, { params, query: { branchName } }));
    return new Map(Array.from(listed, ([file, hash]) => [file.replace(/^\//, ''), hash]));
  }

  close(): void {
    this.session.dispose();
    this.platform.dispose();
    this.#folder.remove();
    this.#storage.remove();
  }
}

/** Resolves when the value matches. */
export function until<T>(source: Observable<T>, matches: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    if (matches(source.value)) return resolve(source.value);
    const subscription = source.onChange((value) => {
      if (!matches(value)) return;
      subscription.dispose();
      resolve(value);
    });
  });
}
