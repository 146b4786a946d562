/** The published npm client of this kind of platform, driven as its own command drives it, against the emulator. */

import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CubeCloudClient, DeployController } from '@cubejs-backend/cloud';
import * as esbuild from 'esbuild';
import type { Scene } from './scene.ts';

export interface PublicClient {
  /** Hashes the folder, uploads what differs, finishes with a complete manifest. @returns how many files went up. */
  deploy(folder: string): Promise<number>;
  close(): Promise<void>;
}

/** The adapter lives on a thread of its own, so that it takes no time from the client. */
export async function startPublicClient({ platform, branchName }: Scene): Promise<PublicClient> {
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
