/** One project on a folder and on an emulator in a process of its own, dev mode open, and engines to synchronise them. */

import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remote.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { type RunningPlatform, startPlatform } from '../../vscode/platform.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { writeProject } from './project.ts';
import { WireLog } from './wireLog.ts';

export interface Scene {
  platform: RunningPlatform;
  /** The open personal dev branch. */
  branchName: string;
  /** Absolute path of the project folder. */
  folder: string;
  /** A client of its own connections; `wire` has seen what it sent. */
  connect(): { client: Client; wire: WireLog };
  /** A fresh engine on the same folder: nothing in memory, what earlier ones kept on the disk. */
  openEngine(): OpenEngine;
  close(): Promise<void>;
}

export interface OpenEngine {
  engine: SyncEngine;
  client: Client;
  wire: WireLog;
  dispose(): void;
}

export interface SceneOptions {
  files: number;
  /** Milliseconds that the emulator adds to every answer. */
  latencyMs: number;
}

export async function openScene({ files, latencyMs }: SceneOptions): Promise<Scene> {
  const folder = temporaryFolder('bench-sync');
  const storage = temporaryFolder('bench-sync-state');
  writeProject(folder.path, files);
  const args = ['--project', folder.path, '--latency', String(latencyMs), '--build-time', '0'];
  const platform = await startPlatform(args).catch((failure: unknown) => {
    folder.remove();
    storage.remove();
    throw failure;
  });
  const connect = () => {
    const wire = new WireLog();
    return {
      client: new Client({ baseUrl: platform.url, credential: { token: platform.apiKey }, transport: wire }),
      wire,
    };
  };
  const { client, wire } = connect();
  const params = { deploymentId: platform.deploymentId };
  const { branchName } = await client.call(operations.startDevMode, {
    params,
    body: { branchName: platform.deployBranch },
  });
  client.dispose();
  wire.dispose();
  return {
    platform,
    branchName,
    folder: folder.path,
    connect,
    openEngine: () => {
      const own = connect();
      const engine = new SyncEngine({
        target: {
          origin: platform.url,
          deploymentId: platform.deploymentId,
          branchName,
          projectFolder: folder.path,
          modelFolder: 'model',
        },
        client: own.client as PlatformCaller,
        storageFolder: storage.path,
        log: silentLog,
      });
      const dispose = () => {
        engine.dispose();
        own.client.dispose();
        own.wire.dispose();
      };
      return { engine, ...own, dispose };
    },
    close: async () => {
      await platform.stop();
      folder.remove();
      storage.remove();
    },
  };
}
