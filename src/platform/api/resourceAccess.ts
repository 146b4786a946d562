/** Reads, lists and changes resources by routes of the platform's API document. */

import { type Page, readErrorText, readPage } from '../../contract/definition/shapes.ts';
import type { Client, FreeResponse } from '../client.ts';
import { parseJson } from '../http/body.ts';
import { apiErrors } from './errors.ts';
import { type ApiDocument, type ApiOperation, findRoute } from './openApi.ts';

/** A route is a method and a path; `{}` marks a path parameter, whatever its name. */
export interface ResourceRoutes {
  /** Lists the resources; undefined if there is one only. */
  list?: string;
  /** Reads one; undefined if the list contains all of it. */
  read?: string;
  /** The property of the answer to `read` that is the resource; default: the whole answer. */
  part?: string;
  /** Changes one: with the changed properties, or with all of them. */
  write: string;
  /** Property of a listed resource that the last path parameter takes. */
  key?: string;
}

/** Values of the path parameters, in the order of the path. */
type PathValues = readonly string[];

export class ResourceAccess {
  readonly #client: Client;
  readonly #api: ApiDocument;

  constructor(client: Client, api: ApiDocument) {
    this.#client = client;
    this.#api = api;
  }

  has(route: string): boolean {
    return findRoute(this.#api, route) !== undefined;
  }

  /** @throws UserError `no-route` if this platform has no such operation */
  operation(route: string): ApiOperation {
    const operation = findRoute(this.#api, route);
    if (!operation) throw apiErrors.error('no-route', [route], { where: this.#client.host });
    return operation;
  }

  /** A page of the list. @throws PlatformError, UserError */
  async list(
    route: string,
    values: PathValues,
    after: string | undefined,
    signal?: AbortSignal,
  ): Promise<Page<object>> {
    const operation = this.operation(route);
    const query = new URLSearchParams({ first: String(pageSize), ...(after !== undefined && { after }) });
    const known = operation.parameters.some(({ name, in: place }) => place === 'query' && name === 'first');
    const body = await this.#send(operation, values, { query: known ? `?${query}` : '', signal });
    const page = readPage<object>(body);
    if (!page) throw apiErrors.error('answer-unreadable', [operation.id], { where: this.#client.host });
    return page;
  }

  /** @throws PlatformError, UserError */
  async read(
    { list, read, part, key }: ResourceRoutes,
    values: PathValues,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    if (read !== undefined) {
      const body = await this.#send(this.operation(read), values, { signal });
      const resource = part === undefined ? body : ((body ?? {}) as Record<string, unknown>)[part];
      return resource === undefined || resource === null ? {} : asObject(resource, read);
    }
    const wanted = values.at(-1);
    for (let after: string | undefined; ; ) {
      const page = await this.list(list!, values.slice(0, -1), after, signal);
      const found = page.items.find((item) => String((item as Record<string, unknown>)[key!]) === wanted);
      if (found) return found as Record<string, unknown>;
      if (!page.hasNextPage || page.endCursor === undefined || page.endCursor === after) break;
      after = page.endCursor;
    }
    throw apiErrors.error('resource-gone', [wanted ?? ''], { where: this.#client.host });
  }

  /** @throws PlatformError, UserError `refused` with the server's text */
  async write(route: string, values: PathValues, change: object, signal?: AbortSignal): Promise<void> {
    await this.#send(this.operation(route), values, { json: change, signal });
  }

  /** The path with its parameters. */
  pathOf({ path }: ApiOperation, values: PathValues): string {
    const rest = [...values];
    return path.replace(/\{[^}]+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
  }

  async #send(
    operation: ApiOperation,
    values: PathValues,
    { query = '', json, signal }: { query?: string; json?: object; signal?: AbortSignal | undefined },
  ): Promise<unknown> {
    const body = json && { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
    const path = `${this.pathOf(operation, values)}${query}`;
    const request = { operation: operation.id, method: operation.method, path, body };
    return this.#readAnswer(operation, await this.#client.exchange(request, signal && { signal }));
  }

  #readAnswer({ id }: ApiOperation, { status, text }: FreeResponse): unknown {
    const where = `${this.#client.host}, ${id}, HTTP ${status}`;
    const value = parseJson(text ?? '');
    if (status >= 400) throw apiErrors.error('refused', [readErrorText(value?.value) ?? `HTTP ${status}`], { where });
    if (!value && text !== '') throw apiErrors.error('answer-unreadable', [id], { where });
    return value?.value;
  }
}

const pageSize = 100;

function asObject(value: unknown, route: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw apiErrors.error('answer-unreadable', [route]);
}
