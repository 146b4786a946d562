/** What an error status means to a person, what it means for a write, and what to do. Spec: “Errors”; notes: Conventions. */

import type { FailureKind, Outcome } from './platformError.ts';

export interface FailureMessage {
  kind: FailureKind;
  outcome: Outcome;
  /** Without a full stop: the server's own words may follow. */
  says: (host: string) => string;
  action: string;
}

export const noSuchOperation: FailureMessage = {
  kind: 'not-json',
  outcome: 'refused-by-server',
  says: (host) => `${host} has no such operation: it answered with a page instead of JSON`,
  action: 'Check the platform’s address, and that its version has this operation.',
};

function refused(kind: FailureKind, says: FailureMessage['says'], action: string): FailureMessage {
  return { kind, outcome: 'refused-by-server', says, action };
}

const wordsByStatus: Record<number, FailureMessage> = {
  401: refused('unauthorized', (host) => `${host} does not accept the key`, 'Sign in again with a valid key.'),
  403: refused(
    'forbidden',
    (host) => `${host} does not allow this with your key`,
    'Ask an administrator for access, or use another key.',
  ),
  404: refused(
    'not-found',
    (host) => `${host} does not know what was asked for`,
    'Refresh: it may have been deleted or renamed.',
  ),
  408: {
    kind: 'timeout',
    outcome: 'unknown',
    says: (host) => `${host} gave up waiting for the request`,
    action: 'Try again.',
  },
  409: refused('conflict', (host) => `${host} found a conflict`, 'Bring in the other changes first, then try again.'),
  413: refused('rejected', (host) => `The request is larger than ${host} takes`, 'Send less at a time.'),
  429: refused('rejected', (host) => `${host} asks for fewer requests`, 'Wait a little, then try again.'),
};

/** Words for any status outside 2xx and 3xx; `page`: the body is no JSON; `retryAfter`: the server says when to come back. */
export function messageOfStatus(
  status: number,
  { page, retryAfter }: { page: boolean; retryAfter: boolean },
): FailureMessage {
  if (status === 404 && page) return noSuchOperation;
  if (status < 500) {
    return wordsByStatus[status] ?? refused('rejected', (host) => `${host} refused`, 'Correct what the message names.');
  }
  return {
    kind: 'server',
    // “Not implemented” and “come back later” both say that nothing was done.
    outcome: status === 501 || (status === 503 && retryAfter) ? 'refused-by-server' : 'unknown',
    says: (host) => `${host} failed`,
    action: 'Try again in a while; if it stays, tell the platform’s operator the request id.',
  };
}
