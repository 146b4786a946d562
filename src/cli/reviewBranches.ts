/** Reads and compares two branches: their files, models and metadata, and the values of affected queries. */

import { bundlePath } from '../base/bundlePath.ts';
import type { Log } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { sourceCompiler } from '../local/compiledSide.ts';
import type { Reader } from '../platform/client.ts';
import { Transport } from '../platform/http/transport.ts';
import type { Review } from '../review/review.ts';
import { confirmAccess } from '../session/review/confirmAccess.ts';
import { ListedBranch, TextCache } from '../session/review/listedBranch.ts';
import { readCompiled } from '../session/review/readCompiled.ts';
import { readContent } from '../session/review/readContent.ts';
import { readReview } from '../session/review/readReview.ts';
import { compareReviewedValues } from '../session/review/reviewedValues.ts';
import { type PlatformCaller, RemoteBranch } from '../sync/remote/remoteBranch.ts';

interface ReviewRequest {
  client: Reader;
  deploymentId: string;
  branchName: string;
  base: string;
  modelFolder: string;
  /** The most queries to run, and slices whose values are compared, and the milliseconds for each of both; 0: none. */
  budget: { queries: number; slices: number; ms: number };
  /** The most slices of the certificate. */
  slices: number;
  /** Whether to ask the platform what users with the groups of access policies see. */
  confirmsAccess?: boolean;
  /** Whether to wait for builds that run. */
  waits: boolean;
  log: Log;
}

/** Milliseconds for the metadata of both branches, which the platform may compile first. */
const compileMs = 60_000;
const contentMs = 30_000;
const confirmMs = 60_000;
const sqlBudget = { statements: 2_000, ms: 120_000 };

/** @throws PlatformError, UserError */
export async function reviewBranches(request: ReviewRequest): Promise<Review> {
  const {
    client,
    deploymentId,
    branchName,
    base,
    modelFolder,
    budget,
    waits,
    slices,
    confirmsAccess = false,
    log,
  } = request;
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
    const reading = await readReview({
      source: listed(branchName),
      target: listed(base),
      modelFolder,
      readFork: async () => undefined,
      textOf: async () => undefined,
      uses: [],
      readCompiled: (signal) => readCompiled(compiled, signal),
      sqlBudget,
      readContent: (signal) => readContent({ client, admin: client, deploymentId, deadlineMs: contentMs }, signal),
      openCompiler: () => sourceCompiler(new Compiler({ bundlePath: bundlePath('compiler.cjs'), log })),
      confirmAccess: confirmsAccess
        ? ({ before, after }, signal) =>
            confirmAccess(
              { client, deploymentId, transport, log, deadlineMs: confirmMs },
              [
                { branchName: base, callers: before },
                { branchName, callers: after },
              ],
              signal,
            )
        : undefined,
      certificate: {
        budget: { ...sqlBudget, slices, values: 0 },
        // The platform's planner is its own affair.
        planner: null,
        compiler: null,
        always: false,
      },
    });
    const targetOf = (name: string) => ({ client, deploymentId, branchName: name, transport });
    const targets = { before: targetOf(base), after: targetOf(branchName) };
    const signal = new AbortController().signal;
    return { ...reading.review, ...(await compareReviewedValues(reading, targets, { budget, signal })) };
  } finally {
    transport.dispose();
  }
}
