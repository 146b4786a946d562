/** Reads the platform's own API document. Spec: “Versioning” 1. */

import { messageOf } from '../../base/errors.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import type { Client } from '../client.ts';
import type { FailureKind } from '../errors.ts';
import { PlatformError } from '../platformError.ts';
import { type ApiDocument, readApiDocument } from './openApi.ts';

/** Failures that do not end by themselves. */
const absent: readonly FailureKind[] = ['forbidden', 'not-found', 'not-json', 'unexpected-shape'];

/** The documents that are read, by the answer: the client returns the same answer for the same bytes. */
const documents = new WeakMap<object, ApiDocument>();

/** Resolves with null if the platform has no document. @throws PlatformError in an outage, CancelledError */
export async function readTenantDocument(
  client: Client,
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
    const document = documents.get(answer) ?? readApiDocument(answer);
    documents.set(answer, document);
    return document;
  } catch (failure) {
    return none(failure);
  }
}
