/** Restores a file from the trash. */

import { syncErrors } from '../plan/syncErrors.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import type { FolderStore } from './folderStore.ts';
import type { TrashEntry } from './trash.ts';

/** Writes the entry's bytes back to their path; the file there goes to the trash first. @throws UserError */
export async function restoreFile(
  entry: TrashEntry,
  { trash, folder }: FolderStore,
  isDirty: (path: string) => boolean,
): Promise<'add' | 'edit'> {
  const { path } = entry;
  const bytes = await trash.bytes(entry);
  if (!bytes) throw syncErrors.error('not-in-trash', [path]);
  if (isDirty(path)) throw syncErrors.error('unsaved-changes', [path]);
  const current = await folder.read(path, { settle: false });
  const result = await folder.write(path, bytes, current?.hash, syncReasons.message('restored'));
  if (result !== 'written') throw syncErrors.error('restore-busy', [path]);
  return current ? 'edit' : 'add';
}
