/** Which failure an error status means. Spec: “Errors”; notes: Conventions. */

import type { RefusalCode } from './errors.ts';

const byStatus: Readonly<Record<number, RefusalCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'request-timeout',
  409: 'conflict',
  413: 'request-too-large',
  429: 'too-many-requests',
};

/** For any status outside 2xx and 3xx. `page`: the body is not JSON; `retryAfter`: the response has that header. */
export function refusalOf(
  status: number,
  { page, retryAfter }: { page: boolean; retryAfter: boolean },
): RefusalCode | 'no-such-operation' {
  if (status === 404 && page) return 'no-such-operation';
  if (status < 500) return byStatus[status] ?? 'rejected';
  return status === 501 || (status === 503 && retryAfter) ? 'unavailable' : 'server';
}
