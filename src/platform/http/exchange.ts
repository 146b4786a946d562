/** Sends one request through an undici dispatcher, with deadlines, a size limit and cancellation that closes the socket. */

import type Dispatcher from 'undici/types/dispatcher';
import { CancelledError } from '../../base/errors.ts';
import { announceEmptyBody } from './emptyBody.ts';
import { wireFailure } from './faults.ts';
import { WireFailure, type WireLimits, type WireRequest, type WireResponse } from './wire.ts';

/**
 * Resolves with the whole response. When `signal` aborts, the connection is closed.
 * @throws WireFailure, which records whether the request was sent; the signal's reason or CancelledError after an abort.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  limits: WireLimits,
  { signal, viaProxy }: { signal: AbortSignal | undefined; viaProxy: boolean },
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | undefined;
    let headers: ReadonlyMap<string, string> | undefined;
    let timer: NodeJS.Timeout | undefined;
    let settled = false;
    let size = 0;
    const chunks: Buffer[] = [];
    const emptyBody = announceEmptyBody(request);

    const settle = () => {
      settled = true;
      clearTimeout(timer);
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      emptyBody.dispose();
    };
    const fail = (failure: unknown) => {
      if (settled) return;
      settle();
      reject(failure);
      controller?.abort(failure instanceof Error ? failure : new Error(String(failure)));
    };
    const failWith = (fault: 'timeout' | 'too-large', message: string) =>
      fail(new WireFailure(message, { fault, sent: controller !== undefined, status, headers }));
    const onAbort = () => fail(reasonOf(signal));
    const deadline = setTimeout(
      () => failWith('timeout', `no response within ${limits.deadlineMs} ms`),
      limits.deadlineMs,
    );
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (settled) return started.abort(new CancelledError());
        controller = started;
        timer = setTimeout(() => failWith('timeout', `no response within ${limits.headersMs} ms`), limits.headersMs);
      },
      onResponseStart(_, statusCode, received) {
        if (settled || statusCode < 200) return;
        status = statusCode;
        headers = headerMap(received);
        if (Number(headers.get('content-length')) > limits.maxResponseBytes) return tooLarge();
        clearTimeout(timer);
        timer = setTimeout(() => failWith('timeout', `the response stalled for ${limits.stallMs} ms`), limits.stallMs);
      },
      onResponseData(_, chunk) {
        if (settled) return;
        size += chunk.length;
        if (size > limits.maxResponseBytes) return tooLarge();
        chunks.push(chunk);
        timer?.refresh();
      },
      onResponseEnd() {
        if (settled) return;
        settle();
        resolve({ status: status!, headers: headers!, body: Buffer.concat(chunks, size) });
      },
      onResponseError(_, failure) {
        if (settled) return;
        settle();
        if (codeIs(failure, 'UND_ERR_DESTROYED') || codeIs(failure, 'UND_ERR_CLOSED')) reject(new CancelledError());
        else reject(wireFailure(failure, { sent: controller !== undefined, viaProxy, status, headers }));
      },
    };
    const tooLarge = () => failWith('too-large', `the response is larger than ${limits.maxResponseBytes} bytes`);

    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: `${request.url.pathname}${request.url.search}`,
          method: request.method as Dispatcher.HttpMethod,
          headers: { ...request.headers, ...emptyBody.headers },
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    } catch (failure) {
      fail(failure);
    }
  });
}

export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason : new CancelledError();
}

function codeIs(failure: unknown, code: string): boolean {
  return (failure as { code?: unknown } | undefined)?.code === code;
}

function headerMap(received: Record<string, string | string[] | undefined>): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) map.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}
