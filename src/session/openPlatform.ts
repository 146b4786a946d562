/** Makes the session of a platform; loaded when a connection is first used, because it brings the HTTP client along. */

import { type Log, redactingLog } from '../base/log.ts';
import { Client } from '../platform/client.ts';
import type { Connection, Endpoint } from './connections.ts';
import { PlatformSession } from './platformSession.ts';

export async function openPlatform(endpoint: Endpoint, connection: Connection, log: Log): Promise<PlatformSession> {
  const safeLog = redactingLog(log, () => [endpoint.credential.token]);
  const client = new Client({ baseUrl: endpoint.baseUrl, credential: endpoint.credential, log: safeLog });
  return new PlatformSession(client, connection.id, safeLog);
}
