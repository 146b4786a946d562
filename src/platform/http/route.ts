/** A way to an origin: its connections and their protocol. */

import type { Disposable } from '../../base/lifetime.ts';
import type { WireLimits, WireRequest, WireResponse } from './wire.ts';

interface SendOptions {
  signal: AbortSignal | undefined;
  /** One of many: other requests must not wait for it. */
  bulk: boolean;
}

export interface Route extends Disposable {
  /** How many bulk requests it can carry at a time. */
  readonly maxBulk: number;
  /** Throws as `exchange` does. */
  send(request: WireRequest, limits: WireLimits, options: SendOptions): Promise<WireResponse>;
}
