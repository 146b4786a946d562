/** Reads the operations of an OpenAPI 3 document, of any server and version. */

import { apiErrors } from './errors.ts';

export type JsonSchema = Record<string, unknown>;

interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string | undefined;
  schema: JsonSchema;
}

export interface ApiOperation {
  /** The document's `operationId`, or method and path. */
  id: string;
  method: string;
  /** With `{name}` for each path parameter. */
  path: string;
  summary: string | undefined;
  /** First tag. */
  group: string | undefined;
  parameters: readonly ApiParameter[];
  body: { required: boolean; mediaType: 'application/json' | 'multipart/form-data'; schema: JsonSchema } | undefined;
}

export interface ApiDocument {
  version: string | undefined;
  operations: readonly ApiOperation[];
  /** By method and path template: `GET /api/v1/things/{}`. */
  routes: ReadonlyMap<string, ApiOperation>;
  /** Targets of `#/components/schemas/…`, by name. */
  schemas: JsonSchema;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Skips what it cannot read. @throws UserError `no-operations` if no operation is left */
export function readApiDocument(value: unknown): ApiDocument {
  const document = asObject(value);
  const operations: ApiOperation[] = [];
  for (const [path, item] of Object.entries(asObject(document.paths))) {
    const shared = parametersOf(asObject(item).parameters, document);
    const byMethod = new Map(Object.entries(asObject(item)).map(([name, entry]) => [name.toLowerCase(), entry]));
    for (const method of methods) {
      const given = byMethod.get(method);
      if (typeof given !== 'object' || given === null) continue;
      const entry = asObject(given);
      const own = parametersOf(entry.parameters, document);
      const isOwn = (parameter: ApiParameter) =>
        own.some(({ name, in: place }) => name === parameter.name && place === parameter.in);
      operations.push({
        id: textOf(entry.operationId) ?? `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: textOf(entry.summary) ?? textOf(entry.description)?.split('\n')[0],
        group: Array.isArray(entry.tags) ? textOf(entry.tags[0]) : undefined,
        parameters: [...shared.filter((parameter) => !isOwn(parameter)), ...own],
        body: bodyOf(entry.requestBody, document),
      });
    }
  }
  if (operations.length === 0) throw apiErrors.error('no-operations');
  const routes = new Map(operations.map((each) => [routeOf(each), each]));
  const version = textOf(asObject(document.info).version);
  return { version, operations, routes, schemas: asObject(asObject(document.components).schemas) };
}

/** Finds an operation by its route, `GET /api/v1/things/{}`: operation ids and parameter names differ between servers. */
export function findRoute({ routes }: ApiDocument, route: string): ApiOperation | undefined {
  const [method = '', path = ''] = route.split(' ');
  return routes.get(routeOf({ method, path }));
}

/**
 * Whether a platform with this document has an operation. Paths of a kind that the document does not contain at all, such as
 * `/build/api/v1/…`, are assumed to exist.
 */
export function hasRoute({ routes }: ApiDocument, { method, path }: Pick<ApiOperation, 'method' | 'path'>): boolean {
  const route = routeOf({ method, path });
  return routes.has(route) || ![...routes.keys()].some((each) => rootOf(each) === rootOf(route));
}

/** Without the names of path parameters, without a trailing slash, and without what a server puts before `/api/v1`. */
function routeOf({ method, path }: Pick<ApiOperation, 'method' | 'path'>): string {
  const template = path.replace(/\{[^}]*\}|:(\w+)/g, '{}').replace(/\/+$/, '');
  return `${method} ${template.slice(Math.max(0, template.search(/\/(?:build\/)?api\/v\d/)))}`;
}

function rootOf(route: string): string | undefined {
  return / (\/(?:build\/)?api\/v\d)/.exec(route)?.[1];
}

function parametersOf(value: unknown, document: JsonSchema): ApiParameter[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each): ApiParameter[] => {
    const { name, in: place, required, description, schema } = resolve(each, document);
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) return [];
    return [
      {
        name,
        in: place,
        required: place === 'path' || required === true,
        description: textOf(description),
        schema: asObject(schema),
      },
    ];
  });
}

function bodyOf(value: unknown, document: JsonSchema): ApiOperation['body'] {
  const { content, required } = resolve(value, document);
  const types = asObject(content);
  for (const mediaType of ['application/json', 'multipart/form-data'] as const) {
    if (!Object.hasOwn(types, mediaType)) continue;
    return { required: required === true, mediaType, schema: resolve(asObject(types[mediaType]).schema, document) };
  }
  return undefined;
}

/** Follows one reference within the document. */
export function resolve(value: unknown, document: JsonSchema): JsonSchema {
  const { $ref } = asObject(value);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return asObject(value);
  let target: unknown = document;
  for (const part of $ref.slice(2).split('/')) {
    const object = asObject(target);
    target = Object.hasOwn(object, part) ? object[part] : undefined;
  }
  return asObject(target);
}

function asObject(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
