/** Reads a request as its operation's schemas say. What does not fit is a 400 that names the field. */

import * as z from 'zod/mini';
import type { Operation } from '../../contract/operation.ts';
import { HttpFailure } from '../httpFailure.ts';

export interface ReadRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Bytes. */
const largestBody = 256 * 1024 * 1024;

/** @throws HttpFailure 400, 411, 413 */
export async function readRequest(
  operation: Operation,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
): Promise<ReadRequest> {
  // Writes without a body need a length, too. Notes: Conventions.
  const { headers } = request;
  if (
    /^(POST|PUT|PATCH)$/.test(request.method) &&
    !headers.has('content-length') &&
    !headers.has('transfer-encoding')
  ) {
    throw new HttpFailure(411, 'Length required');
  }
  if (Number(headers.get('content-length') ?? 0) > largestBody) throw new HttpFailure(413, 'The body is too large');
  return {
    params: parse(operation.params, pathParams, 'path'),
    query: parse(operation.query, readQuery(request), 'query'),
    body: parse(operation.body, await readBody(operation, request), 'body'),
  };
}

function parse(schema: z.ZodMiniType, value: unknown, place: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.length ? issue.path.join('.') : place;
  throw new HttpFailure(400, `${field}: ${issue?.message ?? 'not valid'}`);
}

function readQuery({ url }: Request): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) throw new HttpFailure(400, `${name}: given more than once`);
    define(query, name, value);
  }
  return query;
}

async function readBody({ encoding, body }: Operation, request: Request): Promise<unknown> {
  const sent = request.headers.has('content-length') ? request : await bounded(request);
  if (encoding === 'multipart') return readForm(sent);
  const text = await sent.text();
  if (text === '') return undefined;
  const json = parseJson(text);
  // Some clients send an empty object with every write.
  const empty = typeof json === 'object' && json !== null && Object.keys(json).length === 0;
  return empty && body instanceof z.ZodMiniUndefined ? undefined : json;
}

/** A body of unknown length, read while it stays within bounds. */
async function bounded({ body, headers }: Request): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > largestBody) throw new HttpFailure(413, 'The body is too large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': headers.get('content-type') ?? '' } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpFailure(400, 'body: not JSON');
  }
}

async function readForm(request: Request | Response): Promise<Record<string, unknown>> {
  const form = await request.formData().catch(() => {
    throw new HttpFailure(400, 'body: not multipart/form-data');
  });
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (Object.hasOwn(fields, name)) throw new HttpFailure(400, `${name}: given more than once`);
    define(fields, name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer()));
  }
  return fields;
}

/** Whatever the name is: `__proto__` is one, too. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
