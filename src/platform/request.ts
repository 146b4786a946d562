/** Builds the request of an operation. Input that breaks the contract is rejected here, before it is sent. */

import type { BodyOf, Operation, ParamsOf, QueryOf } from '../contract/definition/operation.ts';
import { encodeMultipart } from './http/multipart.ts';
import type { WireRequest } from './http/wire.ts';
import { PlatformError } from './platformError.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : undefined extends T
    ? { [K in Name]?: T }
    : Record<never, never> extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T };

/** The input of a call: `params`, `query` and `body`, each required only if the operation requires one of its fields. */
export type InputOf<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  Part<'body', BodyOf<O>>;

export interface AnyInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The platform's names of query parameters, by ours. */
export type ParameterNames = ReadonlyMap<string, string>;

interface RequestTarget {
  /** Normalised, without a trailing slash. */
  baseUrl: string;
  host: string;
  authorization: string;
  names?: ParameterNames | undefined;
}

interface SafeSchema {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: unknown }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** @throws PlatformError `invalid-request` for an input that the operation's schemas do not accept. */
export function buildRequest(operation: Operation, input: AnyInput, target: RequestTarget): WireRequest {
  const reject = (reason: string): never => {
    throw new PlatformError('invalid-request', [reason], { host: target.host, operation: operation.id });
  };
  const check = (part: string, schema: SafeSchema, value: unknown): unknown => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const { path, message } = parsed.error.issues[0]!;
    return reject(`${[part, ...path.map(String)].join('.')}: ${message}`);
  };
  const params = check('params', operation.params, input.params ?? {}) as Record<string, string | number>;
  const query = check('query', operation.query, input.query ?? {}) as Record<string, unknown>;
  const body = check('body', operation.body, input.body);

  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encodeURIComponent(String(params[name]));
    return segment === '.' || segment === '..' ? reject(`params.${name}: not a valid name`) : segment;
  });
  const url = new URL(`${target.baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(target.names?.get(name) ?? name, String(value));
  }
  const headers: Record<string, string> = {
    authorization: target.authorization,
    accept: operation.answers === 'bytes' ? '*/*' : 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'data-model-workbench',
  };
  const encoded = encodeBody(operation, body);
  if (encoded) headers['content-type'] = encoded.contentType;
  return { method: operation.method, url, headers, body: encoded?.body };
}

function encodeBody({ encoding }: Operation, body: unknown): { contentType: string; body: Uint8Array } | undefined {
  if (body === undefined) return undefined;
  if (encoding === 'json') return { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  const fields = body as Record<string, string | Uint8Array | undefined>;
  const { fileName } = fields;
  return encodeMultipart(fields, typeof fileName === 'string' ? fileName.split('/').at(-1) : undefined);
}
