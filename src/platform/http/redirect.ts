/** Follows redirects within the same origin only, so that a credential never leaves its origin. */

import type { WireRequest, WireResponse } from './wire.ts';

/** The request to send next, or undefined if the redirect is not followed. */
export function followRedirect(request: WireRequest, { status, headers }: WireResponse): WireRequest | undefined {
  const location = headers.get('location');
  // Only these two statuses keep method and body; the others turn a write into a read.
  const keepsMethod = status === 307 || status === 308;
  const readable = request.method === 'GET' && (status === 301 || status === 302 || status === 303);
  if (location === undefined || (!keepsMethod && !readable) || !URL.canParse(location, request.url.href))
    return undefined;
  const url = new URL(location, request.url.href);
  return url.origin === request.url.origin ? { ...request, url } : undefined;
}
