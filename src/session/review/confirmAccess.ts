/** Asks the platform what callers see, with metadata tokens, and compares that with what the access policies say. */

import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { metaTokenOperations } from '../../contract/deployments/metaTokens.ts';
import { branchEnvironment } from '../../platform/branchEnvironment.ts';
import type { Reader } from '../../platform/client.ts';
import { DataApi } from '../../platform/dataApi.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { type CallerAccess, groupOf } from '../../review/compiled/access.ts';
import { type AccessConfirmation, disagreement } from '../../review/compiled/confirmedAccess.ts';
import { reviewTexts } from '../../review/model/reviewTexts.ts';

export interface ConfirmRequest {
  client: Reader;
  deploymentId: string;
  transport: Transport;
  log: Log;
  /** Milliseconds for everything. */
  deadlineMs: number;
}

interface BranchCallers {
  branchName: string;
  /** What the policies say. */
  callers: readonly CallerAccess[];
}

/** Callers of each branch. The first ones have no group or one. */
const maxCallers = 40;
/** Seconds. */
const tokenLifetime = 600;

/** Never fails for what cannot be asked, but says so. @throws CancelledError when `signal` aborts */
export async function confirmAccess(
  request: ConfirmRequest,
  branches: readonly BranchCallers[],
  signal: AbortSignal,
): Promise<AccessConfirmation> {
  const timeout = AbortSignal.timeout(request.deadlineMs);
  const until = AbortSignal.any([signal, timeout]);
  const reasonOf = (failure: unknown) => {
    if (signal.aborted) throw failure;
    return timeout.aborted ? reviewTexts.message('no-time') : messageOf(failure);
  };
  const found = await Promise.all(branches.map((one) => confirmBranch(request, one, until, reasonOf)));
  return {
    asked: found.reduce((sum, { asked }) => sum + asked, 0),
    equal: found.reduce((sum, { equal }) => sum + equal, 0),
    different: found.flatMap(({ different }) => different),
    notConfirmed: found.flatMap(({ notConfirmed }) => notConfirmed),
  };
}

type Reason = AccessConfirmation['notConfirmed'][number]['reason'];

async function confirmBranch(
  { client, deploymentId, transport, log }: ConfirmRequest,
  { branchName, callers }: BranchCallers,
  signal: AbortSignal,
  reasonOf: (failure: unknown) => Reason,
): Promise<AccessConfirmation> {
  const different: AccessConfirmation['different'][number][] = [];
  const notConfirmed: AccessConfirmation['notConfirmed'][number][] = [];
  let asked = 0;
  const end = () => ({ asked, equal: asked - different.length, different, notConfirmed });
  let environment: Awaited<ReturnType<typeof branchEnvironment>>;
  try {
    environment = await branchEnvironment({ client, deploymentId, branchName }, { signal });
  } catch (failure) {
    notConfirmed.push({ branch: branchName, reason: reasonOf(failure) });
    return end();
  }
  const tokenFor = async (groups: readonly string[]) => {
    const params = { deploymentId, environmentId: environment.id };
    const body = { security_context: groups.length > 0 ? { groups: [...groups] } : {}, expires_in: tokenLifetime };
    return (await client.call(metaTokenOperations.createMetaSyncToken, { params, body }, { signal })).data.token;
  };
  for (const caller of callers.slice(0, maxCallers)) {
    const { groups, hasCondition = false, failure } = caller;
    const group = groupOf(groups);
    const reason = hasCondition ? reviewTexts.message('attributes-unknown') : failure;
    if (reason !== undefined) {
      notConfirmed.push({ branch: branchName, group, reason });
      continue;
    }
    const issueToken = () => tokenFor(groups);
    const api = new DataApi({ client, deploymentId, branchName, environment, transport, log, issueToken });
    try {
      const difference = disagreement(branchName, caller, await api.meta({ signal }));
      asked += 1;
      if (difference) different.push(difference);
    } catch (failure) {
      notConfirmed.push({ branch: branchName, group, reason: reasonOf(failure) });
    } finally {
      api.dispose();
    }
  }
  const rest = callers.length - maxCallers;
  if (rest > 0)
    notConfirmed.push({ branch: branchName, reason: reviewTexts.message('callers-cut', [maxCallers, rest]) });
  return end();
}
