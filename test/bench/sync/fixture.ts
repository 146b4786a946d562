/**
 * A project in a folder and on an emulator process, in dev mode, and sync engines for both. The emulator's data are in memory if the
 * system has such a folder: a platform is another computer, and its disk takes no processor time from the client.
 */

import { existsSync } from 'node:fs';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { certificate, certificateFiles } from '../../platform/http/testServer.ts';
import { type RunningPlatform, startPlatform } from '../../vscode/platform.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { writeProject } from './project.ts';
import { WireLog } from './wireLog.ts';

export interface Fixture {
  platform: RunningPlatform;
  /** The open personal dev branch. */
  branchName: string;
  /** Authority (PEM) of the platform's certificate, with HTTP/2 only. */
  certificate: string | undefined;
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
  /** HTTPS with HTTP/2 instead of HTTP/1.1 without encryption. */
  http2?: boolean;
}

const memory = '/dev/shm';

export async function openFixture({ files, latencyMs, http2 = false }: FixtureOptions): Promise<Fixture> {
  const folder = temporaryFolder('bench-sync');
  const storage = temporaryFolder('bench-sync-state');
  writeProject(folder.path, files);
  const args = ['--project', folder.path, '--latency', String(latencyMs), '--build-time', '0'];
  if (http2) args.push('--tls-cert', certificateFiles.cert, '--tls-key', certificateFiles.key);
  const platform = await startPlatform(args, existsSync(memory) ? memory : undefined).catch((failure: unknown) => {
    folder.remove();
    storage.remove();
    throw failure;
  });
  const connect = () => {
    const wire = new WireLog({ certificates: http2 ? [certificate] : [] });
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
    certificate: http2 ? certificate : undefined,
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
