/** Reads, lists and changes the resources of a platform. */

import { type ListOperation, lenient, type Operation } from '../../contract/definition/operation.ts';
import type { Page } from '../../contract/definition/shapes.ts';
import type { CallOptions, ResourceWriter } from '../client.ts';
import { apiErrors } from './errors.ts';
import { type ApiDocument, findRoute } from './openApi.ts';

export interface ResourceOperations {
  /** Lists the resources; undefined if there is one only. */
  list?: ResourceOperation | undefined;
  /** Reads one; undefined if the list contains all of it. */
  read?: ResourceOperation | undefined;
  /** The property of the answer to `read` that is the resource; default: the whole answer. */
  part?: string | undefined;
  /** Changes one: with the changed properties, or with all of them. */
  write: ResourceOperation;
  /** Property of a listed resource that the last path parameter takes. */
  key?: string | undefined;
}

export interface ReadResource {
  value: Record<string, unknown>;
  /** Cursor of the page that contains it, for the next read; undefined on the first page. */
  place: string | undefined;
}

/** The page after a cursor, by default the first one, of all items or of those that contain a text. */
interface ListPart {
  after?: string | undefined;
  search?: string | undefined;
}

/** Values of the path parameters, in the order of the path. */
type PathValues = readonly string[];

/** An operation that changes no branch. */
export type ResourceOperation = Operation & { changes: 'nothing' | 'resource' };

interface Clients {
  writer: ResourceWriter;
  /** For the operations of administrators. */
  admin: ResourceWriter;
}

export class ResourceAccess {
  readonly #clients: Clients;
  readonly #api: ApiDocument;

  constructor(clients: Clients, api: ApiDocument) {
    this.#clients = clients;
    this.#api = api;
  }

  /** Whether the platform searches a list for a text. */
  canSearch(operation: ResourceOperation): boolean {
    return this.#takes(operation, 'search') ?? false;
  }

  /** The pages of a list. Throws as `Client.pages` does. */
  async *pages(operation: ResourceOperation, values: PathValues, { after, search }: ListPart, options?: CallOptions) {
    const query = {
      ...((this.#takes(operation, 'first') ?? true) && { first: pageSize }),
      ...(after !== undefined && { after }),
      ...(search !== undefined && { search }),
    };
    const input = { params: paramsOf(operation, values), query };
    const pages = this.#clientFor(operation).pages(lenient(operation) as ListOperation, input, options);
    yield* pages as AsyncGenerator<Page<object>, void, void>;
  }

  /**
   * Reads one. Without an operation for one, looks at the page where it was last, then at all pages.
   * @throws PlatformError, UserError `resource-gone`, CancelledError
   */
  async read(
    { list, read, part, key }: ResourceOperations,
    values: PathValues,
    place?: string,
    options?: CallOptions,
  ): Promise<ReadResource> {
    if (read) {
      const body = await this.#call(read, values, undefined, options);
      const resource = part === undefined ? body : ((body ?? {}) as Record<string, unknown>)[part];
      return { value: resource === undefined || resource === null ? {} : this.#asObject(resource, read), place };
    }
    const wanted = values.at(-1) ?? '';
    const parents = values.slice(0, -1);
    const find = ({ items }: Page<object>) =>
      items.find((item) => String((item as Record<string, unknown>)[key!]) === wanted);
    for (const start of new Set([place, undefined])) {
      let at = start;
      for await (const page of this.pages(list!, parents, { after: start }, options)) {
        const found = find(page);
        if (found) return { value: found as Record<string, unknown>, place: at };
        if (start !== undefined) break;
        at = page.endCursor;
      }
    }
    throw apiErrors.error('resource-gone', [wanted], { where: this.#clients.writer.host });
  }

  /** @throws PlatformError, CancelledError */
  async write(operation: ResourceOperation, values: PathValues, change: object, options?: CallOptions): Promise<void> {
    await this.#call(operation, values, change, options);
  }

  /** @returns what was created, as far as the platform says. @throws PlatformError, CancelledError */
  async create(operation: ResourceOperation, resource: object): Promise<Record<string, unknown>> {
    const created = await this.#call(operation, [], resource);
    return typeof created === 'object' && created !== null ? (created as Record<string, unknown>) : {};
  }

  /** Undefined if the API document does not contain the operation. */
  #takes({ method, path }: Operation, parameter: string): boolean | undefined {
    const listed = findRoute(this.#api, `${method} ${path}`)?.parameters;
    return listed?.some(({ name, in: at }) => at === 'query' && name === parameter);
  }

  async #call(
    operation: ResourceOperation,
    values: PathValues,
    body: unknown,
    options?: CallOptions,
  ): Promise<unknown> {
    const input = { params: paramsOf(operation, values), query: {}, body };
    return this.#clientFor(operation).call(lenient(operation), input, options);
  }

  #clientFor({ access }: Operation): ResourceWriter {
    return access === 'admin' ? this.#clients.admin : this.#clients.writer;
  }

  #asObject(value: unknown, { id }: Operation): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw apiErrors.error('answer-unreadable', [id], { where: this.#clients.writer.host });
  }
}

const pageSize = 100;

/** The path of a request with its parameters. */
export function resourcePath({ path }: Operation, values: PathValues): string {
  const rest = [...values];
  return path.replace(/\{[^}]+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
}

function paramsOf({ path }: Operation, values: PathValues): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
