/** The real transport. Records when each request starts and ends. */

import { Transport, type TransportSendOptions } from '../../../src/platform/http/transport.ts';
import type { WireRequest, WireResponse } from '../../../src/platform/http/wire.ts';

export interface Exchange {
  /** Method and path after the deployment, with a question mark for a query: `GET /data-model/files?`. */
  what: string;
  /** Milliseconds, by `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

export class WireLog extends Transport {
  #exchanges: Exchange[] = [];

  /** Returns and removes the recorded exchanges. */
  take(): Exchange[] {
    const taken = this.#exchanges;
    this.#exchanges = [];
    return taken;
  }

  override async send(request: WireRequest, options: TransportSendOptions): Promise<WireResponse> {
    const { pathname, search } = request.url;
    const what = `${request.method} ${pathname.replace(/^.*\/deployments\/[^/]+/, '')}${search === '' ? '' : '?'}`;
    const exchange: Exchange = { what, startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
    this.#exchanges.push(exchange);
    try {
      return await super.send(request, options);
    } finally {
      exchange.endedAt = performance.now();
    }
  }
}

/** Milliseconds of [from, to] with at least one running exchange. */
export function timeOnWire(exchanges: readonly Exchange[], from: number, to: number): number {
  let until = from;
  let sum = 0;
  for (const { startedAt, endedAt } of [...exchanges].sort((a, b) => a.startedAt - b.startedAt)) {
    const end = Math.min(endedAt, to);
    const start = Math.max(startedAt, until);
    if (end > start) sum += end - start;
    until = Math.max(until, end);
  }
  return sum;
}

/** The number of sequential round trips: exchanges that overlap count once. */
export function roundTrips(exchanges: readonly Exchange[]): number {
  let trips = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of [...exchanges].sort((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= until) {
      trips += 1;
      until = endedAt;
    } else until = Math.min(until, endedAt);
  }
  return trips;
}
