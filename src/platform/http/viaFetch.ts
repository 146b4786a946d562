/** Sends a request through the editor's `fetch`, which supports proxies and certificates that Node cannot use. */

import { reasonOf } from './exchange.ts';
import { isBeforeSending, wireFailure } from './faults.ts';
import {
  type BodySink,
  WireFailure,
  type WireLimits,
  type WireRequest,
  type WireResponse,
  wireDetails,
} from './wire.ts';

export type Fetch = typeof globalThis.fetch;

/** Fails as `exchange` does. `fetch` does not report stages, so every failure but a failed connection counts as sent. */
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
  const begun = performance.now();
  let response: Response | undefined;
  try {
    response = await fetch(request.url.href, {
      method: request.method,
      headers: request.headers,
      body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
      redirect: 'manual',
      signal: stop.signal,
    });
    const { status, headers } = response;
    const sink = limits.sinkFor?.(status, withoutEncoding(headers));
    const body = await readBody(response, limits.maxResponseBytes, sink);
    return { status, headers: withoutEncoding(headers), body, roundTripMs: performance.now() - begun };
  } catch (failure) {
    if (signal?.aborted) throw reasonOf(signal);
    const context = { sent: true, status: response?.status, headers: response && withoutEncoding(response.headers) };
    if (stop.signal.aborted) {
      throw new WireFailure(wireDetails.message('no-response', [limits.deadlineMs]), { ...context, fault: 'timeout' });
    }
    if (failure instanceof WireFailure) throw failure;
    const sent = response !== undefined || !isBeforeSending(failure);
    throw wireFailure(failure, { ...context, sent, viaProxy: false });
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** `fetch` has already decompressed the body. */
function withoutEncoding(headers: Headers): Map<string, string> {
  const map = new Map(headers.entries());
  map.delete('content-encoding');
  return map;
}

async function readBody(response: Response, maxBytes: number, sink: BodySink | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (sink) {
      await sink.write(value);
      continue;
    }
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      const headers = withoutEncoding(response.headers);
      throw new WireFailure(wireDetails.message('too-large', [maxBytes]), {
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
