/** Errors for the user: what happened, where, and what to do next. */

/** The English texts of one kind of failure. `{0}`, `{1}` … stand for the arguments of the error. */
export interface ErrorText {
  /** One sentence that is complete on its own. */
  message: string;
  /** The next step for the user, as an imperative sentence. */
  action?: string;
}

export type ErrorArgument = string | number | CatalogMessage;

/** A text of a catalog with its arguments. */
export interface CatalogMessage {
  text: ErrorText;
  args: readonly ErrorArgument[];
  /** In English. */
  message: string;
}

interface UserErrorDetails {
  /** Where it happened: host, operation, request id, file. One short line. */
  where?: string | undefined;
  /** The next step for the user, as an imperative sentence. */
  action?: string | undefined;
  cause?: unknown;
}

/** An expected failure. Every error that is not a `UserError` is a bug. */
export class UserError extends Error {
  /** Stable name of the failure; undefined for a text without a catalog. */
  readonly code: string | undefined;
  readonly args: readonly ErrorArgument[];
  /** The texts without their arguments, so that the editor can translate them; undefined without a code. */
  readonly text: ErrorText | undefined;
  readonly where: string | undefined;
  readonly action: string | undefined;

  /** For texts that are already translated. Code that cannot translate uses `errorCatalog`. */
  constructor(
    message: string,
    details: UserErrorDetails & { code?: string; text?: ErrorText; args?: readonly ErrorArgument[] } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'UserError';
    this.code = details.code;
    this.text = details.text;
    this.args = details.args ?? [];
    this.where = details.where;
    this.action = details.action;
  }

  /** Message, place and action in one paragraph, for a log or a dialog without buttons. */
  describe(): string {
    return describeError(this);
  }
}

/** Joins message, place and action, in the user's language if the caller passes translated texts. */
export function describeError({ message, where, action }: Pick<UserError, 'message' | 'where' | 'action'>): string {
  return [message, where && `(${where})`, action].filter(Boolean).join(' ');
}

/** Replaces `{0}`, `{1}` … by the arguments. */
export function fillIn(template: string, args: readonly ErrorArgument[]): string {
  return template.replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = args[Number(index)] ?? whole;
    return typeof value === 'object' ? value.message : String(value);
  });
}

export interface ErrorCatalog<Code extends string> {
  texts: Readonly<Record<Code, ErrorText>>;
  /** The message named `code`, for a text that is not an error. */
  message(code: Code, args?: readonly ErrorArgument[]): CatalogMessage;
  /** Makes the error named `code` with English texts. */
  error(code: Code, args?: readonly ErrorArgument[], details?: Omit<UserErrorDetails, 'action'>): UserError;
}

/** The failures of one folder. The editor translates `texts`; logs and the command line show them in English. */
export function errorCatalog<Code extends string>(texts: Readonly<Record<Code, ErrorText>>): ErrorCatalog<Code> {
  return {
    texts,
    message: (code, args = []) => {
      const text = texts[code];
      return { text, args, message: fillIn(text.message, args) };
    },
    error: (code, args = [], details = {}) => {
      const text = texts[code];
      const action = text.action === undefined ? undefined : fillIn(text.action, args);
      return new UserError(fillIn(text.message, args), { ...details, action, code, text, args });
    },
  };
}

/** Thrown after a cancellation by the user or a lifetime; never shown as an error. */
export class CancelledError extends Error {
  constructor(message = 'Cancelled') {
    super(message);
    this.name = 'CancelledError';
  }
}

export function isCancellation(failure: unknown): boolean {
  return failure instanceof CancelledError || (failure instanceof Error && failure.name === 'AbortError');
}

/** A one-line text for anything that was thrown. */
export function messageOf(failure: unknown): string {
  if (failure instanceof UserError) return failure.describe();
  if (failure instanceof Error) return failure.message || failure.name;
  return String(failure);
}

/** The stack trace of anything that was thrown, for the log. */
export function stackOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
