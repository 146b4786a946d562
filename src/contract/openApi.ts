/** Generates the OpenAPI 3.1 document of the table of operations. Spec: “Versioning” 1. */

import * as z from 'zod/mini';
import type { Operation } from './definition/operation.ts';
import { describePermission } from './definition/permissions.ts';
import { operations } from './operations.ts';
import { schemasByName } from './schemaNames.ts';

type JsonSchema = Record<string, unknown>;

const references = new Map(Object.entries(schemasByName).map(([name, type]) => [type, reference(name)]));

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The JSON schema of a type. Named types become references; the type itself only with `root`. */
function schemaOf(type: z.ZodMiniType, io: 'input' | 'output', root = true): JsonSchema {
  if (root && references.has(type)) return references.get(type)!;
  const names = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemasByName)) if (schema !== type) names.add(schema, { id: name });
  const {
    $schema: _,
    $defs: __,
    ...schema
  } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    metadata: names,
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.id;
      if (z.globalRegistry.get(zodSchema)?.deprecated) jsonSchema.deprecated = true;
    },
  }) as JsonSchema;
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      return value === '#' ? references.get(type)!.$ref : value.replace('#/$defs/', '#/components/schemas/');
    }),
  ) as JsonSchema;
}

function parametersOf(object: z.ZodMiniObject, place: 'path' | 'query') {
  return Object.entries(object.shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !(type as z.ZodMiniType).safeParse(undefined).success,
    schema: schemaOf(type as z.ZodMiniType, 'output'),
  }));
}

function bodyOf({ body, encoding }: Operation) {
  if (body instanceof z.ZodMiniUndefined) return {};
  const mediaType = encoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: { [mediaType]: { schema: schemaOf(body, 'input') } },
    },
  };
}

const errorBody = { content: { 'application/json': { schema: reference('Error') } } };

function responseOf({ status, answers, mediaType, response }: Operation) {
  if (status === 204) return { description: 'Success' };
  if (answers === 'bytes') return { description: 'Success', content: { [mediaType]: { schema: {} } } };
  return { description: 'Success', content: { 'application/json': { schema: schemaOf(response, 'input') } } };
}

function responsesOf(operation: Operation) {
  const { status, failures, params, access, permission } = operation;
  const stated = new Map<number, string[]>([
    [400, ['a parameter or the body is not valid']],
    [401, ['the credential is missing, malformed or expired']],
  ]);
  const state = (code: number, when: string) => stated.set(code, [...(stated.get(code) ?? []), when]);
  if (access === 'admin') state(403, 'the credential belongs to no administrator');
  if (access === 'user') state(403, 'the credential is the token of an embed session');
  if (permission) state(403, `the caller’s policies do not allow ${describePermission(permission)}`);
  for (const { status: code, when } of failures) state(code, when);
  if ('deploymentId' in params.shape) state(404, 'the deployment is unknown');
  return {
    [status]: responseOf(operation),
    ...Object.fromEntries(
      [...stated].map(([code, reasons]) => [code, { description: reasons.join('; or '), ...errorBody }]),
    ),
  };
}

/** A new document for each call, of plain data only. */
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
      security: entry.access === 'public' ? [] : [{ bearer: [] }],
    };
  }
  const error = { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] };
  const schemas = Object.entries(schemasByName).map(([name, type]) => [name, schemaOf(type, 'input', false)]);
  return {
    openapi: '3.1.0',
    info: { title: 'Platform management API', version: '1.0.0' },
    paths,
    components: {
      schemas: { ...Object.fromEntries(schemas), Error: error },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
