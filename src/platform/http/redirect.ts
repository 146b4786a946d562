/** Which redirects are followed: within the same origin only, so that a credential never goes elsewhere. */

import type { WireRequest, WireResponse } from './wire.ts';

/** The request to send next, or undefined when the response is to be read as it is. */
export function followRedirect(request: WireRequest, { status, headers }: WireResponse): WireRequest | undefined {
  const location = headers.get('location');
  // Other statuses turn a write into a read; only these two keep method and body.
  const keeps = status === 307 || status === 308;
  const readable = request.method === 'GET' && (status === 301 || status === 302 || status === 303);
  if (location === undefined || (!keeps && !readable) || !URL.canParse(location, request.url.href)) return undefined;
  const url = new URL(location, request.url.href);
  return url.origin === request.url.origin ? { ...request, url } : undefined;
}
