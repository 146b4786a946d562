/** Which operations a host has, read from its OpenAPI document. An operation counts as present unless the document excludes it. */

import { raceAbort } from '../base/async.ts';
import { messageOf } from '../base/errors.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { Operation } from '../contract/definition/operation.ts';
import { deploymentOperations } from '../contract/deployments/deployments.ts';
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
   * Whether the host has an operation. The first call reads `/api/v1/spec`; after an outage the next call reads it again.
   * Rejects only with CancelledError, when `signal` aborts.
   */
  async has(operation: Operation, signal?: AbortSignal): Promise<boolean> {
    const routes = await raceAbort(this.#routes(), signal);
    if (!routes) return true;
    const family = familyOf(operation.path);
    if (![...routes.keys()].some((path) => familyOf(path) === family)) return true;
    return routes.get(templateOf(operation.path))?.has(operation.method.toLowerCase()) ?? false;
  }

  /** The operations that the host does not have. Rejects as `has` does. */
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
      const { paths } = await this.#client.call(deploymentOperations.getSpec);
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
      // A host without the document will not get one, but an outage ends.
      const permanent = failure instanceof PlatformError && failure.writeState === 'refused-by-server';
      if (!permanent) this.#probe = undefined;
      this.#log.info(`${this.#client.host} does not list its operations, so all are assumed: ${messageOf(failure)}`);
      return undefined;
    }
  }
}

/** The path without parameter names and trailing slash: servers choose their own parameter names. */
function templateOf(path: string): string {
  const template = path.replace(/\{[^}]*\}|:(\w+)/g, '{}').replace(/\/+$/, '');
  return template.slice(Math.max(0, template.search(/\/(?:build\/)?api\/v\d/)));
}

function familyOf(path: string): 'build' | 'management' {
  return templateOf(path).startsWith('/build/') ? 'build' : 'management';
}
