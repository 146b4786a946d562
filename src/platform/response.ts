/** From a response on the wire to a parsed answer or a named failure. Lenient: unknown fields are kept, either envelope is taken. */

import { redact } from '../base/log.ts';
import type { Operation, ResponseOf } from '../contract/operation.ts';
import { readErrorText, readPage } from '../contract/shapes.ts';
import { parseJson, readBytes, textOf } from './http/body.ts';
import type { WireResponse } from './http/wire.ts';
import { PlatformError } from './platformError.ts';
import { retryAfterMs } from './retry.ts';
import { type FailureMessage, messageOfStatus, noSuchOperation } from './statusMessages.ts';

export interface ResponseContext {
  host: string;
  secrets: readonly string[];
  /** Largest decompressed body, in bytes. */
  maxBytes: number;
}

/** Characters whose parsing takes milliseconds. */
const largeText = 128 * 1024;

/** Throws PlatformError for every status but 2xx and for every body that is not what the operation answers. */
export async function readResponse<O extends Operation>(
  operation: O,
  response: WireResponse,
  context: ResponseContext,
): Promise<ResponseOf<O>> {
  const { status, headers } = response;
  const fail = ({ kind, outcome, says, action }: FailureMessage, said?: string, cause?: unknown): PlatformError => {
    const serverMessage = said && shorten(redact(said, context.secrets));
    const sentence = serverMessage ? `${says(context.host)}: ${serverMessage}` : says(context.host);
    return new PlatformError(/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`, {
      kind,
      outcome,
      action,
      host: context.host,
      operation: operation.id,
      status,
      requestId: requestIdOf(headers),
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
      serverMessage,
      cause,
    });
  };
  if (status >= 300 && status < 400) throw fail(redirected(headers.get('location')));

  const bytes = await readBytes(response, context.maxBytes).catch((cause: unknown) => {
    const tooLarge = (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw fail(tooLarge ? unfoldsTooLarge(context.maxBytes) : damaged, undefined, cause);
  });
  const isFile =
    operation.answers === 'bytes' && status < 300 && bytes.length > 0 && !isPage(headers.get('content-type'));
  if (isFile) return bytes as ResponseOf<O>;
  const text = textOf(bytes);
  const body = parseJson(text);
  // What a large answer takes is shared out, so that nothing else has to wait for the whole of it.
  if (text.length > largeText) await new Promise((resolve) => setImmediate(resolve));
  const page = body === undefined && text !== '';
  if (status < 200 || status >= 400) {
    throw fail(messageOfStatus(status, { page, retryAfter: headers.has('retry-after') }), readErrorText(body?.value));
  }
  if (page) throw fail(/\bjson\b/i.test(headers.get('content-type') ?? '') ? brokenJson : noSuchOperation);
  const refusal = refusalIn(body?.value);
  if (refusal !== undefined) throw fail(messageOfStatus(400, { page, retryAfter: false }), refusal);

  // A write may answer with nothing, which then counts as an empty answer; a read may not.
  const value = body ? body.value : operation.method === 'GET' ? undefined : {};
  const parsed = operation.fits?.(value)
    ? { success: true as const, data: value }
    : operation.response.safeParse(value);
  if (value === undefined) throw fail(unexpectedShape(operation.id, 'the answer is empty'));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw fail(unexpectedShape(operation.id, `${path.map(String).join('.') || 'the whole answer'}: ${message}`));
  }
  if (operation.list && !readPage(parsed.data, operation.list.key)) {
    throw fail(unexpectedShape(operation.id, 'it holds no list'));
  }
  return (body ? parsed.data : undefined) as ResponseOf<O>;
}

/** A page, or a word of the server about the file instead of the file. */
function isPage(mediaType: string | undefined): boolean {
  return /^(text\/html|application\/json)\b/i.test(mediaType ?? '');
}

export function requestIdOf(headers: ReadonlyMap<string, string> | undefined): string | undefined {
  const id = headers?.get('x-request-id') ?? headers?.get('request-id');
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
}

const damaged: FailureMessage = {
  kind: 'reset',
  outcome: 'unknown',
  says: (host) => `The answer of ${host} arrived damaged: its compression cannot be undone`,
  action: 'Try again.',
};

const brokenJson: FailureMessage = {
  kind: 'unexpected-shape',
  outcome: 'unknown',
  says: (host) => `${host} answered with JSON that ends early or is damaged`,
  action: 'Try again; if it stays, tell the platform’s operator the request id.',
};

function unfoldsTooLarge(maxBytes: number): FailureMessage {
  return {
    kind: 'too-large',
    outcome: 'unknown',
    says: (host) => `The answer of ${host} is larger than ${maxBytes} bytes`,
    action: 'Ask for less at a time.',
  };
}

function unexpectedShape(operationId: string, reason: string): FailureMessage {
  return {
    kind: 'unexpected-shape',
    outcome: 'unknown',
    says: (host) => `${host} answered ${operationId} in an unexpected shape: ${reason}`,
    action: 'Check that this extension and the platform fit together; tell its operator the request id.',
  };
}

/** Names the origin only: the rest of a location may hold a one-time secret. */
function redirected(location: string | undefined): FailureMessage {
  const target =
    location === undefined ? 'nowhere' : URL.canParse(location) ? new URL(location).origin : 'another of its pages';
  return {
    kind: 'redirected',
    outcome: 'refused-by-server',
    says: (host) => `${host} points to ${target} instead of answering`,
    action: 'Use the address it points to as the platform’s address, if you trust it.',
  };
}

/** The error in a success that says it failed: `success: false`, or nothing but an error. */
function refusalIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { success, error } = body as { success?: unknown; error?: unknown };
  const onlyError = Object.keys(body).every((key) => /^(error|message|status|statusCode|success|requestId)$/.test(key));
  if (success === false || (onlyError && success !== true && typeof error === 'string' && error !== '')) {
    return readErrorText(body) ?? 'it says that it did not succeed';
  }
  return undefined;
}

function shorten(text: string): string | undefined {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.length > 500 ? `${line.slice(0, 499)}…` : line;
}
