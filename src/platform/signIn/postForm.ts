/** Sends a form to a sign-in route. RFC 6749 and RFC 8628: the body is form-encoded, the answer is JSON. */

import { redact } from '../../base/redact.ts';
import { parseJson, readBytes, textOf } from '../http/body.ts';
import type { Transport } from '../http/transport.ts';
import { WireFailure, type WireResponse } from '../http/wire.ts';
import { PlatformError } from '../platformError.ts';
import { refusalOf } from '../refusals.ts';
import { requestIdOf } from '../response.ts';
import { retryAfterMs } from '../retry.ts';
import { secondMs, serverMs } from '../serverMs.ts';
import { explainWireFailure } from '../wireErrors.ts';
import { signInErrors } from './signInErrors.ts';

export interface SignInHost {
  /** Normalised, without a trailing slash. */
  baseUrl: string;
  transport: Pick<Transport, 'send' | 'maxResponseBytes'>;
}

export interface FormAnswer {
  host: string;
  status: number;
  /** Undefined for a page and for JSON that is not an object. */
  body: Readonly<Record<string, unknown>> | undefined;
  /** The `error` of a failed request. */
  error: string | undefined;
}

const clientId = 'data-model-workbench';
const requestMs = 30_000;
const operation = 'signIn';

/** @throws PlatformError for a broken connection, 408, 429 and 5xx; CancelledError */
export async function postForm(
  { baseUrl, transport }: SignInHost,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<FormAnswer> {
  const url = new URL(`${baseUrl}${path}`);
  const { host } = url;
  const secrets = Object.values(fields);
  const request = {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams({ client_id: clientId, ...fields }).toString()),
  };
  let response: WireResponse;
  let text: string;
  try {
    response = await transport.send(request, { signal, deadlineMs: requestMs });
    text = textOf(await readBytes(response, transport.maxResponseBytes));
  } catch (failure) {
    if (!(failure instanceof WireFailure)) throw failure;
    throw explainWireFailure(failure, { host, operation, secrets });
  }
  const { status, headers } = response;
  if (status === 408 || status === 429 || (status >= 500 && status !== 501)) {
    throw new PlatformError(refusalOf(status, { page: true, retryAfter: headers.has('retry-after') }), [host], {
      host,
      operation,
      status,
      requestId: requestIdOf(headers, secrets),
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
    });
  }
  const value = parseJson(text)?.value;
  const body = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  const error = status >= 200 && status < 300 ? undefined : stringOf(body, 'error');
  return { host, status, body, error: error === undefined ? undefined : redact(error, secrets).slice(0, 100) };
}

/** A field by its name of RFC 8628, such as `device_code`, or the same name in camel case. */
function fieldOf(body: FormAnswer['body'], name: string): unknown {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return body?.[name] ?? body?.[camel];
}

export function stringOf(body: FormAnswer['body'], name: string): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of seconds, which some servers send as a string, in milliseconds: a second to an hour, or to `longest`. */
export function secondsOf(body: FormAnswer['body'], name: string, standard: number, longest?: number): number {
  const value = Number(fieldOf(body, name) ?? Number.NaN);
  return serverMs(value > 0 ? value : standard, secondMs, longest);
}

/** The failure that an answer without the expected fields means. */
export function refusedBy({ host, status, body, error }: FormAnswer, missing: string): Error {
  if (error !== undefined && status < 500 && status !== 404)
    return signInErrors.error('sign-in-refused', [host, error]);
  const isAnswer = status >= 200 && status < 300 && body !== undefined;
  return isAnswer
    ? signInErrors.error('sign-in-answer', [host, missing])
    : signInErrors.error('sign-in-not-offered', [host]);
}
