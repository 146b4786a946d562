/** Reads a request as its operation's schemas say. What does not fit is a 400 that names the field. */

import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { HttpFailure } from '../httpFailure.ts';

export interface ReadRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** @throws HttpFailure 400 */
export async function readRequest(
  operation: Operation,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
): Promise<ReadRequest> {
  const url = new URL(request.url);
  return {
    params: parse(operation.params, pathParams, 'path'),
    query: parse(operation.query, Object.fromEntries(url.searchParams), 'query'),
    body: parse(operation.body, await readBody(operation, request), 'body'),
  };
}

function parse(schema: z.ZodType, value: unknown, place: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.length ? issue.path.join('.') : place;
  throw new HttpFailure(400, `${field}: ${issue?.message ?? 'not valid'}`);
}

async function readBody({ encoding, body }: Operation, request: Request): Promise<unknown> {
  if (encoding === 'multipart') return readForm(request);
  const text = await request.text();
  if (text === '' || (body.safeParse(undefined).success && text === '{}' && !body.safeParse({}).success))
    return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpFailure(400, 'The body is not JSON');
  }
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  try {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of await request.formData()) {
      fields[name] = typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer());
    }
    return fields;
  } catch {
    throw new HttpFailure(400, 'The body is not multipart/form-data');
  }
}
