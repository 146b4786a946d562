/** The request that starts a sync of a manifest file. Spec: Limits, “dbt manifest upload size”. */

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type { BodyOf } from '../../contract/definition/operation.ts';
import { dbtErrors } from './dbtErrors.ts';

export type DbtSyncStart = NonNullable<BodyOf<typeof dbtSyncOperations.startDbtSync>>;

const MiB = 1024 * 1024;
const limit = dbtSyncOperations.startDbtSync.largestBody ?? 50 * MiB;
/** Indentation makes a file larger than the request, but not more than this. */
const largestIndentation = 4;

/** Reads a manifest. @throws UserError if it is too large to be sent, or not a JSON object */
export async function readManifest(file: string): Promise<Record<string, unknown>> {
  const { size } = await stat(file);
  if (size > limit * largestIndentation) throw tooLarge(file, size);
  return parseManifest(await readFile(file, 'utf8'), file);
}

/** @throws UserError */
export function parseManifest(text: string, file: string): Record<string, unknown> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw dbtErrors.error('not-a-manifest', [path.basename(file)], { where: file });
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw dbtErrors.error('not-a-manifest', [path.basename(file)], { where: file });
  }
  return manifest as Record<string, unknown>;
}

/** Refuses a request that is larger than the platform accepts, before it is sent. @throws UserError */
export function assertSendable(body: DbtSyncStart, file: string): void {
  const size = Buffer.byteLength(JSON.stringify(body));
  if (size > limit) throw tooLarge(file, size);
}

function tooLarge(file: string, size: number) {
  // Rounded up, so that the size is above the limit in the message, too.
  return dbtErrors.error('manifest-too-large', [path.basename(file), Math.ceil(size / MiB), limit / MiB], {
    where: file,
  });
}
