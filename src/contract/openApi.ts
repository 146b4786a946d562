/** The OpenAPI 3.1 document of the table of operations. Spec: “Versioning” 1. */

import * as z from 'zod';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return schema;
}

function parametersOf(object: z.ZodObject, place: 'path' | 'query') {
  return Object.entries(object.shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !(type as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(type as z.ZodType, 'output'),
  }));
}

function bodyOf({ body, encoding }: Operation) {
  if (body instanceof z.ZodUndefined) return {};
  const mediaType = encoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: { [mediaType]: { schema: schemaOf(body, 'input') } },
    },
  };
}

const errorBody = {
  content: {
    'application/json': {
      schema: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    },
  },
};

function responsesOf({ status, response, failures }: Operation) {
  const stated = new Map<number, string[]>([[401, ['the credential is missing or invalid']]]);
  for (const failure of failures) {
    stated.set(failure.status, [...(stated.get(failure.status) ?? []), failure.when]);
  }
  return {
    [status]: { description: 'Success', content: { 'application/json': { schema: schemaOf(response, 'input') } } },
    ...Object.fromEntries(
      [...stated].map(([code, reasons]) => [code, { description: reasons.join('; or '), ...errorBody }]),
    ),
  };
}

export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of Object.values(operations) as Operation[]) {
    paths[entry.path] ??= {};
    paths[entry.path]![entry.method.toLowerCase()] = {
      operationId: entry.id,
      summary: entry.summary,
      tags: [entry.group],
      parameters: [...parametersOf(entry.params, 'path'), ...parametersOf(entry.query, 'query')],
      ...bodyOf(entry),
      responses: responsesOf(entry),
      security: [{ bearer: [] }],
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Platform management API', version: '1.0.0' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}
