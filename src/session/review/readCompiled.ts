/** The compiled models of the two branches of a review, as the platform answers for them. */

import { type CatalogMessage, messageOf } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { dataModelOperations } from '../../contract/dataModel/dataModel.ts';
import type { ReportedError } from '../../model/placement/placeErrors.ts';
import { buildResultOf } from '../../platform/buildResult.ts';
import { pollBuild } from '../../platform/builds.ts';
import type { Reader } from '../../platform/client.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { CompileOutcome } from '../../review/compiled/askedSides.ts';
import { onlyPublic } from '../../review/compiled/publicParts.ts';
import { reviewTexts } from '../../review/model/reviewTexts.ts';
import { BranchValues } from '../../review/valueChanges.ts';

/** `missing`: why the model of the branch is not known; `hasFailed`: the platform cannot build it, whatever this computer compiles. */
export type ReadSide = CompileOutcome | { kind: 'missing'; reason: CatalogMessage; hasFailed?: boolean };

export interface CompiledSides extends Disposable {
  before: ReadSide;
  after: ReadSide;
}

export interface CompiledRequest {
  client: Reader;
  deploymentId: string | number;
  /** The branch that gets the changes. */
  target: string;
  source: string;
  /** Until both branches are built and answered; the platform may compile the models first. */
  deadlineMs: number;
  /** False: a build that runs is not waited for, and the model of its branch is not known. Default: true. */
  waits?: boolean;
  /** A shared transport, which its owner disposes. Default: a separate one for each branch. */
  transport?: Transport | undefined;
  log: Log;
}

/** Milliseconds between two looks at a build. */
const intervalMs = [250, 500, 1_000, 2_000, 5_000];

/** @throws CancelledError */
export async function readCompiled(request: CompiledRequest, signal?: AbortSignal): Promise<CompiledSides> {
  const { target, source } = request;
  const values = [target, source].map((branchName) => {
    const { client, deploymentId, transport, log } = request;
    return new BranchValues({ client, deploymentId, branchName, transport, log });
  }) as [BranchValues, BranchValues];
  const [before, after] = await Promise.all([
    readSide(request, target, values[0], signal),
    readSide(request, source, values[1], signal),
  ]);
  const dispose = () => {
    for (const one of values) one.dispose();
  };
  return { before, after, dispose };
}

async function readSide(
  request: CompiledRequest,
  branchName: string,
  values: BranchValues,
  signal: AbortSignal | undefined,
): Promise<ReadSide> {
  const timeout = AbortSignal.timeout(request.deadlineMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const missing = (reason: CatalogMessage): ReadSide => ({ kind: 'missing', reason });
  let isRun = true;
  try {
    const errors = await readErrors(request, branchName, either);
    if (errors.length > 0) return { kind: 'errors', errors };
    const { client, deploymentId, deadlineMs, waits = true } = request;
    const polling = { signal: either, intervalMs, deadlineMs: waits ? deadlineMs : 0, graceMs: 0 };
    const status = await pollBuild(client, { deploymentId, branchName }, polling);
    const result = buildResultOf(status);
    isRun = result !== 'inactive';
    // The platform goes on answering with the model of an older build.
    if (result === 'failed') {
      const reason = reviewTexts.message('build-failed', [branchName, status.errorText ?? '']);
      return { kind: 'missing', reason, hasFailed: true };
    }
    if (result === 'cancelled') return missing(reviewTexts.message('not-built', [branchName]));
    const meta = onlyPublic(await values.meta(undefined, either));
    return {
      kind: 'compiled',
      side: {
        meta,
        metaFor: async (as, until) => onlyPublic(await values.meta(as, until)),
        sql: (query, as, until) => values.sql({ query, as }, until),
      },
    };
  } catch (failure) {
    if (signal?.aborted) throw failure;
    if (timeout.aborted) return missing(reviewTexts.message('no-answer', [branchName]));
    if (failure instanceof PlatformError && failure.code === 'build-not-ended')
      return missing(reviewTexts.message('not-built', [branchName]));
    if (!isRun) return missing(reviewTexts.message('not-run', [branchName]));
    return missing(reviewTexts.message('not-read', [branchName, messageOf(failure)]));
  }
}

/** Empty if an older platform cannot validate a branch: then its build tells. */
async function readErrors(
  { client, deploymentId, log }: CompiledRequest,
  branchName: string,
  signal: AbortSignal,
): Promise<readonly ReportedError[]> {
  try {
    const input = { params: { deploymentId }, query: { branchName } };
    const { valid, errors } = await client.call(dataModelOperations.validate, input, { signal });
    if (valid || errors.length > 0)
      return errors.map(({ message, fileName }) => ({ message, fileName: fileName ?? null }));
    return [{ message: 'The platform reports an invalid model without a message.', fileName: null }];
  } catch (failure) {
    if (signal.aborted || !(failure instanceof PlatformError) || !isMissing(failure)) throw failure;
    log.warn(`${branchName} is not validated: ${messageOf(failure)}`);
    return [];
  }
}

function isMissing({ kind }: PlatformError): boolean {
  return kind === 'not-json' || kind === 'not-found' || kind === 'forbidden';
}
