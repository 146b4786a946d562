/** An emulator with the sample, and clients of it. `close` ends both. */

import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';

export interface SampleEmulator {
  under: EmulatorUnderTest;
  /** With the key of a developer. */
  client: Client;
  /** With the key of an administrator. */
  admin: Client;
  deploymentId: number;
  /** Plain requests to the sample's deployment, as the developer. */
  requests: DeploymentClient;
  close(): Promise<void>;
}

export async function sampleEmulator(options: EmulatorOptions = {}): Promise<SampleEmulator> {
  const under = await emulatorUnderTest(options);
  const { url, apiKey, adminApiKey, deploymentId } = under.emulator;
  const clientOf = (token: string) => new Client({ baseUrl: url, credential: { token }, retry: { baseMs: 1 } });
  const client = clientOf(apiKey);
  const admin = clientOf(adminApiKey);
  return {
    under,
    client,
    admin,
    deploymentId,
    requests: new DeploymentClient(url, apiKey, deploymentId),
    async close() {
      client.dispose();
      admin.dispose();
      await under.close();
    },
  };
}
