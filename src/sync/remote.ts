/** The remote branch over the platform's client: paths without a leading slash, whole listings, requests counted. */

import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../contract/operation.ts';

/** The one method of the platform's client that synchronisation uses. */
export interface PlatformCaller {
  call<O extends Operation>(
    operation: O,
    input: { params?: ParamsOf<O>; query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ResponseOf<O>>;
}
