/** The error of a failed call. Spec: “Errors”. */

import { type ErrorArgument, fillIn, UserError } from '../base/errors.ts';
import { type FailureKind, type PlatformErrorCode, platformFailures, type WriteState } from './errors.ts';

interface PlatformErrorDetails {
  /** Host and port of the platform. */
  host: string;
  /** Id of the operation in the contract. */
  operation: string;
  /** Default: what the code means for a write. */
  writeState?: WriteState | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The server's own text, redacted. */
  serverMessage?: string | undefined;
  cause?: unknown;
}

/** A failed call: what happened, where, what it means for a write, and what to do. */
export class PlatformError extends UserError {
  readonly kind: FailureKind;
  readonly host: string;
  readonly operation: string;
  readonly writeState: WriteState;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serverMessage: string | undefined;

  /** @param args the arguments of the code's text in `platformFailures` */
  constructor(code: PlatformErrorCode, args: readonly ErrorArgument[], details: PlatformErrorDetails) {
    const { kind, writeState, message, action } = platformFailures[code];
    super(fillIn(message, args), {
      code,
      args,
      text: { message, action },
      where: whereOf(details),
      action: action === undefined ? undefined : fillIn(action, args),
      cause: details.cause,
    });
    this.name = 'PlatformError';
    this.kind = kind;
    this.host = details.host;
    this.operation = details.operation;
    this.writeState = details.writeState ?? writeState;
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
