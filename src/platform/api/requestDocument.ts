/** The JSON document of one API request: its text, its schema, and how it becomes an HTTP request. It never contains a credential. */

import { apiErrors } from './errors.ts';
import { type ApiDocument, type ApiOperation, type JsonSchema, resolve } from './openApi.ts';

export interface RequestDocument {
  /** Id of the connection; undefined: the only one. */
  platform: string | undefined;
  /** Id of the operation. */
  operation: string;
  parameters: Readonly<Record<string, unknown>>;
  /** Undefined without a body. */
  body: unknown;
}

/** A request without address and credential. */
export interface ApiRequest {
  method: string;
  /** Encoded, with the query. */
  path: string;
  /** Undefined without a body. */
  body:
    | { mediaType: 'application/json'; json: unknown }
    | { mediaType: 'multipart/form-data'; fields: FormFields }
    | undefined;
}

/** A text, or the path of a file to send. */
type FormFields = Readonly<Record<string, string | { file: string }>>;

/** A new document for an operation, with a place for everything that is required. */
export function newRequestText(
  operation: ApiOperation,
  api: ApiDocument,
  known: { schema: string; platform: string; parameters: Readonly<Record<string, string>> },
): string {
  const parameters: [string, unknown][] = operation.parameters
    .filter(({ required, name }) => required || Object.hasOwn(known.parameters, name))
    .map(({ name, schema }) => [
      name,
      Object.hasOwn(known.parameters, name) ? known.parameters[name] : example(schema, api.schemas),
    ]);
  const document = {
    $schema: known.schema,
    platform: known.platform,
    operation: operation.id,
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(operation.body?.required && { body: newBody(operation, api) }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The body with a place for everything that it requires; undefined if the operation takes none. */
export function newBody({ body }: ApiOperation, { schemas }: ApiDocument): unknown {
  return body && example(body.schema, schemas);
}

/** The required properties of an object, an empty value of anything else. */
function example(schema: JsonSchema, schemas: JsonSchema, depth = 0): unknown {
  const target = depth < 8 ? resolve(schema, { components: { schemas } }) : {};
  const { type, enum: values, properties, required, default: value, anyOf, oneOf, allOf } = target;
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0];
  for (const variants of [anyOf, oneOf, allOf]) {
    if (Array.isArray(variants) && variants.length > 0) return example(variants[0] as JsonSchema, schemas, depth + 1);
  }
  const kind = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (kind === 'array') return [];
  if (kind === 'integer' || kind === 'number') return 0;
  if (kind === 'boolean') return false;
  if (kind !== 'object' && properties === undefined) return kind === 'string' ? '' : {};
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
  const known = (properties ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(known, name) ? example(known[name]!, schemas, depth + 1) : '']),
  );
}

/** The JSON schema of the documents of an operation, for completion and hover. */
export function requestSchema(operation: ApiOperation, { operations, schemas }: ApiDocument): JsonSchema {
  const required = operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties: [string, unknown][] = operation.parameters.map(({ name, schema, description, in: place }) => [
    name,
    { ...schema, description: description ?? (place === 'path' ? 'Part of the path' : 'Query parameter') },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    description: `${operation.method} ${operation.path}`,
    required: [
      'operation',
      ...(required.length > 0 ? ['parameters'] : []),
      ...(operation.body?.required ? ['body'] : []),
    ],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      platform: { type: 'string', description: 'The connection that sends the request' },
      operation: { enum: operations.map(({ id }) => id), description: operation.summary ?? operation.id },
      parameters: { type: 'object', required, additionalProperties: false, properties: Object.fromEntries(properties) },
      ...(operation.body && { body: operation.body.schema }),
    },
    components: { schemas },
  };
}

/** @throws UserError `not-a-request` */
export function readRequestDocument(text: string): RequestDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw apiErrors.error('not-a-request', [(cause as Error).message], { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw apiErrors.error('not-a-request', ['it is not a JSON object']);
  }
  const { platform, operation, parameters = {}, body } = value as Record<string, unknown>;
  if (typeof operation !== 'string') throw apiErrors.error('not-a-request', ['“operation” is missing']);
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw apiErrors.error('not-a-request', ['“parameters” is not an object']);
  }
  return {
    platform: typeof platform === 'string' ? platform : undefined,
    operation,
    parameters: parameters as Record<string, unknown>,
    body,
  };
}

/**
 * Parameters that are null are left out. @throws UserError for a parameter or body that the operation does not have or that is
 * missing; the server checks their values
 */
export function toApiRequest({ parameters, body }: RequestDocument, operation: ApiOperation): ApiRequest {
  const names = operation.parameters.map(({ name }) => name);
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(parameters)) {
    if (!names.includes(name))
      throw apiErrors.error('unknown-parameter', [name, operation.id, names.join(', ') || '–']);
    if (value === null) continue;
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw apiErrors.error('bad-parameter', [name]);
    given.set(name, String(value));
  }
  for (const { name, required } of operation.parameters) {
    if (required && (given.get(name) ?? '') === '') throw apiErrors.error('missing-parameter', [name, operation.id]);
  }
  let path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const value = given.get(name);
    if (value === undefined) return whole;
    // A path of two dots would name another operation.
    return /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters) {
    if (place === 'query' && given.has(name)) query.append(name, given.get(name)!);
  }
  if (query.size > 0) path += `?${query}`;
  return { method: operation.method, path, body: toBody(body, operation) };
}

function toBody(body: unknown, operation: ApiOperation): ApiRequest['body'] {
  if (body === undefined) {
    if (operation.body?.required) throw apiErrors.error('missing-body', [operation.id]);
    return undefined;
  }
  if (!operation.body) throw apiErrors.error('no-body', [operation.id]);
  if (operation.body.mediaType === 'application/json') return { mediaType: 'application/json', json: body };
  const properties = (operation.body.schema.properties ?? {}) as Record<string, JsonSchema>;
  const fields: [string, string | { file: string }][] = Object.entries(body as object).map(([name, value]) => {
    if (typeof value !== 'string') throw apiErrors.error('bad-form', [name]);
    const isText =
      Object.hasOwn(properties, name) && properties[name]!.type === 'string' && !isBinary(properties[name]!);
    return [name, isText ? value : { file: value }];
  });
  return { mediaType: 'multipart/form-data', fields: Object.fromEntries(fields) };
}

function isBinary({ format, contentEncoding, contentMediaType }: JsonSchema): boolean {
  return format === 'binary' || contentEncoding === 'binary' || contentMediaType !== undefined;
}
