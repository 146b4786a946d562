/** Runs the published npm client of such a platform against the emulator, as its own command does. */

import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CubeCloudClient, DeployController } from '@cubejs-backend/cloud';
import * as esbuild from 'esbuild';
import type { Fixture } from './fixture.ts';

export interface PublicClient {
  /** Hashes the folder, uploads the differences, finishes with a complete manifest. @returns the number of uploaded files. */
  deploy(folder: string): Promise<number>;
  close(): Promise<void>;
}

/** The adapter runs in a separate thread, so that it does not slow the client down. */
export async function startPublicClient({ platform, branchName }: Fixture): Promise<PublicClient> {
  const { url, apiKey, deploymentId } = platform;
  // A thread does not inherit the loader of TypeScript.
  const built = await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, 'adapterThread.ts')],
    bundle: true,
    platform: 'node',
    write: false,
    logLevel: 'error',
  });
  const source = built.outputFiles[0]?.text ?? '';
  const adapter = new Worker(source, { eval: true, workerData: { url, apiKey, branchName } });
  const [port] = (await once(adapter, 'message')) as [number];
  const client = new CubeCloudClient({
    auth: apiKey,
    url: `http://127.0.0.1:${port}`,
    deploymentId: String(deploymentId),
  });
  return {
    deploy: async (folder) => {
      let uploads = 0;
      const onUpload = () => {
        uploads += 1;
      };
      await new DeployController(client, {}, { onUpload }).deploy(folder);
      return uploads;
    },
    close: async () => {
      await adapter.terminate();
    },
  };
}
