/** A folder session on a dev branch of an emulator process, with a pulled folder. The benchmarks of a save start with it. */

import { silentLog } from '../../src/base/log.ts';
import { Connection, type OpenPlatform } from '../../src/session/connection.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import type { SyncEngine } from '../../src/sync/syncEngine.ts';
import { fakeFolderHost } from '../session/fakeFolderHost.ts';
import { type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

export interface SavingSession {
  platform: RunningPlatform;
  session: FolderSession;
  engine: SyncEngine;
  /** Absolute path of the project folder. */
  folder: string;
  close(): Promise<void>;
}

export interface SavingOptions {
  /** Arguments of the emulator. */
  platformArgs?: readonly string[];
  /** Opens the client of the session. */
  openPlatform: OpenPlatform;
}

export async function openSavingSession({ platformArgs = [], openPlatform }: SavingOptions): Promise<SavingSession> {
  const platform = await startPlatform(platformArgs);
  const folder = temporaryFolder('bench-save');
  const storage = temporaryFolder('bench-save-state');
  const connection = new Connection(
    { id: platform.url, label: 'bench' },
    'environment',
    async () => ({ baseUrl: platform.url, credential: { token: platform.apiKey } }),
    openPlatform,
  );
  const session = new FolderSession({
    binding: {
      connectionId: platform.url,
      deploymentId: String(platform.deploymentId),
      projectFolder: folder.path,
      modelFolder: 'model',
    },
    host: fakeFolderHost(),
    storageFolder: storage.path,
    deployment: async () => (await connection.open()).deployment(platform.deploymentId),
    log: silentLog,
  });
  const close = async () => {
    session.dispose();
    connection.dispose();
    await platform.stop();
    folder.remove();
    storage.remove();
  };
  try {
    const engine = await session.openDevMode(platform.deployBranch);
    await engine.pull({ plan: await engine.refresh(), confirmed: true });
    return { platform, session, engine, folder: folder.path, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}
