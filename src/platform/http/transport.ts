/** Sends requests: over the route to their origin, bulk requests in a queue, and the editor's `fetch` as a fallback. */

import { setMaxListeners } from 'node:events';
import { raceAbort, withDeadline } from '../../base/async.ts';
import { CancelledError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { BulkQueue } from './bulkQueue.ts';
import type { SendOptions } from './route.ts';
import { type RouteOptions, Routes } from './routes.ts';
import { exchangeViaFetch, type Fetch } from './viaFetch.ts';
import { WireFailure, type WireLimits, type WireRequest, type WireResponse, wireDetails } from './wire.ts';

export interface TransportOptions extends RouteOptions {
  /** From sending a request to the headers of its response; default 120 000 ms, because compiling a large model takes long. */
  headersMs?: number | undefined;
  /** Longest pause within a response; default 30 000 ms. */
  stallMs?: number | undefined;
  /** Largest response in bytes, before and after decompression; default 64 MiB. */
  maxResponseBytes?: number | undefined;
  /** Used for an origin that cannot be reached directly. */
  fallbackFetch?: Fetch | undefined;
  log?: Log | undefined;
}

/** How often a request is sent again that the server has not processed. */
const maxResends = 3;

export interface TransportSendOptions {
  signal?: AbortSignal | undefined;
  deadlineMs: number;
  /** One of many: it waits until the server has capacity for it, and no other request waits for it. */
  bulk?: boolean | undefined;
  sinkFor?: WireLimits['sinkFor'];
}

/** Reads the proxy variables from `process.env` unless `environment` is given. */
export class Transport implements Disposable {
  readonly #options: TransportOptions;
  readonly #log: Log;
  readonly #routes: Routes;
  readonly #queues = new Map<string, BulkQueue>();
  readonly #viaFetch = new Set<string>();
  readonly #closing = new AbortController();

  constructor(options: TransportOptions = {}) {
    this.#options = { environment: process.env, ...options };
    this.#log = options.log ?? silentLog;
    const { signal: closing } = this.#closing;
    // Every open route listens.
    setMaxListeners(0, closing);
    this.#routes = new Routes(this.#options, {
      log: this.#log,
      closing,
      onCapacity: (origin, bulk) => {
        this.#queue(origin).max = bulk;
      },
    });
  }

  /** Largest response in bytes, before and after decompression. */
  get maxResponseBytes(): number {
    return this.#options.maxResponseBytes ?? 64 * 1024 * 1024;
  }

  /** @throws WireFailure; CancelledError when `signal` aborts or the transport is disposed. */
  async send(request: WireRequest, options: TransportSendOptions): Promise<WireResponse> {
    if (!options.bulk) return this.#send(request, options);
    const send = (deadlineMs: number) => this.#send(request, { ...options, deadlineMs });
    return this.#queue(request.url.origin).run(send, options);
  }

  async #send(
    request: WireRequest,
    { signal, deadlineMs, bulk = false, sinkFor }: TransportSendOptions,
  ): Promise<WireResponse> {
    if (this.#closing.signal.aborted) throw new CancelledError();
    const { headersMs = 120_000, stallMs = 30_000, fallbackFetch } = this.#options;
    const limits = { headersMs, stallMs, deadlineMs, maxResponseBytes: this.maxResponseBytes, sinkFor };
    const { origin } = request.url;
    if (fallbackFetch && this.#viaFetch.has(origin)) {
      return exchangeViaFetch(fallbackFetch, request, limits, signal);
    }
    const begun = performance.now();
    try {
      return await this.#sendOnRoute(request, limits, { signal, bulk });
    } catch (failure) {
      const left = deadlineMs - (performance.now() - begun);
      if (!fallbackFetch || !(failure instanceof WireFailure) || failure.sent || failure.refused || left <= 0) {
        throw failure;
      }
      return await this.#tryFetch(fallbackFetch, request, { ...limits, deadlineMs: left }, signal, failure);
    }
  }

  /** Closes every connection. Running requests reject with CancelledError. */
  dispose(): void {
    this.#closing.abort();
  }

  /** Sends again what the server has refused without processing it, because of its limits or because it closes the connection. */
  async #sendOnRoute(request: WireRequest, limits: WireLimits, options: SendOptions): Promise<WireResponse> {
    const end = performance.now() + limits.deadlineMs;
    for (let resends = 0; ; resends += 1) {
      const deadlineMs = Math.max(1, end - performance.now());
      const late = () =>
        new WireFailure(wireDetails.message('no-response', [limits.deadlineMs]), { fault: 'timeout', sent: false });
      const route = await withDeadline(raceAbort(this.#routes.get(request.url), options.signal), deadlineMs, late);
      try {
        return await route.send(request, { ...limits, deadlineMs: Math.max(1, end - performance.now()) }, options);
      } catch (failure) {
        if (!(failure instanceof WireFailure) || !failure.refused || resends === maxResends) throw failure;
      }
    }
  }

  async #tryFetch(
    fetch: Fetch,
    request: WireRequest,
    limits: Parameters<typeof exchangeViaFetch>[2],
    signal: AbortSignal | undefined,
    direct: WireFailure,
  ): Promise<WireResponse> {
    const { origin, host } = request.url;
    try {
      const response = await exchangeViaFetch(fetch, request, limits, signal);
      this.#viaFetch.add(origin);
      this.#log.info(`${host} cannot be reached directly (${direct.message}): using the editor's own network access`);
      return response;
    } catch (failure) {
      // The direct failure is more precise, unless the fallback sent something.
      throw failure instanceof WireFailure && !failure.sent ? direct : failure;
    }
  }

  #queue(origin: string): BulkQueue {
    let queue = this.#queues.get(origin);
    if (!queue) {
      queue = new BulkQueue();
      this.#queues.set(origin, queue);
    }
    return queue;
  }
}
