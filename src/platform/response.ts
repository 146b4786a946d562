/** From a response on the wire to a parsed answer or a named failure. Lenient: unknown fields are kept, either envelope is taken. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { redact } from '../base/log.ts';
import type { Operation, ResponseOf } from '../contract/operation.ts';
import { readErrorText, readPage } from '../contract/shapes.ts';
import { PlatformError, type PlatformErrorDetails } from './platformError.ts';
import { retryAfterMs } from './retry.ts';
import type { WireResponse } from './wire.ts';

export interface ResponseContext {
  host: string;
  secrets: readonly string[];
  maxBytes: number;
}

/** Throws PlatformError for every status but 2xx and for every body that is not what the operation answers. */
export async function readResponse<O extends Operation>(
  operation: O,
  response: WireResponse,
  context: ResponseContext,
): Promise<ResponseOf<O>> {
  const { status, headers } = response;
  const fail = (
    message: string,
    details: Pick<PlatformErrorDetails, 'kind' | 'outcome' | 'action' | 'serverMessage' | 'cause'>,
  ): never => {
    const clean = redact(message, context.secrets);
    throw new PlatformError(clean, {
      host: context.host,
      operation: operation.id,
      status,
      requestId: requestIdOf(headers),
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
      ...details,
    });
  };
  const { host } = context;
  const ok = status >= 200 && status < 300;

  if (status >= 300 && status < 400) {
    return fail(`${host} points to ${redirectTarget(headers.get('location'))} instead of answering.`, {
      kind: 'redirected',
      outcome: 'refused-by-server',
      action: 'Use the address it points to as the platform’s address, if you trust it.',
    });
  }

  let text: string;
  try {
    text = (await decode(response, context.maxBytes)).trim();
  } catch (cause) {
    const tooLarge = (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return fail(
      tooLarge
        ? `${host} answered with more than ${context.maxBytes} bytes.`
        : `The answer of ${host} arrived damaged: its compression cannot be undone.`,
      {
        kind: tooLarge ? 'too-large' : 'reset',
        outcome: 'unknown',
        action: tooLarge ? 'Ask for less at a time.' : 'Try again.',
        cause,
      },
    );
  }
  const body = parseJson(text);
  const isPage = body === undefined && text !== '';
  const serverMessage = isPage ? undefined : shorten(redact(readErrorText(body?.value) ?? '', context.secrets));

  if (!ok) return fail(...statusFailure(status, { host, operation, serverMessage, isPage, headers }));

  if (isPage) {
    const claimsJson = /\bjson\b/i.test(headers.get('content-type') ?? '');
    if (claimsJson) {
      return fail(`${host} answered with JSON that ends early or is damaged.`, {
        kind: 'unexpected-shape',
        outcome: 'unknown',
        action: 'Try again; if it stays, tell the platform’s operator the request id.',
      });
    }
    return fail(`${host} has no such operation: it answered with a page instead of JSON.`, {
      kind: 'not-json',
      outcome: 'refused-by-server',
      action: 'Check the platform’s address, and that its version has this operation.',
    });
  }

  const refusal = refusalIn(body?.value);
  if (refusal !== undefined) {
    return fail(`${host} refused: ${shorten(redact(refusal, context.secrets))}`, {
      kind: 'rejected',
      outcome: 'refused-by-server',
      action: 'Correct what the message names.',
      serverMessage: shorten(redact(refusal, context.secrets)),
    });
  }

  // A write may answer with nothing; where nothing is read as an empty answer, a read never is.
  const value = body ? body.value : operation.method === 'GET' ? undefined : {};
  const parsed = operation.response.safeParse(value);
  if (!parsed.success || (operation.list && !readPage(parsed.data, operation.list.key))) {
    const issue = parsed.error?.issues[0];
    const reason =
      value === undefined
        ? 'the answer is empty'
        : issue
          ? `${issue.path.map(String).join('.') || 'the whole answer'}: ${issue.message}`
          : 'it holds no list';
    return fail(`${host} answered ${operation.id} in an unexpected shape: ${reason}.`, {
      kind: 'unexpected-shape',
      outcome: 'unknown',
      action: 'Check that this extension and the platform fit together; tell its operator the request id.',
    });
  }
  return (body ? parsed.data : body) as ResponseOf<O>;
}

function statusFailure(
  status: number,
  context: {
    host: string;
    operation: Operation;
    serverMessage: string | undefined;
    isPage: boolean;
    headers: ReadonlyMap<string, string>;
  },
): Parameters<
  (message: string, details: Pick<PlatformErrorDetails, 'kind' | 'outcome' | 'action' | 'serverMessage'>) => void
> {
  const { host, serverMessage, isPage, headers } = context;
  const said = serverMessage ? `: ${serverMessage}` : '.';
  const refused = { outcome: 'refused-by-server', serverMessage } as const;
  if (status === 401) {
    return [
      `${host} does not accept the key${said}`,
      { kind: 'unauthorized', ...refused, action: 'Sign in again with a valid key.' },
    ];
  }
  if (status === 403) {
    return [
      `${host} does not allow this with your key${said}`,
      { kind: 'forbidden', ...refused, action: 'Ask an administrator for access, or use another key.' },
    ];
  }
  if (status === 404 && isPage) {
    return [
      `${host} has no such operation: it answered with a page instead of JSON.`,
      {
        kind: 'not-json',
        ...refused,
        action: 'Check the platform’s address, and that its version has this operation.',
      },
    ];
  }
  if (status === 404) {
    return [
      `${host} does not know what was asked for${said}`,
      { kind: 'not-found', ...refused, action: 'Refresh: it may have been deleted or renamed.' },
    ];
  }
  if (status === 409) {
    return [
      `${host} found a conflict${said}`,
      { kind: 'conflict', ...refused, action: 'Bring in the other changes first, then try again.' },
    ];
  }
  if (status === 408) {
    return [
      `${host} gave up waiting for the request${said}`,
      { kind: 'timeout', outcome: 'unknown', serverMessage, action: 'Try again.' },
    ];
  }
  if (status === 413) {
    return [
      `The request is larger than ${host} takes${said}`,
      { kind: 'rejected', ...refused, action: 'Send less at a time.' },
    ];
  }
  if (status === 429) {
    return [
      `${host} asks for fewer requests${said}`,
      { kind: 'rejected', ...refused, action: 'Wait a little, then try again.' },
    ];
  }
  if (status >= 500) {
    const notProcessed = status === 501 || (status === 503 && headers.has('retry-after'));
    return [
      `${host} failed${said}`,
      {
        kind: 'server',
        outcome: notProcessed ? 'refused-by-server' : 'unknown',
        serverMessage,
        action: 'Try again in a while; if it stays, tell the platform’s operator the request id.',
      },
    ];
  }
  return [`${host} refused${said}`, { kind: 'rejected', ...refused, action: 'Correct what the message names.' }];
}

/** A success that says it failed: `success: false`, or nothing but an error. */
function refusalIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { success, error, message } = body as { success?: unknown; error?: unknown; message?: unknown };
  const onlyError = Object.keys(body).every((key) => /^(error|message|status|statusCode|success|requestId)$/.test(key));
  if (success === false || (onlyError && success !== true && typeof error === 'string' && error !== '')) {
    return readErrorText({ error, message }) ?? 'the server said that it did not succeed';
  }
  return undefined;
}

async function decode({ headers, body }: WireResponse, maxOutputLength: number): Promise<string> {
  let bytes: Uint8Array = body;
  for (const coding of (headers.get('content-encoding') ?? '').toLowerCase().split(',').reverse()) {
    const decompress = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[coding.trim()];
    if (decompress && bytes.length > 0) {
      bytes = await promisify<Uint8Array, { maxOutputLength: number }, Buffer>(decompress)(bytes, { maxOutputLength });
    }
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function requestIdOf(headers: ReadonlyMap<string, string> | undefined): string | undefined {
  const id = headers?.get('x-request-id') ?? headers?.get('request-id');
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
}

/** The origin only: the rest of a redirect may hold a one-time secret. */
function redirectTarget(location: string | undefined): string {
  if (location === undefined) return 'nowhere';
  return URL.canParse(location) ? new URL(location).origin : 'another of its pages';
}

function shorten(text: string): string | undefined {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.length > 500 ? `${line.slice(0, 499)}…` : line;
}
