/** A way to an origin: its connections and their protocol. */

import type { WireLimits, WireRequest, WireResponse } from './wire.ts';

export interface SendOptions {
  signal: AbortSignal | undefined;
  /** One of many: other requests must not wait for it. */
  bulk: boolean;
}

export interface Route {
  /** Throws as `exchange` does; a WireFailure that is `refused` may be sent again on a new route. */
  send(request: WireRequest, limits: WireLimits, options: SendOptions): Promise<WireResponse>;
}
