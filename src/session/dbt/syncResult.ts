/** What a completed dbt sync generated. */

import { delay } from '../../base/async.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type { ResponseOf } from '../../contract/definition/operation.ts';
import type { Reader } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';

export type DbtSyncResult = ResponseOf<typeof dbtSyncOperations.getDbtSyncResult>;

/** A platform may say that a sync is complete before it has the result. Notes: “dbt sync”. */
const defaultIntervals = [300, 600, 1_000, 2_000, 4_000];

/** @throws PlatformError `not-found` or `conflict` if there is no result, also not some seconds later; CancelledError */
export async function readSyncResult(
  client: Reader,
  params: { deploymentId: string; syncJobId: string },
  signal: AbortSignal,
  intervalsMs: readonly number[] = defaultIntervals,
): Promise<DbtSyncResult> {
  for (const interval of intervalsMs) {
    try {
      return await client.call(dbtSyncOperations.getDbtSyncResult, { params }, { signal });
    } catch (failure) {
      const isLate = failure instanceof PlatformError && (failure.kind === 'not-found' || failure.kind === 'conflict');
      if (!isLate) throw failure;
      await delay(interval, signal);
    }
  }
  return client.call(dbtSyncOperations.getDbtSyncResult, { params }, { signal });
}
