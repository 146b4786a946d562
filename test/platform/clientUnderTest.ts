/** Clients of the servers of one test; disposed with them after each test. */

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Client, type ClientOptions } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { type Answer, serve, type TestServer } from './http/testServer.ts';

const open: { clients: Client[]; servers: TestServer[] } = { clients: [], servers: [] };

export const secretToken = 'secret-token-1234567890';

/** Retries at once, so that no test waits. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({
    baseUrl,
    credential: { token: secretToken },
    ...options,
    retry: { baseMs: 1, ...options.retry },
  });
  open.clients.push(client);
  return client;
}

export async function serverOf(answer: Answer, options?: { tls?: boolean }): Promise<TestServer> {
  const server = await serve(answer, options);
  open.servers.push(server);
  return server;
}

export async function serveAndConnect(
  answer: Answer,
  options: Partial<ClientOptions> = {},
): Promise<{ server: TestServer; client: Client }> {
  const server = await serverOf(answer);
  return { server, client: clientOf(server.url, options) };
}

export async function closeAll(): Promise<void> {
  for (const client of open.clients.splice(0)) client.dispose();
  await Promise.all(open.servers.splice(0).map((server) => server.close()));
}

/** The PlatformError that `call` fails with; checks what every one of them owes its reader. */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  let failure: unknown;
  try {
    await call;
  } catch (thrown) {
    failure = thrown;
  }
  assert.ok(failure instanceof PlatformError, `expected a PlatformError, got ${failure}`);
  assert.ok(failure.message.length > 0 && failure.action, 'it says what happened and one thing to do');
  assert.ok(failure.where?.includes(failure.host), 'it names the host');
  assert.ok(failure.where?.includes(failure.operation), 'it names the operation');
  const everything = [failure.describe(), JSON.stringify(failure), inspect(failure, { depth: 10 })].join('\n');
  assert.ok(!everything.includes(secretToken), 'it never holds the token');
  return failure;
}
