/** Requests to a branch's data API, from the page and from exports. */

import type { DataQuery } from './dataQuery.ts';
import type { QueryResult } from './queryResult.ts';

export interface DataApiRequest {
  /** `…/v1` */
  dataApiUrl: string;
  token: string;
  signal: AbortSignal;
}

interface Reply {
  error?: string;
}

/** Runs a query. @throws Error with the message of the data API */
export async function loadData(request: DataApiRequest, query: DataQuery): Promise<QueryResult> {
  const { data, annotation = {}, error } = await requestDataApi<Partial<QueryResult>>(request, 'load', { query });
  if (!data) throw new Error(error ?? 'The data API sent no rows');
  return { data, annotation };
}

/** Repeats the request while the reply is `Continue wait`. Spec: I. Data API retry rule. */
export async function requestDataApi<Body>(
  { dataApiUrl, token, signal }: DataApiRequest,
  route: string,
  body?: object,
): Promise<Body & Reply> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization: token, 'content-type': 'application/json' };
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    const response = await fetch(`${dataApiUrl}/${route}`, { ...init, headers, credentials: 'omit', signal });
    const noJson = { error: `The data API answered ${response.status} without JSON` };
    const reply = (await response.json().catch(() => noJson)) as Body & Reply;
    if (reply.error !== 'Continue wait') return reply;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
  }
}
