/** Reads the platform's own API document. Spec: “Versioning” 1. */

import { messageOf } from '../../base/errors.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import type { Reader } from '../client.ts';
import type { FailureKind } from '../errors.ts';
import { PlatformError } from '../platformError.ts';
import { type ApiDocument, readApiDocument } from './openApi.ts';

/** Failures that do not end by themselves. */
const absent: readonly FailureKind[] = ['forbidden', 'not-found', 'not-json', 'unexpected-shape'];

/** Resolves with null if the platform has no document. @throws PlatformError in an outage, CancelledError */
export async function readTenantDocument(
  client: Reader,
  signal: AbortSignal,
  log: Log = silentLog,
): Promise<ApiDocument | null> {
  const none = (failure: unknown) => {
    log.info(`${client.host} does not list its operations: ${messageOf(failure)}`);
    return null;
  };
  let answer: object;
  try {
    answer = await client.call(deploymentOperations.getSpec, {}, { signal, deadlineMs: 30_000 });
  } catch (failure) {
    if (failure instanceof PlatformError && absent.includes(failure.kind)) return none(failure);
    throw failure;
  }
  try {
    return readApiDocument(answer);
  } catch (failure) {
    return none(failure);
  }
}
