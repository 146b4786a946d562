/** The compiled metadata of the two branches of a review. */

import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { buildResultOf } from '../../platform/builds.ts';
import type { Client } from '../../platform/client.ts';
import { DataApi } from '../../platform/dataApi.ts';
import type { Transport } from '../../platform/http/transport.ts';

export interface MetaPair {
  before: DataMeta;
  after: DataMeta;
}

export interface MetaRequest {
  client: Client;
  deploymentId: string | number;
  /** The branch that gets the changes. */
  target: string;
  source: string;
  /** For all requests; the platform may compile the models first. */
  deadlineMs: number;
  /** A shared transport, which its owner disposes. Default: a separate one for each branch. */
  transport?: Transport | undefined;
  log: Log;
}

/** Undefined if a branch is being built or its build failed, or if it is not served in time. Never rejects. */
export async function readMetas(request: MetaRequest, signal?: AbortSignal): Promise<MetaPair | undefined> {
  const timeout = AbortSignal.timeout(request.deadlineMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const { target, source, log } = request;
  try {
    const [before, after] = await Promise.all([readMeta(request, target, either), readMeta(request, source, either)]);
    return { before, after };
  } catch (failure) {
    const reason = timeout.aborted ? 'the platform did not answer in time.' : messageOf(failure);
    if (!signal?.aborted) log.warn(`The compiled models are not compared, only their sources: ${reason}`);
    return undefined;
  }
}

async function readMeta(
  { client, deploymentId, transport, log }: MetaRequest,
  branchName: string,
  signal: AbortSignal,
): Promise<DataMeta> {
  const params = { deploymentId };
  const status = await client.call(runtimeOperations.getBuildStatus, { params, query: { branchName } }, { signal });
  const result = buildResultOf(status);
  // Until a build ends well, the platform answers with the model of an older one.
  if (result === undefined || result === 'failed' || result === 'cancelled') {
    throw new Error(`${branchName} is not built.`);
  }
  const api = new DataApi({ client, deploymentId, branchName, transport, log });
  try {
    return await api.meta({ signal });
  } finally {
    api.dispose();
  }
}
