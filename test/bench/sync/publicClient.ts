/** Runs the published npm client of such a platform against the emulator, as its own command does. */

import { once } from 'node:events';
import { CubeCloudClient, DeployController } from '@cubejs-backend/cloud';
import { startBenchThread } from './benchThread.ts';
import type { Fixture } from './fixture.ts';

export interface PublicClient {
  /** Hashes the folder, uploads the differences, finishes with a complete manifest. @returns the number of uploaded files. */
  deploy(folder: string): Promise<number>;
  close(): Promise<void>;
}

/** The adapter runs in a separate thread, so that it does not slow the client down. */
export async function startPublicClient({ platform, branchName, certificate }: Fixture): Promise<PublicClient> {
  const { url, apiKey, deploymentId } = platform;
  const adapter = await startBenchThread('adapterThread.ts', { url, apiKey, branchName, certificate });
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
