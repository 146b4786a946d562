/** Errors meant for a person: what happened, where, and what to do next. Knows nothing of how they are shown. */

export interface UserErrorDetails {
  /** Where it happened: host, operation, request id, file. One short line. */
  where?: string;
  /** What to do next, as an imperative sentence. */
  action?: string;
  cause?: unknown;
}

/** An expected failure. Its message stands alone in a notification; everything that is not a UserError is a defect. */
export class UserError extends Error {
  readonly where: string | undefined;
  readonly action: string | undefined;

  constructor(message: string, details: UserErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'UserError';
    this.where = details.where;
    this.action = details.action;
  }

  /** The whole story in one paragraph, for a log or a dialog without buttons. */
  describe(): string {
    return [this.message, this.where && `(${this.where})`, this.action].filter(Boolean).join(' ');
  }
}

/** Thrown when a person or a lifetime cancelled; never shown as an error. */
export class CancelledError extends Error {
  constructor(message = 'Cancelled') {
    super(message);
    this.name = 'CancelledError';
  }
}

export function isCancellation(failure: unknown): boolean {
  return failure instanceof CancelledError || (failure instanceof Error && failure.name === 'AbortError');
}

/** The best one-line text of anything that was thrown. */
export function messageOf(failure: unknown): string {
  if (failure instanceof UserError) return failure.describe();
  if (failure instanceof Error) return failure.message || failure.name;
  return String(failure);
}

/** Marks a branch of code that the types say cannot be reached. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
