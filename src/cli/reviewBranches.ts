/** Reads and compares two branches: their files, models and metadata, and the values of affected queries. */

import type { Log } from '../base/log.ts';
import type { Reader } from '../platform/client.ts';
import { Transport } from '../platform/http/transport.ts';
import type { AffectedQuery } from '../review/model/affectedQueries.ts';
import type { Review } from '../review/review.ts';
import { BranchValues, type ValueChange, valueChanges } from '../review/valueChanges.ts';
import { ListedBranch, TextCache } from '../session/review/listedBranch.ts';
import { readCompiled } from '../session/review/readCompiled.ts';
import { readReview } from '../session/review/readReview.ts';
import { type PlatformCaller, RemoteBranch } from '../sync/remote/remoteBranch.ts';

interface ReviewRequest {
  client: Reader;
  deploymentId: string;
  branchName: string;
  base: string;
  modelFolder: string;
  /** The most queries to run and the time for them; with 0 queries, none is run. */
  budget: { queries: number; ms: number };
  /** The most slices of the certificate. */
  slices: number;
  /** Whether to wait for builds that run. */
  waits: boolean;
  log: Log;
}

/** Milliseconds for the metadata of both branches, which the platform may compile first. */
const compileMs = 60_000;
const sqlBudget = { statements: 2_000, ms: 120_000 };

/** @throws PlatformError, UserError */
export async function reviewBranches(request: ReviewRequest): Promise<Review> {
  const { client, deploymentId, branchName, base, modelFolder, waits, slices, log } = request;
  const cache = new TextCache();
  const listed = (name: string) =>
    new ListedBranch(
      name,
      new RemoteBranch(client as PlatformCaller<'nothing'>, { origin: client.baseUrl, deploymentId, branchName: name }),
      cache,
    );
  const transport = new Transport({ log });
  const source = { source: branchName, target: base };
  const compiled = { client, deploymentId, ...source, deadlineMs: compileMs, waits, transport, log };
  try {
    const { review, queries } = await readReview({
      source: listed(branchName),
      target: listed(base),
      modelFolder,
      readFork: async () => undefined,
      textOf: async () => undefined,
      uses: [],
      readCompiled: (signal) => readCompiled(compiled, signal),
      sqlBudget,
      certificate: {
        budget: { ...sqlBudget, slices, values: 0 },
        // The platform's planner is its own affair.
        planner: null,
        compiler: null,
        always: false,
      },
    });
    return { ...review, values: await readValues(request, queries, transport) };
  } finally {
    transport.dispose();
  }
}

async function readValues(
  { client, deploymentId, branchName, base, budget }: ReviewRequest,
  queries: readonly AffectedQuery[],
  transport: Transport,
): Promise<readonly ValueChange[]> {
  const sideOf = (name: string) => new BranchValues({ client, deploymentId, branchName: name, transport });
  const [before, after] = [sideOf(base), sideOf(branchName)];
  try {
    return await valueChanges(queries, { before, after, budget, signal: new AbortController().signal });
  } finally {
    before.dispose();
    after.dispose();
  }
}
