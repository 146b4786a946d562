/** Reads the JSON body of a request. */

import type { Context } from 'hono';
import type * as z from 'zod';
import { HttpFailure } from '../records/httpFailure.ts';

/** @throws HttpFailure 400 for a body that does not match */
export async function validBody<T>(context: Context, shape: z.ZodType<T>): Promise<T> {
  const body = shape.safeParse(await context.req.json().catch(() => undefined));
  if (body.success) return body.data;
  const [issue] = body.error.issues;
  throw new HttpFailure(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
}
