/** The same exchange over a given `fetch`: the editor's own, which knows proxies and certificates that we cannot. */

import { reasonOf } from './exchange.ts';
import { isBeforeSending, wireFailure } from './faults.ts';
import { WireFailure, type WireLimits, type WireRequest, type WireResponse } from './wire.ts';

export type Fetch = typeof globalThis.fetch;

/** Fails as `exchange` does; fetch does not tell stages apart, so all but a failed connection counts as sent. */
export async function exchangeViaFetch(
  fetch: Fetch,
  request: WireRequest,
  limits: WireLimits,
  signal: AbortSignal | undefined,
): Promise<WireResponse> {
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  if (signal?.aborted) throw reasonOf(signal);
  signal?.addEventListener('abort', onAbort, { once: true });
  const deadline = setTimeout(() => stop.abort(), limits.deadlineMs);
  let response: Response | undefined;
  try {
    response = await fetch(request.url.href, {
      method: request.method,
      headers: request.headers,
      body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
      redirect: 'manual',
      signal: stop.signal,
    });
    return {
      status: response.status,
      headers: withoutEncoding(response.headers),
      body: await readBody(response, limits.maxResponseBytes),
    };
  } catch (failure) {
    if (signal?.aborted) throw reasonOf(signal);
    const context = { sent: true, status: response?.status, headers: response && withoutEncoding(response.headers) };
    if (stop.signal.aborted) {
      throw new WireFailure(`no answer within ${limits.deadlineMs} ms`, { ...context, fault: 'timeout' });
    }
    if (failure instanceof WireFailure) throw failure;
    const sent = response !== undefined || !isBeforeSending(failure);
    throw wireFailure(failure, { ...context, sent, viaProxy: false });
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** fetch has decoded the body already. */
function withoutEncoding(headers: Headers): Map<string, string> {
  const map = new Map(headers.entries());
  map.delete('content-encoding');
  return map;
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      const headers = withoutEncoding(response.headers);
      throw new WireFailure(`the answer is larger than ${maxBytes} bytes`, {
        fault: 'too-large',
        sent: true,
        status: response.status,
        headers,
      });
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}
