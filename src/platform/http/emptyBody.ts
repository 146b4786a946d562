/** Adds `Content-Length: 0` to a DELETE without a body: undici omits it, and some servers answer 411 without it. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Disposable } from '../../base/lifetime.ts';
import type { WireRequest } from './wire.ts';

const created = 'undici:request:create';
/** Marks our requests until undici has built their headers. It is never sent. */
const marker = 'x-empty-body';

let users = 0;

/** Every undici of the process uses the same channel, so only requests with the marker are changed. */
function replaceMarker(message: unknown): void {
  const headers = (message as { request?: { headers?: unknown } }).request?.headers;
  if (!Array.isArray(headers)) return;
  const at = headers.indexOf(marker);
  if (at >= 0) headers.splice(at, 2, 'content-length', '0');
}

/** The headers to add to this request. Dispose once the request has ended. */
export function announceEmptyBody({ method, body }: WireRequest): Disposable & { headers: Record<string, string> } {
  if (method !== 'DELETE' || body !== undefined) return { headers: {}, dispose() {} };
  if (users === 0) subscribe(created, replaceMarker);
  users += 1;
  return {
    headers: { [marker]: '0' },
    dispose() {
      users -= 1;
      if (users === 0) unsubscribe(created, replaceMarker);
    },
  };
}
