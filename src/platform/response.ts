/** Turns a response on the wire into a parsed answer or a named failure. Lenient: keeps unknown fields, takes both list envelopes. */

import { type ErrorArgument, UserError } from '../base/errors.ts';
import { isNestedDeeper } from '../base/jsonDepth.ts';
import { redact } from '../base/redact.ts';
import type { Operation, ResponseOf } from '../contract/definition/operation.ts';
import { describePermission } from '../contract/definition/permissions.ts';
import { readErrorText, readPage } from '../contract/definition/shapes.ts';
import type { PlatformErrorCode } from './errors.ts';
import { parseJson, quoteLongNumbers, readBytes, textOf } from './http/body.ts';
import type { WireResponse } from './http/wire.ts';
import { PlatformError } from './platformError.ts';
import { refusalOf } from './refusals.ts';
import { retryAfterMs } from './retry.ts';
import type { StreamedBody } from './streamedBody.ts';

interface ResponseContext {
  host: string;
  secrets: readonly string[];
  /** Largest decompressed body, in bytes. */
  maxBytes: number;
  /** Has read the body while it arrived. */
  streamed?: StreamedBody | undefined;
}

/**
 * Levels of objects and arrays: code that walks through an answer calls itself for each of them. A listing of files has two for each
 * folder of a path, which has up to 450.
 */
const maxDepth = 1_000;

/** Characters whose parsing takes milliseconds. */
const largeText = 128 * 1024;

/** @throws PlatformError for every status but 2xx and for every body that does not match the operation. */
export async function readResponse<O extends Operation>(
  operation: O,
  response: WireResponse,
  context: ResponseContext,
): Promise<ResponseOf<O>> {
  const { status, headers } = response;
  // A server may echo the key anywhere.
  const clean = (arg: ErrorArgument) => (typeof arg === 'string' ? redact(arg, context.secrets) : arg);
  const fail = (code: PlatformErrorCode, args: readonly ErrorArgument[] = [], more: FailureDetails = {}) =>
    new PlatformError(code, [context.host, ...args.map(clean)], {
      host: context.host,
      operation: operation.id,
      status,
      requestId: requestIdOf(headers, context.secrets),
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
      ...more,
    });
  const refuse = (refusal: ReturnType<typeof refusalOf>, text: string | undefined): PlatformError => {
    const serverMessage = text && shorten(redact(text, context.secrets));
    if (refusal === 'forbidden' && !serverMessage && operation.permission) {
      return fail('permission-needed', [describePermission(operation.permission)]);
    }
    if (refusal === 'no-such-operation' || !serverMessage) return fail(refusal);
    return fail(`${refusal}-because`, [asSentence(serverMessage)], { serverMessage });
  };
  if (status >= 300 && status < 400) {
    const origin = originOf(headers.get('location'));
    throw origin === undefined ? fail('redirected') : fail('redirected-to', [origin]);
  }
  if (context.streamed) {
    const answer = await context.streamed.end().catch((cause: unknown) => {
      // The reader itself explains what it could not do with the body.
      if (cause instanceof UserError) throw cause;
      throw fail(operation.answers === 'bytes' ? 'damaged-response' : 'broken-json', [], { cause });
    });
    if (operation.list && !readPage(answer, operation.list.key)) throw fail('no-list', [operation.id]);
    return answer as ResponseOf<O>;
  }
  const bytes = await readBytes(response, context.maxBytes).catch((cause: unknown) => {
    const tooLarge = (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? fail('response-too-large', [context.maxBytes], { cause })
      : fail('damaged-response', [], { cause });
  });
  const isFile =
    operation.answers === 'bytes' && status < 300 && bytes.length > 0 && !isPage(headers.get('content-type'));
  if (isFile) return bytes as ResponseOf<O>;
  const text = textOf(bytes);
  if (isNestedDeeper(text, maxDepth)) throw fail('too-deep', [operation.id, maxDepth]);
  const body = parseJson(operation.exactNumbers ? quoteLongNumbers(text) : text);
  // Parsing a large response blocks the event loop; let other work run before validation.
  if (text.length > largeText) await new Promise((resolve) => setImmediate(resolve));
  const page = body === undefined && text !== '';
  if (status < 200 || status >= 400) {
    throw refuse(refusalOf(status, { page, retryAfter: headers.has('retry-after') }), readErrorText(body?.value));
  }
  if (page) throw fail(/\bjson\b/i.test(headers.get('content-type') ?? '') ? 'broken-json' : 'no-such-operation');
  const reported = reportedFailure(body?.value);
  if (reported !== undefined) throw refuse('rejected', reported);

  // A write may answer with an empty response, which is read as an empty object; a read may not.
  const value = body ? body.value : operation.method === 'GET' ? undefined : {};
  const parsed = operation.response.safeParse(value);
  if (value === undefined) throw fail('empty-response', [operation.id]);
  if (!parsed.success) {
    throw fail('unexpected-shape', [operation.id, describeIssue(parsed.error.issues[0]!)]);
  }
  if (operation.list && !readPage(parsed.data, operation.list.key)) throw fail('no-list', [operation.id]);
  return (body ? parsed.data : undefined) as ResponseOf<O>;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** For a union, the issues with each alternative. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** The mistake and its place. Of several alternatives, the one that fits best counts: it fails at the deepest place. */
function describeIssue({ path, message, errors = [] }: Issue): string {
  const inside = errors.flatMap(([first]) => (first ? [{ ...first, path: [...path, ...first.path] }] : []));
  const [best] = inside.sort((a, b) => b.path.length - a.path.length);
  if (best && best.path.length > path.length) return describeIssue(best);
  const where = path.map(String).join('.');
  // A server chooses the names, which can have any length.
  return shorten(where === '' ? message : `${where}: ${message}`) ?? '';
}

interface FailureDetails {
  serverMessage?: string;
  cause?: unknown;
}

/** An HTML page, or a JSON message instead of the file. */
function isPage(mediaType: string | undefined): boolean {
  return /^(text\/html|application\/json)\b/i.test(mediaType ?? '');
}

export function requestIdOf(
  headers: ReadonlyMap<string, string> | undefined,
  secrets: readonly string[],
): string | undefined {
  const id = headers?.get('x-request-id') ?? headers?.get('request-id');
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? redact(id, secrets) : undefined;
}

/** The origin only: the rest of a location may contain a one-time secret. */
function originOf(location: string | undefined): string | undefined {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined;
}

/** The error in a success that reports a failure: `success: false`, or no field but an error. */
function reportedFailure(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { success, error } = body as { success?: unknown; error?: unknown };
  const onlyError = Object.keys(body).every((key) => /^(error|message|status|statusCode|success|requestId)$/.test(key));
  if (success === false || (onlyError && success !== true && typeof error === 'string' && error !== '')) {
    return readErrorText(body) ?? '';
  }
  return undefined;
}

function shorten(text: string): string | undefined {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
