/** A project in a folder and on an emulator process, in dev mode, and sync engines for both. */

import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { type RunningPlatform, startPlatform } from '../../vscode/platform.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { writeProject } from './project.ts';
import { WireLog } from './wireLog.ts';

export interface Fixture {
  platform: RunningPlatform;
  /** The open personal dev branch. */
  branchName: string;
  /** Absolute path of the project folder. */
  folder: string;
  /** Opens a client with separate connections. `wire` records its requests. */
  connect(): { client: Client; wire: WireLog };
  /** Opens a new engine on the same folder and the stored state of earlier ones. */
  openEngine(): OpenEngine;
  close(): Promise<void>;
}

export interface OpenEngine {
  engine: SyncEngine;
  client: Client;
  wire: WireLog;
  dispose(): void;
}

export interface FixtureOptions {
  files: number;
  /** Added to each response of the emulator. */
  latencyMs: number;
}

export async function openFixture({ files, latencyMs }: FixtureOptions): Promise<Fixture> {
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
