/** The data API over HTTP: `meta`, `load` and `sql` of each branch, authorized by tokens. Notes: Deployments, Credentials. */

import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { suspendIdle } from '../branches/devMode.ts';
import type { DataApi } from '../data/dataApi.ts';
import { parseDataApiPath } from '../data/dataApiAddress.ts';
import { readDataToken } from '../data/dataTokens.ts';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { Faults } from './faults.ts';
import { injectFault } from './injectFault.ts';
import type { Latency } from './latency.ts';
import { parseJson } from './parseJson.ts';

interface DataRoutesOptions {
  platform: Platform;
  data: DataApi;
  faults: Faults;
  latency: Latency;
  /** Makes the response to a failure. */
  fail(failure: unknown, context: Context): Response;
}

/** In characters. */
const largestQuery = 1024 * 1024;

export function dataRoutes({ platform, data, faults, latency, fail }: DataRoutesOptions): Hono {
  const routes = new Hono();
  routes.use('/deployments/*', cors());
  routes.on(['GET', 'POST'], '/deployments/*', async (context) => {
    const address = parseDataApiPath(new URL(context.req.url).pathname);
    if (!address) throw new HttpFailure(404, `Cannot ${context.req.method} ${context.req.path}`);
    await latency.wait();
    const deployment = () => platform.deployment(address.deploymentId);
    const answer = async () => {
      const live = deployment();
      const branch = address.branchName === undefined ? live.deployBranch : live.branch(address.branchName);
      if (!branch) throw new HttpFailure(404, `Branch '${address.branchName}' not found`);
      const access = await readDataToken(platform, live, branch.name, context.req.header('authorization'));
      suspendIdle(live);
      const { securityContext } = access;
      switch (address.operation) {
        case 'meta':
          return context.json(await data.meta(live, branch, securityContext));
        case 'load':
        case 'sql': {
          if (access.metaOnly) {
            throw new HttpFailure(403, 'This token reads metadata only: it cannot query data');
          }
          const { query, multi } = await readQuery(context);
          if (address.operation === 'sql') return context.json(await data.sql(live, branch, query, securityContext));
          const { signal } = context.req.raw;
          const caller = { id: context.req.header('authorization') ?? '', signal };
          return context.json(await data.load(live, branch, { input: query, multi }, securityContext, caller));
        }
        default:
          throw new HttpFailure(404, `Cannot ${context.req.method} ${context.req.path}`);
      }
    };
    const fault = faults.next(`data.${address.operation}`);
    if (!fault) return answer();
    return injectFault(fault, {
      context,
      deployment,
      closing: platform.services.closing,
      answer: () => answer().catch((failure) => fail(failure, context)),
    });
  });
  return routes;
}

/** Reads `query` and `queryType` from the URL or from the body. @throws HttpFailure 400, 413 */
async function readQuery({ req }: Context): Promise<{ query: unknown; multi: boolean }> {
  if (req.method === 'GET') {
    return { query: required(req.query('query'), 'query'), multi: req.query('queryType') === 'multi' };
  }
  const text = await req.text();
  if (text.length > largestQuery) throw new HttpFailure(413, 'The query is too large');
  const body = required(text, 'body');
  if (typeof body !== 'object' || body === null) throw new HttpFailure(400, 'body: expected an object with a query');
  const { query, queryType } = body as { query?: unknown; queryType?: unknown };
  return { query: typeof query === 'string' ? required(query, 'query') : query, multi: queryType === 'multi' };
}

function required(text: string | undefined, place: string): unknown {
  if (text === undefined || text === '') throw new HttpFailure(400, `Query param is required: ${place}`);
  return parseJson(text, place);
}
