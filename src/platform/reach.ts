/** Asks an address for an answer without a credential. */

import { meOperations } from '../contract/users/me.ts';
import { followRedirect } from './http/redirect.ts';
import type { Transport } from './http/transport.ts';
import { WireFailure, type WireRequest, type WireResponse } from './http/wire.ts';
import { PlatformError } from './platformError.ts';
import { refusalOf } from './refusals.ts';
import { readResponse } from './response.ts';
import { explainWireFailure } from './wireErrors.ts';

/** Milliseconds for one answer. */
const answerMs = 10_000;

/** The answer, whatever its status below 500. @throws PlatformError, CancelledError */
export async function reach(
  baseUrl: string,
  transport: Pick<Transport, 'send'>,
  signal: AbortSignal | undefined,
): Promise<WireResponse> {
  const { host } = new URL(baseUrl);
  const { id: operation, method, path } = meOperations.getMe;
  let request: WireRequest = {
    method,
    url: new URL(`${baseUrl}${path}`),
    headers: { accept: 'application/json' },
    body: undefined,
  };
  try {
    let response = await transport.send(request, { signal, deadlineMs: answerMs });
    for (let hops = 0; hops < 3; hops += 1) {
      const next = followRedirect(request, response);
      if (!next) break;
      request = next;
      response = await transport.send(request, { signal, deadlineMs: answerMs });
    }
    const { status, headers } = response;
    if (status < 500) return response;
    const code = refusalOf(status, { page: true, retryAfter: headers.has('retry-after') });
    throw new PlatformError(code, [host], { host, operation, status });
  } catch (failure) {
    throw failure instanceof WireFailure ? explainWireFailure(failure, { host, operation, secrets: [] }) : failure;
  }
}

/** Resolves if a platform answers at the address: it knows the operation, and asks for a key. @throws PlatformError, CancelledError */
export async function checkPlatform(
  baseUrl: string,
  transport: Pick<Transport, 'send' | 'maxResponseBytes'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { host } = new URL(baseUrl);
  const response = await reach(baseUrl, transport, signal);
  try {
    await readResponse(meOperations.getMe, response, { host, secrets: [], maxBytes: transport.maxResponseBytes });
  } catch (cause) {
    if (!(cause instanceof PlatformError)) throw cause;
    const { kind, code, status } = cause;
    if (kind === 'unauthorized' || kind === 'forbidden') return;
    // The answer names the address to use, or another try may succeed.
    if (code === 'redirected-to' || kind === 'timeout' || kind === 'reset' || status === 429) throw cause;
    throw new PlatformError('not-a-platform', [host], { host, operation: meOperations.getMe.id, status, cause });
  }
}
