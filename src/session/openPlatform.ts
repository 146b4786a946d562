/** Creates the session of a platform. Loaded when a connection is first used, because it imports the HTTP client. */

import { type Log, redactingLog } from '../base/log.ts';
import { Client } from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import type { Connection, Endpoint } from './connection.ts';
import { PlatformSession } from './platformSession.ts';

/** The editor's proxy settings, and its `fetch` for origins that only the editor can reach. */
interface Network {
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
  const secrets = new Set<string>();
  const safeLog = redactingLog(log, () => secrets);
  const { proxy, noProxy, fetch } = network;
  const clientWith = (credential: Credential) => {
    secrets.add(credential.token);
    const transport = { proxy, noProxy, fallbackFetch: fetch };
    return new Client({ baseUrl: endpoint.baseUrl, credential, log: safeLog, transport });
  };
  const session = new PlatformSession(clientWith(endpoint.credential), connection.id, safeLog, clientWith);
  if (endpoint.admin) await session.useAdmin(endpoint.admin);
  return session;
}
