/** Clients and servers of a test. `closeAll` disposes them. */

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Client, type ClientOptions } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { type Answer, serve, type TestServer } from './http/testServer.ts';

const open: { clients: Client[]; servers: TestServer[] } = { clients: [], servers: [] };

export const secretToken = 'secret-token-1234567890';

/** A client that retries without waiting. */
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

/** The PlatformError of a failing call. Checks that it has message, action, host and operation, and no token. */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  let failure: unknown;
  try {
    await call;
  } catch (thrown) {
    failure = thrown;
  }
  assert.ok(failure instanceof PlatformError, `expected a PlatformError, got ${failure}`);
  assert.ok(failure.message.length > 0, 'the message');
  // The text of a server that rejects a request says what to correct.
  assert.equal(failure.action === undefined, failure.code === 'rejected-because', 'the action');
  assert.ok(failure.where?.includes(failure.host), 'the host');
  assert.ok(failure.where?.includes(failure.operation), 'the operation');
  const everything = [failure.describe(), JSON.stringify(failure), inspect(failure, { depth: 10 })].join('\n');
  assert.ok(!everything.includes(secretToken), 'the error contains the token');
  return failure;
}
