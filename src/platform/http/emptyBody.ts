/** `Content-Length: 0` on a DELETE without a body: some front ends answer 411 without it, and undici leaves it out. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Disposable } from '../../base/lifetime.ts';
import type { WireRequest } from './wire.ts';

const created = 'undici:request:create';
/** Never on the wire: it marks the request as ours until undici has built its list of headers. */
const marker = 'x-empty-body';

let users = 0;

/** The channel is shared by every undici in the process: only a request with the marker is touched. */
function replaceMarker(message: unknown): void {
  const headers = (message as { request?: { headers?: unknown } }).request?.headers;
  if (!Array.isArray(headers)) return;
  const at = headers.indexOf(marker);
  if (at >= 0) headers.splice(at, 2, 'content-length', '0');
}

/** Headers to add to this request, in force until disposed; nothing for any other request. */
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
