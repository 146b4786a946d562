/** Creates the session of a platform. Loaded when a connection is first used, because it imports the HTTP client. */

import { tmpdir } from 'node:os';
import { type Log, redactingLog } from '../base/log.ts';
import { Client } from '../platform/client.ts';
import type { Credential, RenewableCredential } from '../platform/credential.ts';
import type { TransportOptions } from '../platform/http/transport.ts';
import type { Connection, Endpoint } from './connection.ts';
import { PlatformSession } from './platformSession.ts';

export async function openPlatform(
  endpoint: Endpoint,
  connection: Connection,
  log: Log,
  transport: TransportOptions = {},
  storageFolder = tmpdir(),
): Promise<PlatformSession> {
  const secrets = new Set<string>();
  const safeLog = redactingLog(log, () => secrets);
  const { baseUrl, credential: own } = endpoint;
  const name = connection.origin === 'emulator' ? connection.record.label : undefined;
  const clientWith = (credential: Credential | RenewableCredential) => {
    if ('token' in credential) secrets.add(credential.token);
    return new Client({ baseUrl, credential, name, log: safeLog, transport });
  };
  const onToken = (token: string) => void secrets.add(token);
  const credential =
    'token' in own
      ? own
      : (await import('./signIn/openSignIn.ts')).openSignIn({ baseUrl, slot: own, storageFolder, transport, onToken });
  const session = new PlatformSession(clientWith(credential), connection.id, safeLog, clientWith);
  if (endpoint.admin) await session.useAdmin(endpoint.admin);
  return session;
}
