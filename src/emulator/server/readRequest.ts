/** Reads and validates a request by its operation's schemas. A violation is a 400 that names the field. */

import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { CancelledError } from '../../base/errors.ts';
import type { Operation } from '../../contract/definition/operation.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { parseForm } from './form.ts';
import { largestBody } from './limitBodies.ts';
import { parseJson } from './parseJson.ts';

interface ReadRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Reads the body from the Node request, which is faster than its web stream. @throws HttpFailure 400, 411, 413 */
export async function readRequest(
  operation: Operation,
  incoming: IncomingMessage,
  url: string,
  pathParams: Readonly<Record<string, string>>,
): Promise<ReadRequest> {
  // Writes need a length even without a body. Notes: Conventions.
  const { headers } = incoming;
  if (
    /^(POST|PUT|PATCH)$/.test(incoming.method ?? '') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  ) {
    throw new HttpFailure(411, 'Length required');
  }
  return {
    params: parse(operation.params, pathParams, 'path'),
    query: parse(operation.query, readQuery(url), 'query'),
    body: parse(operation.body, await readBody(operation, incoming), 'body'),
  };
}

function parse(schema: z.ZodMiniType, value: unknown, place: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.length ? issue.path.join('.') : place;
  throw new HttpFailure(400, `${field}: ${issue?.message ?? 'not valid'}`);
}

function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) throw new HttpFailure(400, `${name}: given more than once`);
    define(query, name, value);
  }
  return query;
}

async function readBody(operation: Operation, incoming: IncomingMessage): Promise<unknown> {
  const { encoding, body } = operation;
  const bytes = await readBytes(incoming, operation.largestBody ?? largestBody);
  if (encoding === 'multipart') return readForm(bytes, incoming.headers['content-type'] ?? '');
  const text = bytes.toString('utf8');
  if (text === '') return undefined;
  const json = parseJson(text, 'body');
  // Some clients send an empty object with every write. Operations without a body accept it.
  const empty = typeof json === 'object' && json !== null && Object.keys(json).length === 0;
  return empty && body instanceof z.ZodMiniUndefined ? undefined : json;
}

/**
 * The whole body. Checks the real length, which can differ from the announced one. A body above the operation's limit is read to its
 * end, so that the client receives the answer; one above the server's limit is not.
 */
function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (length > largestBody) reject(tooLarge(limit));
    });
    incoming.once('end', () => (length <= limit ? resolve(Buffer.concat(chunks)) : reject(tooLarge(limit))));
    // A partial body is never processed.
    incoming.once('error', () => reject(new CancelledError()));
    incoming.once('close', () => {
      if (!incoming.complete) reject(new CancelledError());
    });
  });
}

function tooLarge(limit: number): HttpFailure {
  return new HttpFailure(413, `The body is larger than ${limit / 1024 / 1024} MiB`);
}

function readForm(bytes: Buffer, contentType: string): Record<string, unknown> {
  const form = parseForm(bytes, contentType);
  if (!form) throw new HttpFailure(400, 'body: not multipart/form-data');
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (Object.hasOwn(fields, name)) throw new HttpFailure(400, `${name}: given more than once`);
    define(fields, name, value);
  }
  return fields;
}

/** Defines any name as an own property, `__proto__` too. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
