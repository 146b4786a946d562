/** A resource of the platform as a JSON document: what an edit of it sends. */

import { isDeepStrictEqual } from 'node:util';
import { apiErrors } from './errors.ts';
import type { ApiDocument, ApiOperation, JsonSchema } from './openApi.ts';

type JsonObject = Record<string, unknown>;

/** The properties that an operation's body accepts, and those that it requires; undefined if it accepts no JSON object. */
export function bodyProperties(operation: ApiOperation): { schema: JsonSchema; required: string[] } | undefined {
  const schema = operation.body?.schema;
  if (!schema || typeof schema.properties !== 'object' || schema.properties === null) return undefined;
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
  return { schema: schema.properties as JsonSchema, required };
}

/** The property that holds the version of a resource, and the one in which a write repeats it. */
export interface ResourceVersion {
  read: string;
  sent: string;
}

/**
 * The body that turns `base` into `edited`: the changed properties, and those that the operation always requires.
 * With a version, also the one of `base`, or 0 for a new resource. Undefined if nothing changed.
 * @throws UserError for a change that the operation does not accept
 */
export function changeBody(
  base: JsonObject,
  edited: JsonObject,
  accepted: { schema: JsonSchema; required: readonly string[] },
  version?: ResourceVersion,
): JsonObject | undefined {
  const names = [...new Set([...Object.keys(base), ...Object.keys(edited)])];
  const changed = names.filter((name) => !isDeepStrictEqual(propertyOf(base, name), propertyOf(edited, name)));
  if (changed.length === 0) return undefined;
  for (const name of changed) {
    if (!Object.hasOwn(accepted.schema, name)) throw apiErrors.error('read-only-property', [name]);
    if (!Object.hasOwn(edited, name) && !isNullable(accepted.schema[name])) {
      throw apiErrors.error('property-not-removable', [name]);
    }
  }
  const sent = new Set([...accepted.required.filter((name) => Object.hasOwn(edited, name)), ...changed]);
  const body = Object.fromEntries([...sent].map((name) => [name, propertyOf(edited, name) ?? null]));
  return version ? { ...body, [version.sent]: propertyOf(base, version.read) ?? 0 } : body;
}

function propertyOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isNullable(schema: unknown): boolean {
  const { type, anyOf, oneOf } = (schema ?? {}) as JsonSchema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return [anyOf, oneOf].some((variants) => Array.isArray(variants) && variants.some(isNullable));
}

// An answer has null for a property without a value, also if a write refuses it. As “not”, the editor does not offer it.
const noValue: JsonSchema = { not: { type: ['string', 'number', 'boolean', 'array', 'object'] } };

/** The JSON schema of a resource's document: what its write accepts, or null; the rest is read-only. */
export function resourceSchema(operation: ApiOperation, api: ApiDocument): JsonSchema {
  const properties = Object.entries(bodyProperties(operation)?.schema ?? {});
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, schema]) => [name, isNullable(schema) ? schema : { anyOf: [schema, noValue] }]),
    ),
    additionalProperties: { description: 'Read-only', readOnly: true },
    components: { schemas: api.schemas },
  };
}

/** @throws UserError `not-a-resource` */
export function readResourceText(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (cause) {
    throw apiErrors.error('not-a-resource', [(cause as Error).message], { cause });
  }
  throw apiErrors.error('not-a-resource', ['it is not a JSON object']);
}

/** The property that a server's error names at its start, as `name.part: text`; undefined if the document has none of that name. */
export function namedProperty(message: string, resource: JsonObject): string | undefined {
  const name = /^['"`“]?([\w-]+)/.exec(message)?.[1];
  return name !== undefined && Object.hasOwn(resource, name) ? name : undefined;
}
