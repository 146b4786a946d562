/** One request and its response over any protocol, with deadlines, a size limit and cancellation. */

import type { CatalogMessage } from '../../base/errors.ts';
import { CancelledError } from '../../base/errors.ts';
import { wireFailure } from './faults.ts';
import { type BodySink, WireFailure, type WireLimits, type WireResponse, wireDetails } from './wire.ts';

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The events of a protocol while it sends a request and receives its response. After `abort` nothing more counts. */
export interface Exchange {
  /** The request is about to be written. @returns false if the exchange has ended: nothing may be written */
  sending(abort: (reason: Error) => void): boolean;
  head(status: number, headers: ReceivedHeaders): void;
  /** @returns a promise if the body must wait until it resolves */
  data(chunk: Buffer): Promise<void> | undefined;
  end(): void;
  /** `refused`: the server has not processed the request. A CancelledError stays as it is. */
  fail(failure: unknown, how: { viaProxy?: boolean; refused?: boolean }): void;
}

/**
 * Resolves with the whole response.
 * @throws WireFailure, which records whether the request was sent; the signal's reason or CancelledError after an abort.
 */
export function exchange(
  limits: WireLimits,
  signal: AbortSignal | undefined,
  send: (exchange: Exchange) => void,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let abort: ((reason: Error) => void) | undefined;
    let sentAt = 0;
    let status: number | undefined;
    let headers: ReadonlyMap<string, string> | undefined;
    let timer: NodeJS.Timeout | undefined;
    let settled = false;
    let size = 0;
    let sink: BodySink | undefined;
    const chunks: Buffer[] = [];

    const settle = () => {
      settled = true;
      clearTimeout(timer);
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (failure: Error) => {
      if (settled) return;
      settle();
      reject(failure);
      abort?.(failure);
    };
    const endWith = (fault: 'timeout' | 'too-large', detail: CatalogMessage) =>
      end(new WireFailure(detail, { fault, sent: abort !== undefined, status, headers }));
    const tooLarge = () => endWith('too-large', wireDetails.message('too-large', [limits.maxResponseBytes]));
    const onAbort = () => end(reasonOf(signal));
    const deadline = setTimeout(
      () => endWith('timeout', wireDetails.message('no-response', [limits.deadlineMs])),
      limits.deadlineMs,
    );
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });

    const current: Exchange = {
      sending(stop) {
        if (settled) return false;
        abort = stop;
        sentAt = performance.now();
        timer = setTimeout(
          () => endWith('timeout', wireDetails.message('no-response', [limits.headersMs])),
          limits.headersMs,
        );
        return true;
      },
      head(statusCode, received) {
        if (settled || statusCode < 200) return;
        status = statusCode;
        headers = headerMap(received);
        sink = limits.sinkFor?.(status, headers);
        if (!sink && Number(headers.get('content-length')) > limits.maxResponseBytes) return tooLarge();
        clearTimeout(timer);
        timer = setTimeout(() => endWith('timeout', wireDetails.message('stalled', [limits.stallMs])), limits.stallMs);
      },
      data(chunk) {
        if (settled) return undefined;
        timer?.refresh();
        if (sink) return sink.write(chunk)?.then(() => void timer?.refresh());
        size += chunk.length;
        if (size > limits.maxResponseBytes) tooLarge();
        else chunks.push(chunk);
        return undefined;
      },
      end() {
        if (settled) return;
        settle();
        const roundTripMs = performance.now() - sentAt;
        resolve({ status: status!, headers: headers!, body: Buffer.concat(chunks, size), roundTripMs });
      },
      fail(failure, { viaProxy = false, refused = false }) {
        if (settled) return;
        settle();
        const sent = abort !== undefined && !refused;
        const isCancelled = failure instanceof CancelledError;
        reject(isCancelled ? failure : wireFailure(failure, { sent, refused, viaProxy, status, headers }));
      },
    };
    try {
      send(current);
    } catch (failure) {
      end(failure instanceof Error ? failure : new Error(String(failure)));
    }
  });
}

export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason : new CancelledError();
}

function headerMap(received: ReceivedHeaders): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) map.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}
