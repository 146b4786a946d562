/** What can go wrong between a client and the platform, with a name for each. Knows nothing of sockets. */

import { UserError } from '../base/errors.ts';

export type FailureKind =
  /** The host's name does not resolve. */
  | 'dns'
  /** Nothing listens there, or no way leads there. */
  | 'refused'
  /** The proxy cannot be used or said no. */
  | 'proxy'
  /** The host's certificate or its TLS is not acceptable. */
  | 'tls'
  | 'timeout'
  /** The connection broke, before or in the middle of the answer. */
  | 'reset'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  /** Any other 4xx, or a success that says it failed. */
  | 'rejected'
  /** Any 5xx. */
  | 'server'
  /** A page instead of JSON: this host has no such operation. */
  | 'not-json'
  | 'unexpected-shape'
  /** The answer is larger than this client takes. */
  | 'too-large'
  /** The request breaks the contract; it was never sent. */
  | 'invalid-request'
  /** The host points elsewhere; not followed, so that the credential stays with its origin. */
  | 'redirected';

/** Whether a write may have happened: certainly not (`not-sent`, `refused-by-server`), or perhaps (`unknown`). */
export type Outcome = 'not-sent' | 'unknown' | 'refused-by-server';

export interface PlatformErrorDetails {
  kind: FailureKind;
  /** Host and port of the platform. */
  host: string;
  /** Id of the operation in the contract. */
  operation: string;
  outcome: Outcome;
  /** One thing to do, as an imperative sentence. */
  action: string;
  status?: number | undefined;
  requestId?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The server's own words, redacted. */
  serverMessage?: string | undefined;
  cause?: unknown;
}

/** A named failure of one call: where it happened, what it means for a write, and what to do. Spec: “Errors”. */
export class PlatformError extends UserError {
  readonly kind: FailureKind;
  readonly host: string;
  readonly operation: string;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serverMessage: string | undefined;

  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { where: whereOf(details), action: details.action, cause: details.cause });
    this.name = 'PlatformError';
    this.kind = details.kind;
    this.host = details.host;
    this.operation = details.operation;
    this.outcome = details.outcome;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.serverMessage = details.serverMessage;
  }
}

function whereOf({ host, operation, status, requestId }: PlatformErrorDetails): string {
  const parts = [host, operation];
  if (status !== undefined) parts.push(`HTTP ${status}`);
  if (requestId !== undefined) parts.push(`request ${requestId}`);
  return parts.join(', ');
}
