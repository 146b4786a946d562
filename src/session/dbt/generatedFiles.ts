/** The files that a sync generated, and which of them differ from a project folder. */

import type { CatalogMessage } from '../../base/errors.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type { Reader } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { Filter } from '../../sync/plan/filter.ts';
import { findCollisions } from '../../sync/plan/names.ts';
import { syncReasons } from '../../sync/plan/syncReasons.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import { dbtErrors } from './dbtErrors.ts';

export interface GeneratedFile {
  /** POSIX path relative to the project folder. */
  path: string;
  content: string;
}

/** All files of a sync with the output `files`. @throws UserError `files-gone` after one hour, PlatformError, CancelledError */
export async function readGeneratedFiles(
  client: Reader,
  params: { deploymentId: string; syncJobId: string },
  signal?: AbortSignal,
): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  try {
    for await (const { path, content } of client.items(dbtSyncOperations.listDbtSyncFiles, { params }, { signal })) {
      files.push({ path: path.replace(/^\/+/, ''), content });
    }
  } catch (failure) {
    const isGone = failure instanceof PlatformError && (failure.kind === 'not-found' || failure.status === 410);
    throw isGone ? dbtErrors.error('files-gone', [], { where: failure.where, cause: failure }) : failure;
  }
  return files;
}

/** `refused`: it is never written. */
type AcceptState = 'new' | 'changed' | 'unchanged' | 'refused';

export interface AcceptEntry extends GeneratedFile {
  state: AcceptState;
  /** Hash of the local file; undefined without one. */
  local: Hash | undefined;
  /** Whether the local file may have edits that are nowhere else. */
  edited: boolean;
  /** Why it is refused. */
  reason?: CatalogMessage;
}

/**
 * Compares generated files with the local ones.
 * @param remote the files of the branch that the folder follows; undefined if unknown
 */
export function planAccept(
  files: readonly GeneratedFile[],
  { modelFolder, local, remote }: { modelFolder: string; local: Tree; remote: Tree | undefined },
): AcceptEntry[] {
  const filter = new Filter({ modelFolder });
  const collisions = findCollisions(files.map(({ path }) => path));
  return files.map((file) => {
    const { path } = file;
    const here = local.get(path);
    const refused = (reason: CatalogMessage): AcceptEntry => {
      return { ...file, state: 'refused', local: here, edited: false, reason };
    };
    if (modelFolder !== '.' && !path.startsWith(`${modelFolder}/`)) {
      return refused(dbtErrors.message('outside-model', [path, modelFolder]));
    }
    const why = filter.why(path);
    if (!why.synced) return refused(why.reason);
    const other = collisions.get(path);
    if (other !== undefined) return refused(syncReasons.message('collision', [other]));
    if (here === undefined) return { ...file, state: 'new', local: here, edited: false };
    if (here === hashOf(Buffer.from(file.content))) return { ...file, state: 'unchanged', local: here, edited: false };
    return { ...file, state: 'changed', local: here, edited: remote?.get(path) !== here };
  });
}
