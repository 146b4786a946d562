/** Reads and compares two branches: their files, models and metadata, and the values of affected queries. */

import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import { documentKind } from '../../model/documents/documentKind.ts';
import type { Client } from '../../platform/client.ts';
import { DataApi } from '../../platform/dataApi.ts';
import { Transport } from '../../platform/http/transport.ts';
import { affectedQueries } from '../../review/affectedQueries.ts';
import { withMetaChanges } from '../../review/metaChanges.ts';
import type { ReviewUse } from '../../review/modelChanges.ts';
import type { Review } from '../../review/review.ts';
import { BranchValues, type ValueChange, valueChanges } from '../../review/valueChanges.ts';
import { ListedBranch, TextCache } from '../../session/review/listedBranch.ts';
import { readReview } from '../../session/review/readReview.ts';
import { type PlatformCaller, RemoteBranch } from '../../sync/remote/remoteBranch.ts';

interface ReviewRequest {
  client: Client;
  deploymentId: string;
  branchName: string;
  base: string;
  modelFolder: string;
  /** Of queries and milliseconds; without queries none is run. */
  budget: { queries: number; ms: number };
  log: Log;
}

/** For the metadata of both branches, which the platform may compile first. */
const metaMs = 60_000;

/** @throws PlatformError, UserError */
export async function reviewBranches(request: ReviewRequest): Promise<Review> {
  const { client, deploymentId, branchName, base, modelFolder, log } = request;
  const cache = new TextCache();
  const listed = (name: string) =>
    new ListedBranch(
      name,
      new RemoteBranch(client as PlatformCaller, { origin: client.baseUrl, deploymentId, branchName: name }),
      cache,
    );
  const [source, target] = [listed(branchName), listed(base)];
  const { review, after } = await readReview({
    source,
    target,
    modelFolder,
    readFork: async () => undefined,
    textOf: async () => undefined,
    uses: [],
  });
  if (review.files.length === 0) return review;
  const paths = [...after.keys()].filter((path) => documentKind(path, modelFolder) !== undefined);
  const texts = await source.texts(after, paths);
  const uses = [...texts].map(([path, text]) => ({ path, text }));
  const transport = new Transport({ log });
  try {
    const metas = await readMetas(request, transport);
    const model = metas ? withMetaChanges(review.model, metas.before, metas.after, uses) : review.model;
    const withModel = { ...review, model };
    return { ...withModel, values: await readValues(request, withModel, uses, transport) };
  } finally {
    transport.dispose();
  }
}

/** Undefined if a branch is not served, for example because its build failed. */
async function readMetas(
  { client, deploymentId, branchName, base, log }: ReviewRequest,
  transport: Transport,
): Promise<{ before: DataMeta; after: DataMeta } | undefined> {
  const metaOf = (name: string) =>
    new DataApi({ client, deploymentId, branchName: name, transport }).meta({ deadlineMs: metaMs });
  try {
    const [before, after] = await Promise.all([metaOf(base), metaOf(branchName)]);
    return { before, after };
  } catch (failure) {
    log.warn(`The compiled models are not compared, only their sources: ${messageOf(failure)}`);
    return undefined;
  }
}

async function readValues(
  { client, deploymentId, branchName, base, budget }: ReviewRequest,
  { model }: Review,
  uses: readonly ReviewUse[],
  transport: Transport,
): Promise<readonly ValueChange[]> {
  const queries = affectedQueries(model, uses);
  const sideOf = (name: string) => new BranchValues({ client, deploymentId, branchName: name, transport });
  const [before, after] = [sideOf(base), sideOf(branchName)];
  try {
    return await valueChanges(queries, { before, after, budget, signal: new AbortController().signal });
  } finally {
    before.dispose();
    after.dispose();
  }
}
