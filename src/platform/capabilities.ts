/** Which operations a host has, by its own OpenAPI document. Lenient: what cannot be known is assumed to be there. */

import { raceAbort } from '../base/async.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { Client } from './client.ts';
import { PlatformError } from './platformError.ts';

type Routes = ReadonlyMap<string, ReadonlySet<string>>;

export class Capabilities {
  readonly #client: Client;
  readonly #log: Log;
  #probe: Promise<Routes | undefined> | undefined;

  constructor(client: Client, log: Log = silentLog) {
    this.#client = client;
    this.#log = log;
  }

  /**
   * Whether the host has an operation. The first question reads `/api/v1/spec`, once; a host that cannot answer it now is
   * asked again by the next question. Rejects only with CancelledError, when `signal` aborts.
   */
  async has(operation: Operation, signal?: AbortSignal): Promise<boolean> {
    const routes = await raceAbort(this.#routes(), signal);
    if (!routes) return true;
    const family = familyOf(operation.path);
    if (![...routes.keys()].some((path) => familyOf(path) === family)) return true;
    return routes.get(templateOf(operation.path))?.has(operation.method.toLowerCase()) ?? false;
  }

  /** Those of the operations that the host lacks. Rejects as `has` does. */
  async missing(wanted: readonly Operation[], signal?: AbortSignal): Promise<Operation[]> {
    const answers = await Promise.all(wanted.map((operation) => this.has(operation, signal)));
    return wanted.filter((_, index) => !answers[index]);
  }

  #routes(): Promise<Routes | undefined> {
    this.#probe ??= this.#read();
    return this.#probe;
  }

  async #read(): Promise<Routes | undefined> {
    try {
      const { paths } = await this.#client.call(operations.getSpec);
      const routes = Object.entries(paths).map(
        ([path, methods]) =>
          [
            templateOf(path),
            new Set(Object.keys((methods as object | null) ?? {}).map((name) => name.toLowerCase())),
          ] as const,
      );
      const merged = new Map<string, Set<string>>();
      for (const [path, methods] of routes) merged.set(path, new Set([...(merged.get(path) ?? []), ...methods]));
      return merged.size > 0 ? merged : undefined;
    } catch (failure) {
      // A host without the document stays without it; an outage passes.
      const lasting = failure instanceof PlatformError && failure.outcome === 'refused-by-server';
      if (!lasting) this.#probe = undefined;
      const reason = failure instanceof Error ? failure.message : String(failure);
      this.#log.info(`${this.#client.host} does not tell its operations, so all are assumed: ${reason}`);
      return undefined;
    }
  }
}

/** The path without names of parameters, slash at the end and lower-cased: servers name parameters as they like. */
function templateOf(path: string): string {
  const template = path.replace(/\{[^}]*\}|:(\w+)/g, '{}').replace(/\/+$/, '');
  return template.slice(Math.max(0, template.search(/\/(?:build\/)?api\/v\d/)));
}

function familyOf(path: string): 'build' | 'management' {
  return templateOf(path).startsWith('/build/') ? 'build' : 'management';
}
