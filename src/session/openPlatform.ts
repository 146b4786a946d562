/** Makes the session of a platform; loaded when a connection is first used, because it brings the HTTP client along. */

import { type Log, redactingLog } from '../base/log.ts';
import { Client } from '../platform/client.ts';
import type { Connection, Endpoint } from './connections.ts';
import { PlatformSession } from './platformSession.ts';

/** What the editor's settings say of the network, and the editor's own `fetch` for origins that only it can reach. */
export interface Network {
  proxy?: string | undefined;
  noProxy?: readonly string[] | undefined;
  fetch?: typeof globalThis.fetch;
}

export async function openPlatform(
  endpoint: Endpoint,
  connection: Connection,
  log: Log,
  network: Network = {},
): Promise<PlatformSession> {
  const safeLog = redactingLog(log, () => [endpoint.credential.token]);
  const { proxy, noProxy, fetch } = network;
  const transport = { proxy, noProxy, fallbackFetch: fetch };
  const client = new Client({ baseUrl: endpoint.baseUrl, credential: endpoint.credential, log: safeLog, transport });
  return new PlatformSession(client, connection.id, safeLog);
}
