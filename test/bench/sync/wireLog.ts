/** The real transport, with a note of when each exchange was on the wire. */

import { Transport } from '../../../src/platform/http/transport.ts';
import type { WireRequest, WireResponse } from '../../../src/platform/http/wire.ts';

export interface Exchange {
  /** Method and path behind the deployment, and a question mark where there is a query, such as `GET /data-model/files?`. */
  what: string;
  /** Milliseconds, by `performance.now()`. */
  begun: number;
  ended: number;
}

export class WireLog extends Transport {
  #exchanges: Exchange[] = [];

  /** What was sent since it was last asked for. */
  take(): Exchange[] {
    const taken = this.#exchanges;
    this.#exchanges = [];
    return taken;
  }

  override async send(
    request: WireRequest,
    options: { signal?: AbortSignal; deadlineMs: number },
  ): Promise<WireResponse> {
    const { pathname, search } = request.url;
    const what = `${request.method} ${pathname.replace(/^.*\/deployments\/[^/]+/, '')}${search === '' ? '' : '?'}`;
    const exchange = { what, begun: performance.now(), ended: Number.POSITIVE_INFINITY };
    this.#exchanges.push(exchange);
    try {
      return await super.send(request, options);
    } finally {
      exchange.ended = performance.now();
    }
  }
}

/** Milliseconds of [from, to] in which at least one of the exchanges was under way. */
export function timeOnWire(exchanges: readonly Exchange[], from: number, to: number): number {
  let until = from;
  let sum = 0;
  for (const { begun, ended } of [...exchanges].sort((a, b) => a.begun - b.begun)) {
    const end = Math.min(ended, to);
    const start = Math.max(begun, until);
    if (end > start) sum += end - start;
    until = Math.max(until, end);
  }
  return sum;
}

/** Round trips one after another: exchanges that were under way together count once. */
export function roundTrips(exchanges: readonly Exchange[]): number {
  let trips = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { begun, ended } of [...exchanges].sort((a, b) => a.begun - b.begun)) {
    if (begun >= until) {
      trips += 1;
      until = ended;
    } else until = Math.min(until, ended);
  }
  return trips;
}
